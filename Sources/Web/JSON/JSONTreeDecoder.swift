#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A decoder of a parsed JSON value, whose errors name the member at fault. Foundation's errors name Swift types, and sometimes no path.
struct JSONTreeDecoder: Decoder {
    let json: JSON
    let codingPath: [any CodingKey]
    /// The collector of members unknown to the decoded type; `nil` to ignore them.
    var unknown: UnknownMembers?
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let members) = json else { throw mustBe("an object") }
        unknown?.note(members.keys, at: codingPath) { Key(stringValue: $0) != nil }
        return KeyedDecodingContainer(
            JSONMembers<Key>(members: members, codingPath: codingPath, unknown: unknown))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = json else { throw mustBe("an array") }
        return JSONElements(elements: elements, codingPath: codingPath, unknown: unknown)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    /// Returns the value as `type`. A `Date` is read like an `Instant`. Throws 422 for the wrong type, or the error of the type's initialiser.
    func value<Value: Decodable>(as type: Value.Type) throws -> Value {
        if let scalar = type as? any JSONScalar.Type {
            guard let value = scalar.init(json) as? Value else { throw mustBe(scalar.noun) }
            return value
        }
        do {
            if type == Date.self, let date = try Instant(from: self).date as? Value { return date }
            return try type.init(from: self)
        } catch let error as DecodingError {
            guard let rule = Self.rule(of: type) else { throw error }
            throw APIError.invalid(JSONPointer.text(codingPath), rule + found)
        }
    }

    /// The rule that replaces an error of the type's initialiser; `nil` for a type that does not list its values.
    private static func rule(of type: Any.Type) -> String? {
        if type == Date.self || type == Instant.self {
            return "must be an RFC 3339 date-time, such as 2026-05-01T19:30:00Z"
        }
        guard let cases = type as? any CaseIterable.Type else { return nil }
        let words = words(of: cases)
        return words.isEmpty ? nil : "must be \(SentenceFormat.choice(words))"
    }

    private static func words<Word: CaseIterable>(of type: Word.Type) -> [String] {
        type.allCases.compactMap { ($0 as? any RawRepresentable)?.rawValue as? String }
    }

    /// The end of an error about the value, such as ", found \"soon\""; empty unless the value is a string.
    private var found: String {
        guard case .string(let text) = json else { return "" }
        return ", found \"\(text.prefix(100))\""
    }

    private func mustBe(_ noun: String) -> APIError {
        // "found a number" would not show why the number is refused.
        let found = noun.contains("number") ? json.numberText ?? json.noun : json.noun
        return .invalid(
            JSONPointer.text(codingPath), json == .null ? "must not be null" : "must be \(noun), found \(found)")
    }
}

extension JSONTreeDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { json == .null }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try value(as: type) }
}

private struct JSONMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let members: [String: JSON]
    let codingPath: [any CodingKey]
    let unknown: UnknownMembers?

    var allKeys: [Key] { members.keys.compactMap(Key.init(stringValue:)) }

    func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

    func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).json == .null }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decoder(key).value(as: type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try decoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        JSONTreeDecoder(json: .object(members), codingPath: codingPath, unknown: unknown)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }

    private func decoder(_ key: Key) throws -> JSONTreeDecoder {
        let path = codingPath + [key]
        guard let json = members[key.stringValue] else {
            throw APIError.invalid(JSONPointer.text(path), "is missing")
        }
        return JSONTreeDecoder(json: json, codingPath: path, unknown: unknown)
    }
}

private struct JSONElements: UnkeyedDecodingContainer {
    let elements: [JSON]
    let codingPath: [any CodingKey]
    let unknown: UnknownMembers?
    private(set) var currentIndex = 0

    init(elements: [JSON], codingPath: [any CodingKey], unknown: UnknownMembers?) {
        self.elements = elements
        self.codingPath = codingPath
        self.unknown = unknown
    }

    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    mutating func decodeNil() throws -> Bool {
        guard try next().json == .null else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let value = try next().value(as: type)
        currentIndex += 1
        return value
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        defer { currentIndex += 1 }
        return try next().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        defer { currentIndex += 1 }
        return try next().unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder {
        defer { currentIndex += 1 }
        return try next()
    }

    private func next() throws -> JSONTreeDecoder {
        let path = codingPath + [Index(intValue: currentIndex)]
        guard !isAtEnd else { throw APIError.invalid(JSONPointer.text(path), "is missing") }
        return JSONTreeDecoder(json: elements[currentIndex], codingPath: path, unknown: unknown)
    }

    private struct Index: CodingKey {
        let position: Int
        var intValue: Int? { position }
        var stringValue: String { String(position) }
        init(intValue: Int) { position = intValue }
        init?(stringValue: String) { nil }
    }
}

/// Functions that write JSON pointers (RFC 6901 §3).
public enum JSONPointer {
    /// Returns the pointer to the value at a coding path; "" for the whole text.
    static func text(_ path: [any CodingKey]) -> String {
        path.map { "/" + escaped($0.stringValue) }.joined()
    }

    /// Returns the name of a member, escaped for use in a pointer.
    public static func escaped(_ name: String) -> String { name.replacing("~", with: "~0").replacing("/", with: "~1") }
}
