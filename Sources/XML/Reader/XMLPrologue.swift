/// The part of a document before its root element (XML 1.0 §2.8). Many programs write a DOCTYPE that only names an external DTD. `XMLReader` refuses
/// every DOCTYPE, so `blankPlainDoctype` replaces a DOCTYPE of this kind with spaces. Line numbers do not change.
public enum XMLPrologue {
    /// Overwrites the DOCTYPE with spaces, except its line ends, if it has no internal subset and at most 2,000 bytes. Otherwise changes nothing.
    public static func blankPlainDoctype(_ bytes: inout [UInt8]) {
        var index = start(of: bytes)
        while index < bytes.count {
            let rest = bytes[index...]
            if rest.starts(with: "<!DOCTYPE".utf8) {
                guard let end = endOfPlainDoctype(rest) else { return }
                return blank(&bytes, index..<end)
            } else if rest.starts(with: "<!--".utf8) {
                guard let end = rest.firstRange(of: Array("-->".utf8)) else { return }
                index = end.upperBound
            } else if rest.starts(with: "<?".utf8) {
                guard let end = rest.firstRange(of: Array("?>".utf8)) else { return }
                index = end.upperBound
            } else if rest.first.map(isBlank) == true {
                index += 1
            } else {
                return
            }
        }
    }

    /// Returns the range of the XML declaration, which only a byte order mark and white space may precede. The range is empty if there is no
    /// declaration of at most 1,000 bytes.
    public static func declaration(of bytes: [UInt8]) -> Range<Int> {
        let start = start(of: bytes)
        guard let first = bytes[start...].firstIndex(where: { !isBlank($0) }),
            bytes[first...].starts(with: "<?xml".utf8), bytes.dropFirst(first + 5).first.map(isBlank) == true,
            let end = bytes[first...].prefix(1000).firstIndex(of: UInt8(ascii: ">"))
        else { return start..<start }
        return first..<end + 1
    }

    /// Overwrites bytes with spaces, except the line ends.
    public static func blank(_ bytes: inout [UInt8], _ range: Range<Int>) {
        for index in range where bytes[index] != 0x0A && bytes[index] != 0x0D { bytes[index] = 0x20 }
    }

    /// Returns the index after the byte order mark of UTF-8; 0 for none.
    public static func start(of bytes: [UInt8]) -> Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

    /// Returns the index after a DOCTYPE; `nil` if it has an internal subset, no end, or more than 2,000 bytes.
    private static func endOfPlainDoctype(_ bytes: ArraySlice<UInt8>) -> Int? {
        var quote: UInt8?
        for index in bytes.indices.prefix(2000) {
            let byte = bytes[index]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: "[") {
                return nil
            } else if byte == UInt8(ascii: ">") {
                return index + 1
            }
        }
        return nil
    }
}
