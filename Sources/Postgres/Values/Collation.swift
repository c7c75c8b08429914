/// The order in which people of a language look words up: a collation of ICU as PostgreSQL names it (§24.2.2.3).
///
/// A name of the database's cannot be a bind; it is chosen from a closed list of literals, so that none comes from outside.
/// Spec O1.9.
public struct Collation: Sendable {
    private let clause: StaticString

    /// - Parameter locale: RFC 5646; what is not listed is ordered as ICU's root does.
    public init(locale: String) {
        let language = locale.prefix { $0 != "-" && $0 != "_" }.lowercased()
        clause = Self.clauses[language] ?? #"collate "und-x-icu""#
    }

    private static let clauses: [String: StaticString] = [
        "cs": #"collate "cs-x-icu""#, "da": #"collate "da-x-icu""#, "de": #"collate "de-x-icu""#,
        "en": #"collate "en-x-icu""#, "es": #"collate "es-x-icu""#, "et": #"collate "et-x-icu""#,
        "fi": #"collate "fi-x-icu""#, "fr": #"collate "fr-x-icu""#, "he": #"collate "he-x-icu""#,
        "hr": #"collate "hr-x-icu""#, "hu": #"collate "hu-x-icu""#, "it": #"collate "it-x-icu""#,
        "lt": #"collate "lt-x-icu""#, "lv": #"collate "lv-x-icu""#, "nb": #"collate "nb-x-icu""#,
        "nl": #"collate "nl-x-icu""#, "nn": #"collate "nn-x-icu""#, "no": #"collate "nb-x-icu""#,
        "pl": #"collate "pl-x-icu""#, "pt": #"collate "pt-x-icu""#, "ro": #"collate "ro-x-icu""#,
        "ru": #"collate "ru-x-icu""#, "sk": #"collate "sk-x-icu""#, "sl": #"collate "sl-x-icu""#,
        "sv": #"collate "sv-x-icu""#, "tr": #"collate "tr-x-icu""#, "uk": #"collate "uk-x-icu""#,
    ]

    fileprivate func write(to pieces: inout StatementText) { pieces.append(clause) }
}

extension SQL.StringInterpolation {
    /// "order by title \(collation)": text of the program, no bind.
    public mutating func appendInterpolation(_ collation: Collation) { collation.write(to: &pieces) }
}
