import CLibxml2

/// The character rules of XML 1.0 that libxml2's writer does not check.
enum XMLCharacters {
    /// Throws `forbiddenCharacter` for the first character outside `Char` (XML 1.0 §2.2), which libxml2 2.9 would write unchanged.
    static func check(_ text: String) throws(XMLError) {
        var last: (UInt8, UInt8) = (0, 0)
        for byte in text.utf8 {
            if byte < 0x20, byte != 0x09, byte != 0x0A, byte != 0x0D { throw .forbiddenCharacter(UInt32(byte)) }
            if byte >= 0xBE, last == (0xEF, 0xBF) { throw .forbiddenCharacter(0xFFC0 + UInt32(byte) - 0x80) }
            last = (last.1, byte)
        }
    }

    /// Throws `invalidName` unless `name` is a `Name` (XML 1.0 §2.3).
    static func checkName(_ name: String) throws(XMLError) {
        guard !name.utf8.contains(0), xmlValidateName(name, 0) == 0 else { throw .invalidName(name) }
    }
}
