/// The folding of letters for comparison, which removes case, accents, width and ornaments.
///
/// "Ｂｊöʀᴋ", "BJÖRK" and "bjork" are one name. A Cyrillic "а" is not a Latin "a": evidence joins names in two scripts. Unicode normalisation would be
/// slower, and compatibility mappings do not cover small capitals and "$".
enum Folding {
    /// Appends the folded letters and digits of a text, as UTF-8.
    static func append(_ text: some Collection<Unicode.Scalar>, to key: inout [UInt8]) {
        var before: UInt32 = 0x20
        var index = text.startIndex
        while index != text.endIndex {
            let value = text[index].value
            text.formIndex(after: &index)
            if value == 0x24 || value == 0x21 || value == 0x40 {
                // "Ke$ha", "A$AP", "P!nk", "deadm@u5": a sign between letters stands for a letter. "$" may also begin or end a word.
                let after = index == text.endIndex ? 0x20 : text[index].value
                let isAmongLetters = isASCIILetter(before) && isASCIILetter(after)
                if isAmongLetters || value == 0x24 && (isASCIILetter(before) || isASCIILetter(after)) {
                    key.append(value == 0x24 ? 0x73 : value == 0x21 ? 0x69 : 0x61)
                }
            } else {
                append(value, to: &key)
            }
            before = value
        }
    }

    /// Returns whether "$", "!" or "@" replaces a letter in the text, as in "A$AP".
    static func hasSign(_ text: some Collection<Unicode.Scalar>) -> Bool {
        var (key, without): ([UInt8], [UInt8]) = ([], [])
        append(text, to: &key)
        append(text.filter { $0 != "$" && $0 != "!" && $0 != "@" }, to: &without)
        return key.count > without.count
    }

    /// Appends the folded form of a scalar that folds independently of its neighbours.
    @inline(__always)
    static func append(_ value: UInt32, to key: inout [UInt8]) {
        if let folded = folded(value) {
            key.append(folded)
        } else if value == 0x26 {
            key.append(contentsOf: [0x61, 0x6E, 0x64])
        } else if value >= 0x80 {
            appendWide(value, to: &key)
        }
    }

    /// Returns whether the folded form of a scalar depends on its neighbours: "$", "!", "@", the breve, and decomposed Hangul.
    static func dependsOnOthers(_ value: UInt32) -> Bool {
        value < 0x80
            ? value == 0x24 || value == 0x21 || value == 0x40 : value == 0x306 || value >= 0x1100 && value < 0x1200
    }

    /// Returns the key of a text. The key is empty only if the text has no letter, digit or sign.
    static func key(_ text: some Collection<Unicode.Scalar>) -> String { plainKey(text) ?? fullKey(text) }

    /// Returns the key of a text of ASCII letters, digits and ignored marks, without an allocation for a short key; `nil` for other texts.
    private static func plainKey(_ text: some Collection<Unicode.Scalar>) -> String? {
        var count = 0
        for scalar in text {
            if folded(scalar.value) != nil {
                count += 1
            } else if scalar.value >= 0x80 || isLetterlike(scalar.value) {
                return nil
            }
        }
        guard count > 0 else { return nil }
        return String(unsafeUninitializedCapacity: count) { bytes in
            var end = 0
            for scalar in text {
                guard let folded = folded(scalar.value) else { continue }
                bytes[end] = folded
                end += 1
            }
            return end
        }
    }

    /// Returns whether a sign may stand for letters: "&", "$", "!", "@".
    private static func isLetterlike(_ value: UInt32) -> Bool {
        value == 0x26 || value == 0x24 || value == 0x21 || value == 0x40
    }

