import Postgres
import Tenancy

/// The store of the texts and contact data for refused sign-ins and streams. The texts and the data are read only after a refusal and therefore not
/// cached.
struct LoginHelpStore: Sendable {
    let database: TenantDatabase

    /// Returns the tenant's texts and contact data; a text that is not set has its default.
    func help(in tenant: TenantID) async throws(PostgresError) -> LoginHelp {
        try await database.first(
            in: tenant,
            """
            select p.conversion_url, p.support_url, p.support_phone, t.keys, t.words
              from app.tenant_profile p
             cross join lateral (select coalesce(array_agg(e.key order by e.key), '{}') as keys,
                                        coalesce(array_agg(e.value order by e.key), '{}') as words
                                   from jsonb_each_text(p.texts) e
                                  where e.value is not null) t
             where p.tenant_id = \(tenant)
            """) ?? LoginHelp()
    }
}
