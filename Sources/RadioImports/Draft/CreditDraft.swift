/// A person's role in a show or episode. `person` is the key of the person.
public struct CreditDraft: Sendable, Hashable, Encodable {
    public var person: String
    /// The role in lower-case letters and hyphens, such as "host", "guest" or "author".
    public var role: String = "host"
}
