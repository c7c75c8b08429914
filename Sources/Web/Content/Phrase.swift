/// Formats numbers and lists for sentences.
public enum Phrase {
    /// "1 field", "2 fields".
    ///
    /// - Parameter many: the plural, if it is not the singular with an "s".
    public static func count(_ number: some BinaryInteger, _ one: String, _ many: String? = nil) -> String {
        "\(number) \(number == 1 ? one : many ?? one + "s")"
    }

    /// "a", "a and b", "a, b and c".
    public static func list(_ parts: some Sequence<String>, _ word: String = "and") -> String {
        let parts = Array(parts)
        guard parts.count > 1 else { return parts.first ?? "" }
        return "\(parts.dropLast().joined(separator: ", ")) \(word) \(parts[parts.count - 1])"
    }

    /// "a", "a or b", "a, b or c".
    public static func choice(_ parts: some Sequence<String>) -> String { list(parts, "or") }
}
