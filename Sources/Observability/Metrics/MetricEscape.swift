/// The escapes of the Prometheus text format 0.0.4. The format is read byte by byte, so a line feed is escaped even if a carriage return precedes
/// it, which Swift counts as one character.
enum MetricEscape {
    /// Returns a text for a HELP line: reverse solidi and line feeds are escaped.
    static func help(_ text: String) -> String { escaped(text, quotes: false) }

    /// Returns the value of a label: reverse solidi, line feeds and quotation marks are escaped.
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