    private static func fullKey(_ text: some Collection<Unicode.Scalar>) -> String {
        if let letters = fullLetters(text) { return letters }
        // "!!!" and "†" are names too.
        var bytes: [UInt8] = []
        for scalar in text where !Letters.isSpace(scalar) { bytes.append(contentsOf: UTF8.encode(scalar) ?? .init()) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the folded letters and digits of a text; `nil` if the text has no letter or digit.
    static func letters(_ text: some Collection<Unicode.Scalar>) -> String? {
        plainKey(text) ?? fullLetters(text)
    }

    private static func fullLetters(_ text: some Collection<Unicode.Scalar>) -> String? {
        let bytes = bytes(text)
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the folded letters and digits of a text, as UTF-8.
    static func bytes(_ text: some Collection<Unicode.Scalar>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count + 8)
        append(text, to: &bytes)
        return bytes
    }

    private static func isASCIILetter(_ value: UInt32) -> Bool {
        (value | 0x20) &- 0x61 < 26 || value >= 0xC0 && value < 0x250
    }

    /// Returns the folded byte of an ASCII letter or digit, or `nil` for any other scalar. Uses arithmetic, which is faster than a table.
    @inline(__always)
    static func folded(_ value: UInt32) -> UInt8? {
        if value &- 0x61 < 26 || value &- 0x30 < 10 { return UInt8(truncatingIfNeeded: value) }
        return value &- 0x41 < 26 ? UInt8(truncatingIfNeeded: value | 0x20) : nil
    }

    private static func appendWide(_ value: UInt32, to key: inout [UInt8]) {
        switch value {
        case 0xC0..<0x180: appendLatin(latin[Int(value - 0xC0)], value, to: &key)
        case 0x1CD..<0x220: appendLatin(latinB[Int(value - 0x1CD)], value, to: &key)
        case 0x1E00..<0x1F00: appendLatin(latinAdditional[Int(value - 0x1E00)], value, to: &key)
        case 0x300..<0x370: appendMark(value, to: &key)
        case 0x370..<0x400: appendScalar(greek(value), to: &key)
        case 0x400..<0x530: appendScalar(cyrillic(value), to: &key)
        case 0xFF01..<0xFF5F:
            if let folded = folded(value - 0xFEE0) { key.append(folded) }
        case 0x1D400..<0x1D6A4: key.append(0x61 + UInt8((value - 0x1D400) % 26))
        case 0x1D7CE..<0x1D800: key.append(0x30 + UInt8((value - 0x1D7CE) % 10))
        case 0x24B6..<0x24EA: key.append(0x61 + UInt8((value - 0x24B6) % 26))
        case 0x1F130..<0x1F14A, 0x1F150..<0x1F16A, 0x1F170..<0x1F18A: key.append(0x61 + UInt8((value - 0x1F130) % 32))
        case 0xAC00..<0xD7A4, 0x3041..<0x3097, 0x30A1..<0x30FB, 0x3400..<0xA000: appendScalar(value, to: &key)
        case 0x1100..<0x1200: appendJamo(value, to: &key)
        case 0x2000..<0x2460, 0x2500..<0x2C00, 0xFE00..<0xFE50, 0x3001..<0x3005, 0x3008..<0x3021: return
        default:
            if let letter = smallCapitals[value] {
                key.append(letter)
            } else if let scalar = Unicode.Scalar(value) {
                appendOther(scalar, to: &key)
            }
        }
    }

    private static func appendLatin(_ folded: UInt8, _ value: UInt32, to key: inout [UInt8]) {
        switch folded {
        case 0x61...0x7A: key.append(folded)
        case 0x2A: key.append(contentsOf: (ligatures[value] ?? "").utf8)
        default:
            if value != 0xD7, value != 0xF7, let scalar = Unicode.Scalar(value) { appendOther(scalar, to: &key) }
        }
    }

    /// Ignores a combining mark, except that a decomposed "й" becomes "й", which is a separate letter and not an accented letter.
    private static func appendMark(_ value: UInt32, to key: inout [UInt8]) {
        guard value == 0x306, key.count >= 2, key[key.count - 2] == 0xD0, key[key.count - 1] == 0xB8 else { return }
        key[key.count - 1] = 0xB9
    }

    /// Appends a Hangul letter, composing decomposed Hangul, which some file systems produce.
    private static func appendJamo(_ value: UInt32, to key: inout [UInt8]) {
        if value >= 0x1161, value < 0x11C3, let last = lastScalar(of: key) {
            if value < 0x1176, last >= 0x1100, last < 0x1113 {
                key.removeLast(3)
                return appendScalar(0xAC00 + ((last - 0x1100) * 21 + (value - 0x1161)) * 28, to: &key)
            }
            if value > 0x11A7, last >= 0xAC00, last < 0xD7A4, (last - 0xAC00) % 28 == 0 {
                key.removeLast(3)
                return appendScalar(last + (value - 0x11A7), to: &key)
            }
        }
        appendScalar(value, to: &key)
    }

    /// Returns the last scalar of the key if the scalar is encoded in three bytes; otherwise `nil`.
    private static func lastScalar(of key: [UInt8]) -> UInt32? {
        guard key.count >= 3, key[key.count - 3] & 0xF0 == 0xE0 else { return nil }
        return UInt32(key[key.count - 3] & 0x0F) << 12 | UInt32(key[key.count - 2] & 0x3F) << 6
            | UInt32(key[key.count - 1] & 0x3F)
    }

    private static func appendOther(_ scalar: Unicode.Scalar, to key: inout [UInt8]) {
        let properties = scalar.properties
        if properties.isAlphabetic || properties.numericType != nil {
            key.append(contentsOf: properties.lowercaseMapping.utf8)
        } else if scalar.value == 0xA5 || scalar.value == 0x20AC {
            key.append(scalar.value == 0xA5 ? 0x79 : 0x65)
        }
    }

    private static func appendScalar(_ value: UInt32, to key: inout [UInt8]) {
        guard let scalar = Unicode.Scalar(value) else { return }
        if value < 0x800 {
            key.append(0xC0 | UInt8(value >> 6))
            key.append(0x80 | UInt8(value & 0x3F))
        } else {
            key.append(contentsOf: UTF8.encode(scalar) ?? .init())
        }
    }

    private static func cyrillic(_ value: UInt32) -> UInt32 {
        switch value {
        case 0x401, 0x451, 0x400, 0x450: 0x435
        case 0x402..<0x410: value + 0x50
        case 0x410..<0x430: value + 0x20
        case 0x460..<0x482, 0x48A..<0x4C0, 0x4D0..<0x530: value | 1
        default: value
        }
    }

    private static func greek(_ value: UInt32) -> UInt32 {
        switch value {
        case 0x386, 0x3AC: 0x3B1
        case 0x388, 0x3AD: 0x3B5
        case 0x389, 0x3AE: 0x3B7
        case 0x38A, 0x3AF, 0x3CA, 0x390, 0x3AA: 0x3B9
        case 0x38C, 0x3CC: 0x3BF
        case 0x38E, 0x3CD, 0x3CB, 0x3B0, 0x3AB: 0x3C5
        case 0x38F, 0x3CE: 0x3C9
        case 0x3C2: 0x3C3
        case 0x391..<0x3AA: value + 0x20
        default: value
        }
    }

    // One letter for each scalar of the range; "*" if two letters replace the scalar, "-" if the scalar is unchanged.
    private static let latin = Array(
        ("aaaaaa*ceeeeiiiidnooooo-ouuuuy**aaaaaa*ceeeeiiiidnooooo-ouuuuy*yaaaaaaccccccccddddeeeeeeeeeegggggggghhhh"
            + "iiiiiiiiii**jjkkkllllllllllnnnnnn-nnoooooo**rrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs").utf8)
    private static let latinB = Array(
        "aaiioouuuuuuuuuu-aaaa**--ggkkoooo--j***gg--nnaa**ooaaaaeeeeiiiioooorrrruuuusstt--hh".utf8)
    private static let latinAdditional = Array(
        ("aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllllmmmmmmnnnnnnnnoooooooopppprrrrrrrrssssssssss"
            + "ttttttttuuuuuuuuuuvvvvwwwwwwwwwwxxxxyyzzzzzzhtwy-s--*-aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeeeeeeeeeeeiiii"
            + "oooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyy------").utf8)
    private static let ligatures: [UInt32: String] = [
        0xC6: "ae", 0xDE: "th", 0xDF: "ss", 0xE6: "ae", 0xFE: "th", 0x132: "ij", 0x133: "ij", 0x152: "oe", 0x153: "oe",
        0x1E2: "ae", 0x1E3: "ae", 0x1F1: "dz", 0x1F2: "dz", 0x1F3: "dz", 0x1FC: "ae", 0x1FD: "ae", 0x1E9E: "ss",
    ]
    private static let smallCapitals: [UInt32: UInt8] = {
        var letters: [UInt32: UInt8] = [:]
        for (capital, letter) in zip("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘǫʀꜱᴛᴜᴠᴡʏᴢ".unicodeScalars, "abcdefghijklmnopqrstuvwyz".utf8) {
            letters[capital.value] = letter
        }
        return letters
    }()
}
