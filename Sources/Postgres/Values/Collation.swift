/// The dictionary order of a language (spec O1.9), given by the PostgreSQL name of an ICU collation (PostgreSQL §24.2.2.2).
///
/// A collation's name cannot be a bind, so it comes from a closed list of literals and never from input (spec S1.21).
public struct Collation: Sendable {
    private let clause: StaticString

    /// Creates the collation of a language tag (RFC 5646). A language that is not listed uses ICU's root order.
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
    /// Inserts a collation, as in `order by title \(collation)`, as text of the program and not as a bind.
    public mutating func appendInterpolation(_ collation: Collation) { collation.write(to: &pieces) }
}
