import Web

extension SecretKey {
    /// The CSRF token for forms of this session. The token is derived from the key, so that the token need not be stored and a
    /// leaked token does not reveal the session's secret.
    var formToken: String { derived(for: "tutti form token") }
}
