import Postgres

/// What a tenant's app needs to know before anybody logs in (spec R2), as the tenant's administrators set it.
struct AppConfig: Sendable, Hashable {
    /// Where "Learn More" leads.
    var learnMoreURL: String?
    /// Where one subscribes.
    var conversionURL: String?
    var supportURL: String?
    var supportPhone: String?
    /// Whether visitors may make an account themselves.
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
