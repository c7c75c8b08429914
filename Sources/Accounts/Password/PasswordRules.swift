import Web

/// What a new password must be (ASVS 5.0 V6.2.1, V6.2.4, V6.2.9): long enough and not one that everybody
/// tries. Nothing is asked about kinds of characters, and nothing is cut off.
/// Spec S1.8.
public enum PasswordRules {
    /// In characters.
    public static let length = 8...128

    /// Throws 422 with the reason.
    ///
    /// - Parameter login: of the account, which is no password for it.
    public static func check(_ password: String, login: String) throws(APIError) {
        guard length.contains(password.count) else {
            throw .invalid("password", "must have \(length.lowerBound) to \(length.upperBound) characters")
        }
        guard !password.utf8.contains(0) else { throw .invalid("password", "must not contain the character U+0000") }
        guard LoginName(password) != LoginName(login) else {
            throw .invalid("password", "must not be the same as the login")
        }
        guard !CommonPasswords.contains(password), Set(password).count > 2 else {
            throw .invalid(
                "password", "is too easy to guess: use at least three different characters and no common password")
        }
    }
}
