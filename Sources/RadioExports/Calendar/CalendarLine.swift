/// The content lines of iCalendar (RFC 5545 §3.1), folded at 75 octets and terminated by CRLF.
enum CalendarLine {
    private static let width = 75

    /// Returns a property with a value that needs no escaping.
    static func plain(_ name: String, _ value: String) -> String { folded("\(name):\(value)") }

    /// Returns a property of type TEXT (§3.3.11) with an escaped value, in which tabs become spaces and other control characters except line breaks
    /// are left out.
    static func text(_ name: String, _ value: String) -> String { folded("\(name):\(escaped(value))") }

    /// Returns a property with a list of TEXT values, each escaped as in `text`.
    static func texts(_ name: String, _ values: [String]) -> String {
        folded("\(name):\(values.map(escaped).joined(separator: ","))")
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.replacing("\r\n", with: "\n").unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case ";": result += "\\;"
            case ",": result += "\\,"
            case "\n", "\r": result += "\\n"
            case "\t": result += " "
            case _ where scalar.value < 0x20 || scalar.value == 0x7F: break
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Folds a line at 75 octets without splitting a code point.
    private static func folded(_ line: String) -> String {
        var result = ""
        var octets = 0
        for scalar in line.unicodeScalars {
            let size = UTF8.width(scalar)
            if octets + size > width {
                result += "\r\n "
                octets = 1
            }
            result.unicodeScalars.append(scalar)
            octets += size
        }
        return result + "\r\n"
    }
}
