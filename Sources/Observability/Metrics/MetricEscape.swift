/// The escapes of the Prometheus text format 0.0.4. A line feed is escaped even after a carriage return, which Swift counts as one character with it.
enum MetricEscape {
    /// Returns a text for a HELP line.
    static func help(_ text: String) -> String { escaped(text, quotes: false) }

    /// Returns the value of a label.
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
