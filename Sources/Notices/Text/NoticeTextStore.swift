import Postgres
import Tenancy
import Web

/// The store of the texts of notices. A change, the audit event and the notification to all servers are one transaction.
public struct NoticeTextStore: Sendable {
    private let database: TenantDatabase

    public init(database: TenantDatabase) { self.database = database }

    /// Returns the statement that selects the texts that a tenant has set.
    static func selection(in tenant: TenantID) -> SQL {
        """
        select kind, title, message, active, revision
          from app.notice
         where tenant_id = \(tenant)
         order by kind
        """
    }

    func text(_ kind: NoticeText.Kind, in tenant: TenantID) async throws(PostgresError) -> NoticeText {
        try await database.all(in: tenant, as: NoticeText.self, Self.selection(in: tenant)).text(kind)
    }

    /// Replaces a text and returns the result. A different title or message gets a new revision, to which earlier dismissals do not apply; an equal
    /// draft writes nothing. Throws 412 if `ifMatch` does not hold.
    func replace(
        _ draft: NoticeTextDraft, ifMatch: IfMatch, in tenant: TenantID,
        _ context: RequestContext
    ) async throws -> NoticeText {
        try await database.transaction(in: tenant) { transaction in
            let rows = try await transaction.rows(Self.selection(in: tenant).appending(" for update"))
            var written: [NoticeText] = []
            for row in rows { written.append(try NoticeText(row: row)) }
            let stored = written.text(draft.kind)
            try ifMatch.check(stored.tag(of: tenant).text)
            guard stored.title != draft.title || stored.message != draft.message || stored.isActive != draft.isActive
            else {
                return stored
            }
            let event = try context.audit(
                "notice.change", subject: draft.kind.rawValue,
                detail: ["title": draft.title, "active": draft.isActive ? "true" : "false"])
            let results = try await transaction.batch([
                Self.writing(draft, tenant), event.insertion(in: tenant), NoticeChange.notification(of: tenant),
            ])
            guard let row = results[0].first else {
                throw PostgresError.noRow("kind")
            }
            return try NoticeText(row: row)
        }
    }

    private static func writing(_ draft: NoticeTextDraft, _ tenant: TenantID) -> SQL {
        """
        insert into app.notice as n (tenant_id, kind, title, message, active)
        values (\(tenant), \(draft.kind.rawValue), \(draft.title), \(draft.message), \(draft.isActive))
            on conflict (tenant_id, kind) do update
           set title = excluded.title, message = excluded.message, active = excluded.active, updated_at = now(),
               revision = n.revision + case when (n.title, n.message) = (excluded.title, excluded.message)
                                            then 0 else 1 end
        returning kind, title, message, active, revision
        """
    }
}
