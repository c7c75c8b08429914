import Postgres
import Tenancy
import Web

/// The store of upgrade rules. A change, the audit event and the notification to all servers are one transaction. Changes of a rule throw 404 if the
/// tenant does not have the rule, and 412 if `ifMatch` does not hold.
public struct UpgradeRuleStore: Sendable {
    let database: TenantDatabase

    /// The maximum number of rules of a tenant, which bounds the cost of each request with a version.
    static let limit = 200

    public init(database: TenantDatabase) { self.database = database }

    /// Returns all upgrade rules of a tenant, oldest first.
    func rules(in tenant: TenantID) async throws(PostgresError) -> [UpgradeRule] {
        try await database.all(
            in: tenant,
            """
            select rule_id, platform, version_range, kind, message, link_url, active_from, active_to, revision,
                   created_at, updated_at
              from app.upgrade_rule
             where tenant_id = \(tenant)
             order by rule_id
            """)
    }

    /// Returns a rule; `nil` if the tenant does not have it.
    func rule(_ id: UpgradeRule.ID, in tenant: TenantID) async throws(PostgresError) -> UpgradeRule? {
        try await database.first(in: tenant, Self.selection(id, tenant))
    }

    /// Adds a rule. Throws 409 if the tenant has `limit` rules; simultaneous requests may exceed the limit.
    func add(_ draft: UpgradeRuleDraft, in tenant: TenantID, _ context: RequestContext) async throws -> UpgradeRule {
        try await database.transaction(in: tenant) { transaction in
            let rows = try await transaction.rows(
                """
                insert into app.upgrade_rule (tenant_id, platform, version_range, kind, message, link_url, active_from,
                                              active_to)
                select \(tenant), \(draft.platform), \(draft.versionRange.text), \(draft.kind.rawValue), \(draft.message),
                       \(draft.linkURL), \(draft.activeFrom?.date), \(draft.activeTo?.date)
                 where (select count(*) from app.upgrade_rule where tenant_id = \(tenant)) < \(Self.limit)
                returning rule_id, platform, version_range, kind, message, link_url, active_from, active_to, revision,
                          created_at, updated_at
                """)
            guard let row = rows.first else {
                throw APIError(
                    .conflict, code: .tooManyRules,
                    "the tenant has \(Self.limit) upgrade rules, the maximum: delete a rule first")
            }
            let rule = try UpgradeRule(row: row)
            try await Self.conclude(transaction, "upgrade.create", rule.id, draft, tenant, context)
            return rule
        }
    }

    /// Replaces the content of a rule. Changed content gets a new revision, so that earlier dismissals no longer apply; equal content writes nothing.
    func replace(
        _ id: UpgradeRule.ID, by draft: UpgradeRuleDraft, ifMatch: IfMatch,
        in tenant: TenantID, _ context: RequestContext
    ) async throws -> UpgradeRule {
        try await database.transaction(in: tenant) { transaction in
            let stored = try await Self.stored(id, transaction, tenant)
            try ifMatch.check(RevisionTag(stored.revision, of: tenant).text)
            guard stored.content != draft else { return stored }
            let rows = try await transaction.rows(
                """
                update app.upgrade_rule
                   set platform = \(draft.platform), version_range = \(draft.versionRange.text),
                       kind = \(draft.kind.rawValue), message = \(draft.message), link_url = \(draft.linkURL),
                       active_from = \(draft.activeFrom?.date), active_to = \(draft.activeTo?.date),
                       revision = revision + 1, updated_at = now()
                 where tenant_id = \(tenant)
                   and rule_id = \(id.rawValue)
                returning rule_id, platform, version_range, kind, message, link_url, active_from, active_to, revision,
                          created_at, updated_at
                """)
            guard let row = rows.first else { throw APIError.noSuchRule }
            try await Self.conclude(transaction, "upgrade.change", id, draft, tenant, context)
            return try UpgradeRule(row: row)
        }
    }

    /// Deletes a rule and all its dismissals.
    func remove(
        _ id: UpgradeRule.ID, ifMatch: IfMatch, in tenant: TenantID, _ context: RequestContext
    ) async throws {
        try await database.transaction(in: tenant) { transaction in
            let stored = try await Self.stored(id, transaction, tenant)
            try ifMatch.check(RevisionTag(stored.revision, of: tenant).text)
            _ = try await transaction.batch([
                """
                delete from app.notice_dismissal
                 where tenant_id = \(tenant)
                   and notice = \(id.noticeID)
                """,
                """
                delete from app.upgrade_rule
                 where tenant_id = \(tenant)
                   and rule_id = \(id.rawValue)
                """,
            ])
            try await Self.conclude(transaction, "upgrade.delete", id, stored.content, tenant, context)
        }
    }

    private static func stored(
        _ id: UpgradeRule.ID, _ transaction: Transaction, _ tenant: TenantID
    ) async throws -> UpgradeRule {
        guard let row = try await transaction.rows(selection(id, tenant).appending(" for update")).first else {
            throw APIError.noSuchRule
        }
        return try UpgradeRule(row: row)
    }

    private static func selection(_ id: UpgradeRule.ID, _ tenant: TenantID) -> SQL {
        """
        select rule_id, platform, version_range, kind, message, link_url, active_from, active_to, revision,
               created_at, updated_at
          from app.upgrade_rule
         where tenant_id = \(tenant)
           and rule_id = \(id.rawValue)
        """
    }

    private static func conclude(
        _ transaction: Transaction, _ action: String, _ id: UpgradeRule.ID, _ draft: UpgradeRuleDraft,
        _ tenant: TenantID,
        _ context: RequestContext
    ) async throws {
        let event = try context.audit(
            action, subject: id.description,
            detail: ["platform": draft.platform, "versionRange": draft.versionRange.text, "kind": draft.kind.rawValue])
        _ = try await transaction.batch([event.insertion(in: tenant), NoticeChange.notification(of: tenant)])
    }
}

extension APIError {
    static let noSuchRule = APIError(
        .notFound, code: .noSuchRule, "there is no upgrade rule with this ID: check the ID")
}
