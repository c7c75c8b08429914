/// The classes of scalars that matter in titles.
enum Letters {
    /// Returns whether the scalar is a space of any width, a control, a joiner or a direction mark.
    static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        let value = scalar.value
        if value <= 0x20 { return true }
        if value < 0x7F { return false }
        switch value {
        case 0x7F...0xA0, 0xAD, 0x1680, 0x2000...0x200F, 0x2028...0x202F, 0x205F...0x206F, 0x3000, 0xFEFF, 0x3164:
            return true
        default: return false
        }
    }

    /// Returns whether the scalar is an ASCII letter or digit.
    @inline(__always)
    static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        (scalar.value | 0x20) &- 0x61 < 26 || scalar.value &- 0x30 < 10
    }

    /// Returns whether the scalar can be part of a word.
    @inline(__always)
    static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        isPlain(scalar) || scalar.value >= 0x80 && isWideWord(scalar)
    }

    private static func isWideWord(_ scalar: Unicode.Scalar) -> Bool {
        let value = scalar.value
        if value < 0xC0 { return value == 0xAA || value == 0xB5 || value == 0xBA }
        switch value {
        case 0xD7, 0xF7, 0x2000...0x245F, 0x2500...0x2BFF, 0x3000...0x3004, 0x3008...0x3020, 0x30FB, 0xFE00...0xFE6F:
            return false
        case 0xFF00...0xFF0F, 0xFF1A...0xFF20, 0xFF3B...0xFF40, 0xFF5B...0xFF65, 0x1F000...0x1F12F, 0x1F18B...0x1FFFF:
            return false
        default: return true
        }
    }

    /// Returns whether the scalar is a dash that may separate artist and title.
    static func isDash(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x2D, 0x2010...0x2015, 0x2212, 0xFE58, 0xFE63, 0xFF0D: true
        default: false
        }
    }

    /// Returns whether the scalar is a dash long enough to separate words without spaces.
    static func isLongDash(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value == 0x2014 || scalar.value == 0x2015 || scalar.value == 0xFF0D
    }

    static func isDigit(_ scalar: Unicode.Scalar) -> Bool { scalar.value >= 0x30 && scalar.value <= 0x39 }

    /// Returns whether the scalar is a capital. ASCII needs no look-up in Unicode's tables.
    static func isCapital(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x80 ? scalar.value >= 0x41 && scalar.value <= 0x5A : scalar.properties.isUppercase
    }

    static func isSmall(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x80 ? scalar.value >= 0x61 && scalar.value <= 0x7A : scalar.properties.isLowercase
    }

    /// Returns whether the scalar may be a bracket or a quotation mark. The check is fast; only `false` is certain.
    static func mayEnclose(_ scalar: Unicode.Scalar) -> Bool {
        let value = scalar.value
        if value < 0x80 {
            return value == 0x22 || value == 0x27 || value == 0x28 || value == 0x5B || value == 0x7B
        }
        return value == 0xAB || value == 0xBB || value >= 0x2018
    }

    /// Returns whether the scalar may separate artist and title: an ASCII mark such as "-", or a scalar outside ASCII that is not part of a word.
    static func mayPart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "-", ":", "|", "/", "_", "~": true
        default: scalar.value >= 0x80 && !isWord(scalar)
        }
    }

    /// Returns the bracket that closes an opening bracket; `nil` for any other scalar.
    static func closing(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar {
        case "(": ")"
        case "[": "]"
        case "{": "}"
        case "（": "）"
        case "［": "］"
        case "【": "】"
        case "〔": "〕"
        case "「": "」"
        case "『": "』"
        case "《": "》"
        case "〈": "〉"
        default: nil
        }
    }

    /// Returns the marks that can end a quotation that begins with an opening mark; empty if the scalar is not a quotation mark.
    static func closingQuote(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        switch scalar {
        case "\"": ["\""]
        case "“", "”", "„", "‟": ["”", "“", "\""]
        case "«": ["»"]
        case "»": ["«"]
        case "‘", "‚": ["’", "‘"]
        case "'": ["'"]
        default: []
        }
    }

    /// Returns whether the scalar is an ornament: an arrow, star, heart, emoji or similar sign.
    static func isOrnament(_ scalar: Unicode.Scalar) -> Bool {
        let value = scalar.value
        return value >= 0x2190 && value < 0x2460 || value >= 0x2500 && value < 0x2C00
            || value >= 0x1F000 && value < 0x1F130
            || value >= 0x1F18B && value < 0x20000 || value >= 0xFE00 && value <= 0xFE0F
    }

    /// Returns whether the scalar is trimmed from the ends of names and titles.
    static func isTrimmed(_ scalar: Unicode.Scalar) -> Bool {
        if scalar == " " { return true }
        if scalar.value < 0x80, isWord(scalar) { return false }
        return switch scalar {
        case ",", ";", ":", "|", "_", "~", "/", "\\", "·", "•", "‧", "・", "=", "►", "▶", "»", "«", "–", "—", "―": true
        default: isSpace(scalar) || scalar == "-"
        }
    }
}
