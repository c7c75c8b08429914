/// A value of a JSON file that knows the line it begins on, so that a fault can be shown to the person who wrote it.
public struct JSONNode: Sendable, Hashable {
    /// What it is.
    public enum Value: Sendable, Hashable {
        case null
        case bool(Bool)
        /// As written: "854.829" must not pass through a `Double` unless the reader asks for one.
        case number(String)
        case string(String)
        case array([JSONNode])
        /// In the order of the file.
        case object([Member])
    }

    /// A member of an object.
    public struct Member: Sendable, Hashable {
        public let name: String
        public let node: JSONNode
    }

    public let value: Value
    /// From 1.
    public let line: Int

    /// Reads a whole file: UTF-8 with or without a byte order mark, no member twice, at most 32 levels.
    public init(_ document: [UInt8]) throws(JSONTokenizer.Fault) {
        var limits = JSONTokenizer.Limits()
        limits.allowsByteOrderMark = true
        var tokens = JSONTokenizer(document, limits: limits)
        do {
            self = try Self.read(&tokens, allowsEqualNames: false)
            _ = try tokens.next()
        } catch {
            throw error as? JSONTokenizer.Fault ?? tokens.fault("the value cannot be read")
        }
    }

    /// What a node takes beside its characters: itself, and the room that its array keeps for more.
    private static let cost = 3 * MemoryLayout<Member>.stride

    private init(_ value: Value, line: Int) {
        self.value = value
        self.line = line
    }

    /// Reads the value that comes next.
    ///
    /// - Parameters:
    ///   - first: its first token, where that was read already.
    ///   - allowsEqualNames: whether an object may have two members of one name, of which the first counts.
    ///   - willKeep: told of each node and name before it is kept, with an estimate of the bytes it takes and its line; what
    ///     it throws ends the reading.
    /// - Throws: `JSONTokenizer.Fault`; what `willKeep` throws.
    public static func read(
        _ tokens: inout JSONTokenizer, from first: JSONTokenizer.Token? = nil, allowsEqualNames: Bool,
        willKeep: (_ bytes: Int, _ line: Int) throws -> Void = { _, _ in }
    ) throws -> JSONNode {
        // The tokenizer never ends within a value.
        let first = try first ?? tokens.next() ?? .null
        let line = tokens.line
        func node(_ value: Value, textBytes: Int = 0) throws -> JSONNode {
            try willKeep(cost + textBytes, line)
            return JSONNode(value, line: line)
        }
        switch first {
        case .null, .name, .endArray, .endObject: return try node(.null)
        case .bool(let value): return try node(.bool(value))
        case .number(let text): return try node(.number(text), textBytes: text.utf8.count)
        case .string(let text): return try node(.string(text), textBytes: text.utf8.count)
        case .beginArray:
            var elements: [JSONNode] = []
            while let token = try tokens.next(), token != .endArray {
                elements.append(
                    try read(&tokens, from: token, allowsEqualNames: allowsEqualNames, willKeep: willKeep))
            }
            return try node(.array(elements))
        case .beginObject:
            var members: [Member] = []
            var names: Set<String> = []
            while case .name(let name)? = try tokens.next() {
                guard allowsEqualNames || names.insert(name).inserted else {
                    throw tokens.fault("the member \"\(name)\" occurs twice")
                }
                try willKeep(name.utf8.count, tokens.line)
                members.append(
                    Member(
                        name: name, node: try read(&tokens, allowsEqualNames: allowsEqualNames, willKeep: willKeep)))
            }
            return try node(.object(members))
        }
    }
}

extension JSONNode {
    /// The member of an object as it stands, null among them; `nil` for another value and for one that is not there.
    public func member(_ name: String) -> JSONNode? {
        guard case .object(let members) = value else { return nil }
        return members.first { $0.name == name }?.node
    }

    /// The same, with null for one that is not there.
    public subscript(name: String) -> JSONNode? {
        guard let node = member(name), node.value != .null else { return nil }
        return node
    }

    /// `nil` for what is not an array.
    public var array: [JSONNode]? { if case .array(let elements) = value { elements } else { nil } }

    /// The elements of an array; none of another value.
    public var elements: [JSONNode] { array ?? [] }

    /// A string's text; `nil` for another value.
    public var text: String? { if case .string(let text) = value { text } else { nil } }

    /// `nil` for what is neither true nor false.
    public var flag: Bool? { if case .bool(let flag) = value { flag } else { nil } }

    /// A number as written; `nil` for another value.
    public var numberText: String? { if case .number(let text) = value { text } else { nil } }

    /// A whole number, written as a number or, as many sources do, as a string.
    public var integer: Int64? {
        guard let text = numberText ?? text else { return nil }
        return Int64(text) ?? Double(text).flatMap(Int64.init(exactly:))
    }

    /// Any number, written as one or as a string.
    public var number: Double? { (numberText ?? text).flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil } }
}
