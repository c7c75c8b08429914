/// A value of a JSON file with the line on which it begins, so that faults can be reported to the author of the file.
public struct JSONNode: Sendable, Hashable {
    /// A JSON value whose members and elements are nodes.
    public enum Value: Sendable, Hashable {
        case null
        case bool(Bool)
        /// The number as written, so that "854.829" is not rounded by a `Double`.
        case number(String)
        case string(String)
        case array([JSONNode])
        /// The members of an object, in the order of the file.
        case object([Member])
    }

    /// A name with its value.
    public struct Member: Sendable, Hashable {
        public let name: String
        public let node: JSONNode
    }

    public let value: Value
    /// The number of the line on which the value begins, from 1.
    public let line: Int

    /// Reads a whole file in UTF-8, with or without a byte order mark. Throws for faults of `JSONTokenizer` and for equal member names in one object.
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

    /// The estimated memory in bytes of a node without text, including spare capacity of the array around it.
    private static let cost = 3 * MemoryLayout<Member>.stride

    private init(_ value: Value, line: Int) {
        self.value = value
        self.line = line
    }

    /// Reads the next value of a JSON text with all its members and elements.
    ///
    /// - Parameters:
    ///   - first: the value's first token; `nil` if the token was not read yet.
    ///   - allowsEqualNames: whether an object may repeat a member name. `member(_:)` then returns the first one.
    ///   - willKeep: called before each node or name is stored, with its estimated memory in bytes and its line. If the function throws, reading
    ///     ends.
    /// - Throws: `JSONTokenizer.Fault`, or the error of `willKeep`.
    public static func read(
        _ tokens: inout JSONTokenizer, from first: JSONTokenizer.Token? = nil, allowsEqualNames: Bool,
        willKeep: (_ bytes: Int, _ line: Int) throws -> Void = { _, _ in }
    ) throws -> JSONNode {
        // The tokenizer never returns `nil` within a value.
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
    /// Returns a member, even a null one, or `nil` if the member is missing or the node is not an object.
    public func member(_ name: String) -> JSONNode? {
        guard case .object(let members) = value else { return nil }
        return members.first { $0.name == name }?.node
    }

    /// A member; `nil` if it is missing or null, or if the node is not an object.
    public subscript(name: String) -> JSONNode? {
        guard let node = member(name), node.value != .null else { return nil }
        return node
    }

    /// The elements; `nil` if the value is not an array.
    public var array: [JSONNode]? { if case .array(let elements) = value { elements } else { nil } }

    /// The elements; empty if the value is not an array.
    public var elements: [JSONNode] { array ?? [] }

    /// The content of a string; `nil` for another value.
    public var text: String? { if case .string(let text) = value { text } else { nil } }

    /// The value of a boolean; `nil` for another value.
    public var flag: Bool? { if case .bool(let flag) = value { flag } else { nil } }

    /// A number as written; `nil` for another value.
    public var numberText: String? { if case .number(let text) = value { text } else { nil } }

    /// A whole number, written as a number or, as in many files, as a string; `nil` for another value.
    public var integer: Int64? {
        guard let text = numberText ?? text else { return nil }
        return Int64(text) ?? Double(text).flatMap(Int64.init(exactly:))
    }

    /// A number, written as a number or as a string; `nil` for another value.
    public var number: Double? { (numberText ?? text).flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil } }
}
