import Postgres
import Tenancy
import Web

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The store of applications that tenants have registered at SoundCloud themselves. Other tenants share the installation's application.
struct TenantApplications: Sendable {
    private let database: TenantDatabase
    /// The encryption of secrets; `nil` if no key is configured, in which case applications cannot be set.
    private let vault: TokenVault?

    init(database: TenantDatabase, vault: TokenVault?) {
        self.database = database
        self.vault = vault
    }

    /// A tenant's own application, without its secret.
    struct Application: Sendable, Hashable, RowDecodable {
        let clientID: String
        let changedAt: Instant

        init(row: Row) throws(PostgresError) {
            clientID = try row("client_id")
            changedAt = Instant(try row("changed_at", as: Date.self))
        }
    }

    /// Returns the tenant's own application, with a redirect address on the tenant's host, or `shared` if the tenant has none or no key is
    /// configured.
    ///
    /// Encrypts the secret again if an older key was used. Throws `CloudError.secretUnreadable` if the secret cannot be decrypted.
    func app(of tenant: TenantID, default shared: SoundCloudApp) async throws -> SoundCloudApp {
        let rows = try await database.rows(
            in: tenant, "select client_id, client_secret from app.cloud_application where tenant_id = \(tenant)")
        guard let row = rows.first, let vault else { return shared }
        var app = shared
        app.clientID = try row("client_id")
        app.redirect = nil
        let sealed: [UInt8] = try row("client_secret")
        do {
            app.clientSecret = try vault.open(sealed, as: Self.label(tenant))
        } catch {
            throw CloudError.secretUnreadable
        }
        if !vault.isCurrent(sealed) {
            // Another request may have set another secret in the meantime.
            _ = try await database.rows(
                in: tenant,
                """
                update app.cloud_application
                   set client_secret = \(try vault.seal(app.clientSecret, as: Self.label(tenant)))
                 where tenant_id = \(tenant)
                   and client_secret = \(sealed)
                """)
        }
        return app
    }

    /// Returns the tenant's own application; `nil` if the tenant has none.
    func application(of tenant: TenantID) async throws(PostgresError) -> Application? {
        try await database.first(
            in: tenant, "select client_id, changed_at from app.cloud_application where tenant_id = \(tenant)")
    }

    /// Sets the application of a tenant and records the change, in one transaction. Returns the stored application. Throws 503 without a vault.
    func set(
        clientID: String, secret: String, of tenant: TenantID, recorded: AuditEvent
    ) async throws -> Application? {
        guard let vault else { throw Self.noKey }
        let sealed = try vault.seal(secret, as: Self.label(tenant))
        let rows = try await database.batch(
            in: tenant,
            [
                """
                insert into app.cloud_application (tenant_id, client_id, client_secret)
                values (\(tenant), \(clientID), \(sealed))
                    on conflict (tenant_id) do update
                   set client_id = excluded.client_id, client_secret = excluded.client_secret, changed_at = now()
                returning client_id, changed_at
                """, recorded.insertion(in: tenant),
            ])
        return try rows[0].first.map { row throws(PostgresError) in try Application(row: row) }
    }

    /// Removes the application of a tenant and records the removal, in one transaction. Returns whether the tenant had an application.
    func remove(of tenant: TenantID, recorded: AuditEvent) async throws -> Bool {
        try await database.transaction(in: tenant) { transaction in
            let gone = try await transaction.rows(
                "delete from app.cloud_application where tenant_id = \(tenant) returning client_id")
            guard !gone.isEmpty else { return false }
            _ = try await transaction.rows(recorded.insertion(in: tenant))
            return true
        }
    }

    /// Returns the reason why a text is not valid as a client ID or a secret; `nil` for a valid text.
    static func reason(against text: String) -> String? {
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            return "must contain only printable ASCII without spaces: copy it from SoundCloud again"
        }
        return (1...200).contains(text.utf8.count) ? nil : "must have 1 to 200 characters, found \(text.utf8.count)"
    }

    private static let noKey = APIError(
        .serviceUnavailable, code: .noSecretKey,
        "this server has no key for encrypting secrets: its administrator must set TUTTI_SECRET_KEY_FILE")

    private static func label(_ tenant: TenantID) -> TokenVault.Label {
        TokenVault.Label(kind: .application, tenant: tenant, account: 0)
    }
}
