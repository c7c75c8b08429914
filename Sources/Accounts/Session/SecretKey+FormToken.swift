import Web

extension SecretKey {
    /// The CSRF token for this session's forms. The token is derived from the key, so it need not be stored, and a leaked token does
    /// not reveal the session's secret.
    var formToken: String { derived(for: "tutti form token") }
}
