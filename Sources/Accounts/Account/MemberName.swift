import Web

/// The name of a member of a JSON object, whatever it is.
struct MemberName: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
    init(stringLiteral text: String) { stringValue = text }
}

extension Decoder {
    /// The members of an object of which a client may set these and no others: what is not on the list is refused
    /// instead of ignored, so that nobody believes to have changed it (spec S1.2).
    func members(allowing names: Set<String>) throws -> KeyedDecodingContainer<MemberName> {
        let members = try container(keyedBy: MemberName.self)
        let others = members.allKeys.map(\.stringValue).filter { !names.contains($0) }.sorted()
        if !others.isEmpty {
            throw APIError.invalid(
                others.map {
                    .init(
                        field: "/\($0)",
                        reason: """
                            cannot be changed here; the members that can be changed are: \
                            \(Phrase.list(names.sorted()))
                            """)
                })
        }
        return members
    }
}

extension KeyedDecodingContainer where Key == MemberName {
    /// The value of a member, `nil` where it is left out; null is refused.
    func given<Value: Decodable>(_ name: MemberName, as type: Value.Type = Value.self) throws -> Value? {
        contains(name) ? try decode(Value.self, forKey: name) : nil
    }
}
