/// The 3,200 most common stolen passwords of at least 8 characters, in lower case, from the list of zxcvbn 4.5.0 (MIT licence, Dropbox and D. Wolf).
/// ASVS 5.0 V6.2.4 requires at least 3,000.
enum CommonPasswords {
    static let words = Set(
        EmbeddedText.files.filter { $0.name == "common-passwords.txt" }.flatMap { $0.text.split(separator: "\n") })

    /// Returns whether a password is on the list, compared without case.
    static func contains(_ password: String) -> Bool { words.contains(password.lowercased()[...]) }
}
