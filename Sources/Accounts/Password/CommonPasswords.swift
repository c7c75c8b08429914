/// The passwords that guessers try first (ASVS 5.0 V6.2.4 asks for the 3,000 commonest).
enum CommonPasswords {
    private static let words = Set(
        CommonPasswordList.words.split { $0 == " " || $0 == "\n" })

    /// Whether a password is one of them, in whatever case. The set is made at the first question, in a few
    /// milliseconds.
    static func contains(_ password: String) -> Bool { words.contains(password.lowercased()[...]) }
}
