import Web

extension SecretKey {
    /// The CSRF token for the forms of the session with this key. The token is derived from the key, so it need not be stored, and a leaked token
    /// does not reveal the key.
    var formToken: String { derived(for: "tutti form token") }
}
