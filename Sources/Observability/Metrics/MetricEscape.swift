/// The escapes of the Prometheus text format 0.0.4. Unicode scalars are escaped, not characters, because Swift counts a carriage return and a line
/// feed as one character.
enum MetricEscape {
    /// Returns a text with the escapes of a HELP line.
    static func help(_ text: String) -> String { escaped(text, quotes: false) }

    /// Returns a text with the escapes of a label's value.
    static func labelValue(_ text: String) -> String { escaped(text, quotes: true) }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped.append(contentsOf: #"\\"#.unicodeScalars)
            case "\n": escaped.append(contentsOf: #"\n"#.unicodeScalars)
            case "\"" where quotes: escaped.append(contentsOf: #"\""#.unicodeScalars)
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
