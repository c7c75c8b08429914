import Web

extension SecretKey {
    /// The CSRF token for forms of this session. It is derived from the key, so it is not stored, and a leaked token does not
    /// reveal the session's secret.
    var formToken: String { derived(for: "tutti form token") }
}
