import Web

/// The rules for new passwords (ASVS 5.0 V6.2.1, V6.2.4, V6.2.9; spec S1.8): 8 to 128 characters, at least three of them different and none of them
/// U+0000; not the login, and not a common password (`CommonPasswords`). No kinds of characters are required, and passwords are never truncated.
public enum PasswordRules {
    /// The allowed lengths of a password, in characters.
    public static let length = 8...128

    /// Checks a new password. Throws 422 with the reason if the password is not allowed.
    ///
    /// - Parameter login: The login of the account, which its password must not equal.
    public static func check(_ password: String, login: String) throws(APIError) {
        guard length.contains(password.count) else {
            throw .invalid(
                "password",
                "must have \(length.lowerBound) to \(length.upperBound) characters, found \(password.count)")
        }
        guard !password.utf8.contains(0) else { throw .invalid("password", "must not contain the character U+0000") }
        guard LoginName(password) != LoginName(login) else {
            throw .invalid("password", "must not be the same as the login")
        }
        guard !CommonPasswords.contains(password), Set(password).count > 2 else {
            throw .invalid(
                "password",
                "is too easy to guess; use at least three different characters and do not use a common password")
        }
    }
}
