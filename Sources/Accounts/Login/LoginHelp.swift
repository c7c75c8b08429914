import FoundationEssentials
import Postgres
import Tenancy

/// What a tenant says to those whom it does not let in: its words, and where help is (spec R2, R4).
struct LoginHelp: Sendable, Hashable {
    var texts = TenantTexts()
    /// Where one subscribes.
    var conversionURL: String?
    var supportURL: String?
    /// As people write it: "+44 20 7946 0123".
    var supportPhone: String?

    /// The number as RFC 3966 §5.1.1 allows it: digits and the separators "-", ".", "(" and ")".
    var telephone: String? {
        supportPhone.map { number in
            let parts = number.split { $0 == " " || $0 == "/" || $0 == "-" }
            return parts.joined(separator: "-")
        }
    }
}

extension LoginHelp: RowDecodable {
    init(row: Row) throws(PostgresError) {
        let keys: [String] = try row("keys")
        let words: [String] = try row("words")
        texts = TenantTexts(Dictionary(zip(keys, words)) { first, _ in first })
        conversionURL = try row.optional("conversion_url")
        supportURL = try row.optional("support_url")
        supportPhone = try row.optional("support_phone")
    }
}
