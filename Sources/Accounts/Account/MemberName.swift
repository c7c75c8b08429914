import Web

/// A coding key that accepts every member name of a JSON object.
struct MemberName: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
    init(stringLiteral text: String) { stringValue = text }
}

extension Decoder {
    /// Returns the members of an object. Throws 422 for a member that is not in `names` (spec S1.2), and a decoding error for a value that is not an
    /// object.
    func members(allowing names: Set<String>) throws -> KeyedDecodingContainer<MemberName> {
        let members = try container(keyedBy: MemberName.self)
        let others = members.allKeys.map(\.stringValue).filter { !names.contains($0) }.sorted()
        if !others.isEmpty {
            throw APIError.invalid(
                others.map {
                    .init(
                        field: "/\($0)",
                        reason: """
                            is unknown or cannot be changed here; the members that can be changed are: \
                            \(SentenceFormat.list(names.sorted()))
                            """)
                })
        }
        return members
    }
}

extension KeyedDecodingContainer where Key == MemberName {
    /// Returns the value of a member, or `nil` if it is missing. Throws a decoding error for `null`.
    func value<Value: Decodable>(_ name: MemberName, as type: Value.Type = Value.self) throws -> Value? {
        contains(name) ? try decode(Value.self, forKey: name) : nil
    }
}
