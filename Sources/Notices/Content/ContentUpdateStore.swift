import Postgres
import Tenancy
import Web

/// The store of content updates and their acknowledgements.
public struct ContentUpdateStore: Sendable {
    private let database: TenantDatabase

    static let listLimit: Int64 = 200

    public init(database: TenantDatabase) { self.database = database }

    /// Returns the newest announced revision; `nil` before the first announcement.
    public func newest(in tenant: TenantID) async throws(PostgresError) -> ContentRevision? {
        guard let row = try await database.rows(in: tenant, Self.newest(tenant)).first else { return nil }
        return try Self.revision(row)
    }

    static func newest(_ tenant: TenantID) -> SQL {
        """
        select revision
          from app.content_update
         where tenant_id = \(tenant)
         order by revision desc
         limit 1
        """
    }

    static func revision(_ row: Row) throws(PostgresError) -> ContentRevision {
        ContentRevision(rawValue: try row("revision"))
    }

    /// Returns the statement that selects the newest update, unless the account has acknowledged this update. Without an account, no row is selected.
    /// Older updates have no notices.
    static func unacknowledged(by account: Int64?, in tenant: TenantID) -> SQL {
        """
        select u.revision, u.message, u.created_at
          from app.content_update u
         where u.tenant_id = \(tenant)
           and \(account) is not null
           and u.revision = (select max(revision) from app.content_update where tenant_id = \(tenant))
           and u.revision > coalesce((select a.revision
                                        from app.content_acknowledgement a
                                       where a.tenant_id = \(tenant)
                                         and a.user_id = \(account)), 0)
        """
    }

    /// Returns the newest updates, newest first, at most `listLimit`.
    func updates(in tenant: TenantID) async throws(PostgresError) -> [ContentUpdate] {
        try await database.all(
            in: tenant,
            """
            select revision, message, created_at
              from app.content_update
             where tenant_id = \(tenant)
             order by revision desc
             limit \(Self.listLimit)
            """)
    }

    /// Announces new content and returns the announcement. The audit event and the notification to all servers are in the same transaction.
    func announce(_ message: String, in tenant: TenantID, _ context: RequestContext) async throws -> ContentUpdate {
        for _ in 1..<Self.attempts {
            do {
                return try await attempt(message, tenant, context)
            } catch let error as PostgresError where error.constraint == "content_update_pkey" {
                continue
            }
        }
        return try await attempt(message, tenant, context)
    }

    private static let attempts = 10

    /// Announces new content and notifies all servers, within the caller's transaction. The caller writes the audit event. Other announcements of the
    /// tenant wait for the end of the transaction.
    public func announce(_ message: String, in tenant: TenantID, within transaction: Transaction) async throws {
        // The next statement takes its snapshot while the lock is held.
        _ = try await transaction.rows("select pg_advisory_xact_lock(\(Self.lock), \(tenant.rawValue))")
        _ = try await transaction.batch([
            """
            insert into app.content_update (tenant_id, revision, message)
            select \(tenant), coalesce(max(revision), 0) + 1, \(message)
              from app.content_update
             where tenant_id = \(tenant)
            """,
            NoticeChange.notification(of: tenant),
        ])
    }

    /// The first key of the advisory lock for announcements, which no other advisory lock uses.
    private static let lock: Int32 = 7212

    private func attempt(_ message: String, _ tenant: TenantID, _ context: RequestContext) async throws -> ContentUpdate
    {
        try await database.transaction(in: tenant) { transaction in
            _ = try await transaction.rows("select pg_advisory_xact_lock(\(Self.lock), \(tenant.rawValue))")
            let rows = try await transaction.rows(
                """
                insert into app.content_update (tenant_id, revision, message)
                select \(tenant), coalesce(max(revision), 0) + 1, \(message)
                  from app.content_update
                 where tenant_id = \(tenant)
                returning revision, message, created_at
                """)
            guard let row = rows.first else {
                throw PostgresError.noRow("revision")
            }
            let update = try ContentUpdate(row: row)
            let event = try context.audit("content.announce", subject: String(update.revision.rawValue))
            _ = try await transaction.batch([event.insertion(in: tenant), NoticeChange.notification(of: tenant)])
            return update
        }
    }

    /// Records that an account has acknowledged all updates up to a revision. Returns the acknowledged revision, which never decreases, or `nil` if
    /// `revision` has not been announced.
    func acknowledge(
        _ revision: ContentRevision, by account: Int64, in tenant: TenantID
    ) async throws(PostgresError) -> ContentRevision? {
        let rows = try await database.rows(
            in: tenant,
            """
            insert into app.content_acknowledgement as a (tenant_id, user_id, revision)
            select \(tenant), \(account), \(revision.rawValue)
             where \(revision.rawValue) <= coalesce((select max(revision)
                                                       from app.content_update
                                                      where tenant_id = \(tenant)), 0)
                on conflict (tenant_id, user_id) do update
               set revision = greatest(a.revision, excluded.revision), updated_at = now()
            returning revision
            """)
        guard let row = rows.first else { return nil }
        return try Self.revision(row)
    }
}
