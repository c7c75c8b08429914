import Postgres

/// The configuration that a tenant's app reads before sign-in (spec R2).
struct AppConfig: Sendable, Hashable {
    /// The URL of the page that the action "Learn More" opens.
    var learnMoreURL: String?
    /// The URL of the page for subscribing.
    var conversionURL: String?
    var supportURL: String?
    var supportPhone: String?
    /// Whether the tenant lets visitors create accounts.
    var offersSignUp = false
}

extension AppConfig: RowDecodable {
    init(row: Row) throws(PostgresError) {
        learnMoreURL = try row.optional("learn_more_url")
        conversionURL = try row.optional("conversion_url")
        supportURL = try row.optional("support_url")
        supportPhone = try row.optional("support_phone")
        offersSignUp = try row("sign_up")
    }
}
