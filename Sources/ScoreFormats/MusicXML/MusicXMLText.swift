import XML

/// The bytes of a MusicXML file, prepared for `XMLReader`, which accepts only UTF-8 without the usual DOCTYPE of MusicXML (spec S2).
enum MusicXMLText {
    /// Returns the bytes as UTF-8 without a DOCTYPE, unless it has declarations of its own. Converts UTF-16, ISO 8859-1 and ASCII; bytes in other
    /// encodings stay unconverted. O(n).
    static func prepared(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
            bytes = utf8(ofUTF16: bytes)
            XMLPrologue.blank(&bytes, XMLPrologue.declaration(of: bytes))
        } else {
            let declaration = XMLPrologue.declaration(of: bytes)
            if let encoding = encoding(in: bytes[declaration]), encoding != "utf-8" {
                let isUTF8 = String(validating: bytes, as: UTF8.self) != nil
                let isLatin = ["iso-8859-1", "latin1", "us-ascii", "ascii"].contains(encoding)
                if isUTF8 || isLatin { XMLPrologue.blank(&bytes, declaration) }
                if !isUTF8, isLatin { bytes = bytes.flatMap { UTF8.encode(Unicode.Scalar($0)).map(Array.init) ?? [] } }
            } else if declaration.lowerBound > XMLPrologue.start(of: bytes) {
                // XML allows the declaration at the very beginning only.
                XMLPrologue.blank(&bytes, declaration)
            }
        }
        XMLPrologue.blankPlainDoctype(&bytes)
        return bytes
    }

    private static func encoding(in declaration: ArraySlice<UInt8>) -> String? {
        let words = String(decoding: declaration, as: UTF8.self).split { "= \t\r\n\"'?>".contains($0) }
        guard let index = words.firstIndex(of: "encoding"), index + 1 < words.count else { return nil }
        return words[index + 1].lowercased()
    }

    private static func utf8(ofUTF16 bytes: [UInt8]) -> [UInt8] {
        let isBigEndian = bytes[0] == 0xFE
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index -> UInt16 in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }
}
