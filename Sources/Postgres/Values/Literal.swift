/// SQL literals, for the few statements that take no parameters (SET LOCAL) or are sent as a script.
enum Literal {
    /// The text as a string constant, read the same whatever `standard_conforming_strings` says: with a
    /// backslash in it the escape form is used, as `PQescapeLiteral` does. Needs no connection; a Swift string
    /// is valid UTF-8, which is what every connection speaks. NUL is refused elsewhere.
    static func quoted(_ text: String) -> String {
        var quoted = text.utf8.contains(UInt8(ascii: "\\")) ? " E'" : "'"
        for scalar in text.unicodeScalars {
            if scalar == "'" || scalar == "\\" { quoted.unicodeScalars.append(scalar) }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "'"
    }

    /// The text as a quoted identifier.
    static func identifier(_ name: String) -> String {
        "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }

    /// Whether the text is a setting's name: words of lower-case letters, digits and underscores, joined by
    /// dots.
    static func isSettingName(_ name: String) -> Bool {
        name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { word in
            guard let first = word.utf8.first, first == UInt8(ascii: "_") || isLetter(first) else { return false }
            return word.utf8.allSatisfy { byte in
                isLetter(byte) || byte == UInt8(ascii: "_")
                    || (byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9"))
            }
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")
    }
}
