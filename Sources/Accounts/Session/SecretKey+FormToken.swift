import Web

extension SecretKey {
    /// The CSRF token for this session's forms. Derived from the session's key, so it need not be stored; a leak does not reveal the key.
    var formToken: String { derived(for: "tutti form token") }
}
