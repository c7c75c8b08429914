/// Who made something: a person by its key.
public struct CreditDraft: Sendable, Hashable, Encodable {
    public var person: String
    /// "host", "guest", "author": lower case and hyphens.
    public var role: String = "host"

    public init(person: String) {
        self.person = person
    }
}
