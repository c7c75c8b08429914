import Postgres
import Tenancy

/// The store that reads the configuration of a tenant's app.
public struct AppConfigStore: Sendable {
    let database: TenantDatabase

    public init(database: TenantDatabase) { self.database = database }

    static func selection(in tenant: TenantID) -> SQL {
        """
        select learn_more_url, conversion_url, support_url, support_phone, sign_up
          from app.tenant_profile
         where tenant_id = \(tenant)
        """
    }

    /// Returns the configuration. A tenant without a profile has no addresses and does not let visitors create accounts.
    func config(of tenant: TenantID) async throws(PostgresError) -> AppConfig {
        try await database.first(in: tenant, Self.selection(in: tenant)) ?? AppConfig()
    }
}
