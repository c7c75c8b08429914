import Web

extension SecretKey {
    /// The token that forms of the session of this key carry. It follows from the key, so it needs no column, and a page that
    /// leaks it does not leak the session.
    var formToken: String { derived(for: "tutti form token") }
}
