import Foundation
import Web

/// The sort key of a title and its letter in the alphabetic index of a language (spec R39).
package struct AlphabeticIndexKey: Sendable, Hashable {
    static let others = "#"

    /// The title without leading spaces, punctuation and invisible characters; the whole title if it has no other characters.
    package let sortKey: String
    /// The capital letter or group, such as "CH", under which the language lists the title; `others` if `sortKey` does not begin with a letter.
    package let letter: String

    package init(_ title: String, locale: String) {
        let scalars = title.unicodeScalars
        let start = scalars.firstIndex { !Self.isPassedOver($0) }
        sortKey = start.map { String(scalars[$0...]) } ?? title
        letter = Self.letter(of: sortKey, language: Self.language(locale))
    }

    private static func letter(of key: String, language: String) -> String {
        guard let first = key.unicodeScalars.first, Folding.isWordCharacter(first), first.properties.numericType == nil
        else {
            return others
        }
        let capitals = capitals(String(key.prefix(3)), language)
        let own = alphabets[language, default: []]
        for count in [3, 2, 1] {
            let start = String(capitals.prefix(count))
            if own.contains(start) { return start }
        }
        let letter = String(capitals.prefix(1))
        if let other = replaced[language]?[letter] { return other }
        guard let base = Folding.fold(first)?.first else { return letter }
        return String(base).uppercased()
    }

    private static func capitals(_ text: String, _ language: String) -> String {
        let text = text.precomposedStringWithCanonicalMapping
        guard language == "tr" || language == "az" else { return text.uppercased() }
        return text.replacing("i", with: "İ").uppercased()
    }

    private static func language(_ locale: String) -> String {
        String(locale.prefix { $0 != "-" }).lowercased()
    }

    private static func isPassedOver(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .format, .connectorPunctuation,
            .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
            .otherPunctuation, .modifierSymbol, .nonspacingMark:
            true
        default: false
        }
    }

    /// The letters and groups of letters that have their own heading in a language, in addition to the base letters (CLDR index exemplar characters).
    /// Any other letter with a diacritic is listed under its base letter, except those in `replaced`.
    private static let alphabets: [String: Set<String>] = [
        "cs": ["Č", "CH", "Ř", "Š", "Ž"], "sk": ["Ä", "Č", "CH", "Ô", "Š", "Ž"],
        "pl": ["Ą", "Ć", "Ę", "Ł", "Ń", "Ó", "Ś", "Ź", "Ż"], "sv": ["Å", "Ä", "Ö"], "fi": ["Å", "Ä", "Ö"],
        "da": ["Æ", "Ø", "Å"], "nb": ["Æ", "Ø", "Å"], "nn": ["Æ", "Ø", "Å"], "no": ["Æ", "Ø", "Å"],
        "is": ["Á", "É", "Í", "Ó", "Ú", "Ý", "Þ", "Æ", "Ö"], "et": ["Š", "Ž", "Õ", "Ä", "Ö", "Ü"],
        "lv": ["Č", "Ģ", "Ķ", "Ļ", "Ņ", "Š", "Ž"], "lt": ["Č", "Š", "Ž"], "sl": ["Č", "Ć", "Đ", "Š", "Ž"],
        "hr": ["Č", "Ć", "DŽ", "Đ", "LJ", "NJ", "Š", "Ž"], "bs": ["Č", "Ć", "DŽ", "Đ", "LJ", "NJ", "Š", "Ž"],
        "hu": ["CS", "DZ", "DZS", "GY", "LY", "NY", "Ö", "SZ", "TY", "Ü", "ZS"],
        "ro": ["Ă", "Â", "Î", "Ș", "Ț"], "sq": ["Ç", "DH", "Ë", "GJ", "LL", "NJ", "RR", "SH", "TH", "XH", "ZH"],
        "tr": ["Ç", "Ğ", "İ", "Ö", "Ş", "Ü"], "az": ["Ç", "Ə", "Ğ", "İ", "Ö", "Ş", "Ü"], "es": ["Ñ"], "gl": ["Ñ"],
        "cy": ["CH", "DD", "FF", "NG", "LL", "PH", "RH", "TH"], "ru": ["Й"], "be": ["Й", "Ў"],
        "uk": ["Ґ", "Є", "І", "Ї", "Й"], "vi": ["Ă", "Â", "Đ", "Ê", "Ô", "Ơ", "Ư"],
    ]

    private static let replaced = [
        "hu": ["Ő": "Ö", "Ű": "Ü"], "sv": ["Æ": "Ä", "Ø": "Ö"], "fi": ["Æ": "Ä", "Ø": "Ö"],
    ]
}
