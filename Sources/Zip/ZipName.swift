/// The rules for the name of an entry (APPNOTE §4.4.17): a relative path in UTF-8 without control or format characters, backslashes, colons and the
/// components ".", ".." and "".
enum ZipName {
    /// Returns the name of at most `limit` bytes as text. Throws `name` with the rule that the name breaks. The name must be UTF-8 even if the entry
    /// does not declare it (bit 11), because many programs write UTF-8 without declaring it.
    static func checked(_ raw: ArraySlice<UInt8>, limit: Int) throws(ZipError) -> String {
        let shown = String(decoding: raw, as: UTF8.self)
        guard !raw.isEmpty else { throw .name(shown, "a name must not be empty") }
        guard raw.count <= limit else { throw .name(shown, "a name may have at most \(limit) bytes") }
        guard let name = String(validating: raw, as: UTF8.self) else { throw .name(shown, "names must be in UTF-8") }
        guard !name.unicodeScalars.contains(where: isForbidden) else {
            throw .name(shown, "a name must not contain control characters, \"\\\" or \":\"")
        }
        guard raw.first != UInt8(ascii: "/") else { throw .name(shown, "a name must be a relative path") }
        let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let isFolder = raw.last == UInt8(ascii: "/")
        for part in isFolder ? parts.dropLast() : parts[...] {
            guard !part.isEmpty, !part.elementsEqual(".".utf8), !part.elementsEqual("..".utf8) else {
                throw .name(shown, "a path must not contain \".\", \"..\" or an empty component")
            }
        }
        return name
    }

    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: scalar == "\\" || scalar == ":"
        }
    }
}
