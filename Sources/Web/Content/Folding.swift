import Foundation

/// Word folding for search, in the index and in queries: folded words are equal regardless of case, diacritics and variant letter forms.
public enum Folding {
    /// The largest number of scalars in a folded word. Further scalars are dropped.
    public static let longest = 64

    /// Returns the folded words of a text in order. A word is a run of letters, numbers and the marks among them.
    public static func words(of text: String) -> [String] {
        var words: [String] = []
        var word = String.UnicodeScalarView()
        var length = 0
        for scalar in text.unicodeScalars {
            guard let folded = fold(scalar) else {
                if length > 0 { words.append(String(word)) }
                word = String.UnicodeScalarView()
                length = 0
                continue
            }
            for part in folded where length < longest {
                word.append(part)
                length += 1
            }
        }
        if length > 0 { words.append(String(word)) }
        return words
    }

    /// Returns the folded form of a character: empty for a combining mark or a format character, `nil` for a character that separates words.
    public static func fold(_ scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
        Int(scalar.value) < table.count ? table[Int(scalar.value)] : computed(scalar)
    }

    /// The folded forms of the characters below U+2000, filled at the first use, because `computed` normalises a string for each character.
    private static let table: [[Unicode.Scalar]?] = (0..<0x2000).map { Unicode.Scalar($0).flatMap(computed) }

    private static func computed(_ scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
        if let letters = exceptions[scalar] { return Array(letters.unicodeScalars) }
        if isMark(scalar) { return [] }
        guard isWordCharacter(scalar) else { return nil }
        let plain = scalar.properties.lowercaseMapping.decomposedStringWithCompatibilityMapping
        return plain.lowercased().unicodeScalars.filter(isWordCharacter)
    }

    /// Letters without a Unicode decomposition, each with the letters that people type in its place.
    private static let exceptions: [Unicode.Scalar: String] = [
        "ø": "o", "Ø": "o", "đ": "d", "Đ": "d", "ð": "d", "Ð": "d", "ł": "l", "Ł": "l", "ħ": "h", "Ħ": "h", "ß": "ss",
        "ẞ": "ss", "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "þ": "th", "Þ": "th", "ı": "i", "ς": "σ",
    ]

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark, .format: true
        default: false
        }
    }

    /// Returns whether the character is a letter or a number of any script, including Roman numerals and fractions.
    public static func isWordCharacter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber:
            true
        default: false
        }
    }
}
