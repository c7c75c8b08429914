import Web

/// The rules for new passwords (ASVS 5.0 V6.2.1, V6.2.4, V6.2.9; spec S1.8). No kinds of characters are required, and passwords are never truncated.
public enum PasswordRules {
    /// The allowed lengths of a password, in characters.
    public static let length = 8...128

    /// Throws 422 with the reason if a new password is not allowed. `field` is the field of the request that contains it.
    public static func check(_ password: String, login: String, field: String = "password") throws(APIError) {
        guard length.contains(password.count) else {
            throw .invalid(
                field,
                "must have \(length.lowerBound) to \(length.upperBound) characters, found \(password.count)")
        }
        guard !password.utf8.contains(0) else { throw .invalid(field, "must not contain the character U+0000") }
        guard LoginName(password) != LoginName(login) else {
            throw .invalid(field, "must not be the login, in upper or lower case; choose another password")
        }
        guard !CommonPasswords.contains(password) else {
            throw .invalid(field, "is a common password and easy to guess; choose another password")
        }
        guard Set(password).count > 2 else {
            throw .invalid(field, "must contain at least three different characters")
        }
    }
}
