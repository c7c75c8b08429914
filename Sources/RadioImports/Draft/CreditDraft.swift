/// A person's part in a show or episode, by the key of the person.
public struct CreditDraft: Sendable, Hashable, Encodable {
    public var person: String
    /// "host", "guest", "author": lower case and hyphens.
    public var role: String = "host"

    public init(person: String) {
        self.person = person
    }
}
