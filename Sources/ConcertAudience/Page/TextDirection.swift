/// The direction in which texts are read. The raw value is the value of the attribute `dir` (HTML, "the dir attribute").
enum TextDirection: String, Sendable {
    case leftToRight = "ltr"
    case rightToLeft = "rtl"

    /// Languages usually written from right to left.
    private static let languages: Set<Substring> = [
        "ar", "arc", "ary", "arz", "azb", "bal", "ckb", "dv", "fa", "he", "iw", "ji", "khw", "ks", "mzn", "nqo", "pnb",
        "ps", "sd", "sdh", "skr", "syr", "ug", "ur", "yi",
    ]

    /// Scripts written from right to left (ISO 15924).
    private static let scripts: Set<Substring> = [
        "adlm", "arab", "aran", "hebr", "mand", "nkoo", "rohg", "samr", "syrc", "thaa", "yezi",
    ]

    /// Creates the direction of texts in a language: by the script in the tag (RFC 5646 §2.2.3), or otherwise by the usual script of the language.
    ///
    /// - Parameter tag: A BCP 47 tag, in upper or lower case. An empty tag gives `nil`.
    init?(language tag: String) {
        let parts = tag.lowercased().split(separator: "-")
        guard let base = parts.first else { return nil }
        // Extended language subtags have three letters and come before the script.
        let next = parts.dropFirst().drop(while: { $0.utf8.count == 3 }).first ?? ""
        let isScript = next.utf8.count == 4 && next.utf8.allSatisfy { $0 >= 0x61 && $0 <= 0x7A }
        let isRightToLeft = isScript ? Self.scripts.contains(next) : Self.languages.contains(base)
        self = isRightToLeft ? .rightToLeft : .leftToRight
    }
}
