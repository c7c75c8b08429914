import Web

extension SecretKey {
    /// The CSRF token for this session's forms. The token is derived from the session's key, so the server need not store the token, and a leaked
    /// token does not reveal the key.
    var formToken: String { derived(for: "tutti form token") }
}
