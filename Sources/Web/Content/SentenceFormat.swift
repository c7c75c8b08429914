/// Functions that format numbers and lists for sentences.
public enum SentenceFormat {
    /// Returns a number with a noun, such as "1 field" or "2 fields". Without `many`, the plural is the singular with an "s".
    public static func count(_ number: some BinaryInteger, _ one: String, _ many: String? = nil) -> String {
        "\(number) \(number == 1 ? one : many ?? one + "s")"
    }

    /// Returns the parts as a list with `word` before the last part, such as "a", "a and b" or "a, b and c"; empty for no parts.
    public static func list(_ parts: some Sequence<String>, _ word: String = "and") -> String {
        let parts = Array(parts)
        guard parts.count > 1 else { return parts.first ?? "" }
        return "\(parts.dropLast().joined(separator: ", ")) \(word) \(parts[parts.count - 1])"
    }

    /// Returns the parts as alternatives, such as "a", "a or b" or "a, b or c".
    public static func choice(_ parts: some Sequence<String>) -> String { list(parts, "or") }
}
