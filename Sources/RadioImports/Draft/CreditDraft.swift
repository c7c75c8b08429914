/// A person's role in a show or episode.
public struct CreditDraft: Sendable, Hashable, Encodable {
    public var person: String
    /// The role in lower case with hyphens, such as "host", "guest" or "author".
    public var role: String = "host"
}
