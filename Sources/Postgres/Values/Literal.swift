/// Functions that write SQL literals, for the few statements that take no parameters (SET LOCAL) or are sent as a script.
enum Literal {
    /// Returns the text as a string constant for any value of `standard_conforming_strings`. Callers must refuse text with NUL first.
    static func quoted(_ text: String) -> String {
        var quoted = text.utf8.contains(UInt8(ascii: "\\")) ? " E'" : "'"
        for scalar in text.unicodeScalars {
            if scalar == "'" || scalar == "\\" { quoted.unicodeScalars.append(scalar) }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "'"
    }

    /// Returns the text as a quoted identifier.
    static func identifier(_ name: String) -> String {
        "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }

    /// Returns whether the text is a setting's name: words of lower-case letters, digits and underscores, joined by dots.
    static func isSettingName(_ name: String) -> Bool {
        var isAtStart = true
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"): isAtStart = false
            case UInt8(ascii: "0")...UInt8(ascii: "9") where !isAtStart: break
            case UInt8(ascii: ".") where !isAtStart: isAtStart = true
            default: return false
            }
        }
        return !isAtStart
    }
}
