import FoundationEssentials
import Postgres
import Tenancy

/// The texts and contact data that a tenant shows when a sign-in or a stream is refused (spec R2, R4).
struct LoginHelp: Sendable, Hashable {
    var texts = TenantTexts()
    /// The URL of the page for subscribing; `nil` if it is not set.
    var conversionURL: String?
    var supportURL: String?
    /// The telephone number for display, such as "+44 20 7946 0123"; `nil` if it is not set.
    var supportPhone: String?

    /// The number for a `tel:` address (RFC 3966 §5.1.1), such as "+44-20-7946-0123"; `nil` without a telephone number.
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
