import Foundation

/// How search compares words: without case, diacritics and forms of the same letter, the same when they are written down
/// and when they are asked for.
public enum Folding {
    /// Longer words are cut, here and in questions alike.
    public static let longest = 64

    /// The words of a text in order, folded: runs of letters and digits.
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

    /// What stands for a character; nothing for a mark on the one before, `nil` for what stands between words.
    public static func fold(_ scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
        Int(scalar.value) < table.count ? table[Int(scalar.value)] : computed(scalar)
    }

    /// Of the alphabets of Europe and the Near East, since the rule below costs a hundred times as much.
    private static let table: [[Unicode.Scalar]?] = (0..<0x2000).map { Unicode.Scalar($0).flatMap(computed) }

    private static func computed(_ scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
        if let letters = peculiar[scalar] { return Array(letters.unicodeScalars) }
        if isMark(scalar) { return [] }
        guard isOfWord(scalar) else { return nil }
        let plain = scalar.properties.lowercaseMapping.decomposedStringWithCompatibilityMapping
        return plain.lowercased().unicodeScalars.filter(isOfWord)
    }

    /// Letters of their own to Unicode, which people without that key write like this.
    private static let peculiar: [Unicode.Scalar: String] = [
        "ø": "o", "Ø": "o", "đ": "d", "Đ": "d", "ð": "d", "Ð": "d", "ł": "l", "Ł": "l", "ħ": "h", "Ħ": "h", "ß": "ss",
        "ẞ": "ss", "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "þ": "th", "Þ": "th", "ı": "i", "ς": "σ",
    ]

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark, .format: true
        default: false
        }
    }

    /// Whether it is a letter or a digit of any script.
    public static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber:
            true
        default: false
        }
    }
}
