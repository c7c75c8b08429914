/// The response of `getBootstrap`, with a member for each part.
struct BootstrapView: Encodable, Sendable {
    let members: [String: any Encodable & Sendable]

    private struct Member: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Member.self)
        for (name, value) in members { try container.encode(value, forKey: Member(stringValue: name)) }
    }
}
