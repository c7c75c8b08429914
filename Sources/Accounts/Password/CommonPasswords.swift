/// The passwords that attackers try first (ASVS 5.0 V6.2.4 requires at least the 3,000 most common).
enum CommonPasswords {
    private static let words = Set(
        CommonPasswordList.words.split { $0 == " " || $0 == "\n" })

    /// Whether a password is on the list, compared without case. The first call builds the set, which takes a few milliseconds.
    static func contains(_ password: String) -> Bool { words.contains(password.lowercased()[...]) }
}
