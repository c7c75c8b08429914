import Foundation
import Postgres
import Tenancy
import Web

/// A store for the secret addresses of alert calendars. An account has at most one address.
public struct AlertCalendarStore: Sendable {
    private let database: TenantDatabase

    public init(database: TenantDatabase) { self.database = database }

    /// The account to which a calendar address belongs.
    public struct Reader: Sendable, Hashable {
        public let account: Int64
        /// The lead time of the calendar's reminders, in minutes.
        public let leadMinutes: Int32
    }

    /// Returns the account whose address contains this secret; `nil` if the secret is invalid or revoked, or the account is disabled.
    public func reader(secret: String, in tenant: TenantID) async throws -> Reader? {
        guard let key = SecretKey(secret) else { return nil }
        let row = try await database.rows(
            in: tenant,
            """
            select k.user_id, t.alert_lead_minutes
              from app.alert_calendar k
              join app.user_account u on u.tenant_id = \(tenant) and u.user_id = k.user_id and u.disabled_at is null
              left join app.account_setting t on t.tenant_id = \(tenant) and t.user_id = k.user_id
             where k.tenant_id = \(tenant)
               and k.token_hash = \(key.hash)
            """
        ).first
        return try row.map { row in
            Reader(
                account: try row("user_id"),
                leadMinutes: try row.optional("alert_lead_minutes") ?? AlertRule.defaultLeadMinutes)
        }
    }

    /// Returns the creation time of the account's address, or `nil` if there is none.
    func createdAt(of account: Int64, in tenant: TenantID) async throws -> Instant? {
        let row = try await database.rows(
            in: tenant,
            """
            select created_at
              from app.alert_calendar
             where tenant_id = \(tenant)
               and user_id = \(account)
            """
        ).first
        return try row.map { Instant(try $0("created_at", as: Date.self)) }
    }

    /// Stores a new address, which replaces the previous one, and its audit record in one transaction. Only the hash of the secret is stored.
    func make(
        _ key: SecretKey, for account: Int64, at now: Instant, recorded: AuditEvent, in tenant: TenantID
    ) async throws {
        _ = try await database.batch(
            in: tenant,
            [
                """
                insert into app.alert_calendar (tenant_id, user_id, token_hash, created_at)
                values (\(tenant), \(account), \(key.hash), \(now.date))
                    on conflict (tenant_id, user_id) do update
                   set token_hash = excluded.token_hash, created_at = excluded.created_at
                """,
                recorded.insertion(in: tenant),
            ])
    }

    /// Revokes the account's address and writes the audit record in one transaction. Returns whether there was an address.
    func revoke(of account: Int64, recorded: AuditEvent, in tenant: TenantID) async throws -> Bool {
        try await database.transaction(in: tenant) { transaction in
            let gone = try await transaction.rows(
                """
                delete from app.alert_calendar
                 where tenant_id = \(tenant)
                   and user_id = \(account)
                returning user_id
                """)
            guard !gone.isEmpty else { return false }
            _ = try await transaction.rows(recorded.insertion(in: tenant))
            return true
        }
    }
}
