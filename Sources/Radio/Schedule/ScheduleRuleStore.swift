import Postgres
import ScheduleCore
import Tenancy
import Web

/// A store for schedule rules. A change, its effects on airings, its audit event and the notification are one transaction.
public struct ScheduleRuleStore: Sendable {
    let database: TenantDatabase
    let materialiser: ScheduleMaterialiser

    /// The maximum number of rules of a channel that have not ended. Every change reads all these rules.
    static let limit = 500

    public init(database: TenantDatabase, materialiser: ScheduleMaterialiser) {
        self.database = database
        self.materialiser = materialiser
    }

    /// Returns a page of at most `limit` rules, in order of creation.
    ///
    /// - Parameters:
    ///   - channel: The channel of the rules; `nil` for all channels.
    ///   - cursor: The ID of the last rule on the previous page; `nil` for the first page.
    package func rules(
        of channel: Channel.ID?, after cursor: ScheduleRule.ID?, limit: Int, in tenant: TenantID
    ) async throws(PostgresError) -> [ScheduleRule] {
        try await database.all(
            in: tenant,
            """
            select rule_id, channel_id, show_id, starts_on - date '1970-01-01' as starts_day,
                   ends_on - date '1970-01-01' as ends_day, extract(epoch from start_time)::integer as start_second,
                   duration_ms, recurrence, priority, is_live, is_repeat, source, revision
              from app.schedule_rule
             where tenant_id = \(tenant)
               and (\(channel?.rawValue) is null or channel_id = \(channel?.rawValue))
               and rule_id > \(cursor?.rawValue ?? 0)
             order by rule_id
             limit \(limit)
            """)
    }

    /// Returns a rule, or `nil` if the tenant has none with this ID.
    package func rule(_ id: ScheduleRule.ID, in tenant: TenantID) async throws(PostgresError) -> ScheduleRule? {
        try await database.first(in: tenant, Self.selection(id, tenant))
    }

    /// Creates a rule and its airings.
    ///
    /// - Throws: `APIError` 409 if the channel has too many rules or an unknown time zone, 422 for an unknown channel or show.
    package func add(
        _ draft: ScheduleRuleDraft, in tenant: TenantID, _ context: RequestContext
    ) async throws -> ScheduleRule {
        try await ScheduleAnswer.translating {
            try await database.transaction(in: tenant) { transaction in
                guard let row = try await transaction.rows(Self.insertion(draft, tenant)).first else {
                    throw APIError.tooManyRules
                }
                let rule = try ScheduleRule(row: row)
                try await conclude(transaction, "schedule.rule.create", rule, [rule.channel], [rule.show], context)
                return rule
            }
        }
    }

    /// Replaces the content of a rule and updates its future airings. Writes nothing if nothing changes.
    ///
    /// - Throws: `APIError` 404 for an unknown rule, 409 if the channel has too many rules or an unknown time zone, 412 if `ifMatch` does not match,
    ///   422 for an unknown channel or show.
    package func replace(
        _ id: ScheduleRule.ID, by draft: ScheduleRuleDraft, ifMatch: IfMatch, in tenant: TenantID,
        _ context: RequestContext
    ) async throws -> ScheduleRule {
        try await ScheduleAnswer.translating {
            try await database.transaction(in: tenant) { transaction in
                let stored = try await Self.stored(id, ifMatch, transaction, tenant)
                guard stored.content != draft else { return stored }
                let rows = try await transaction.rows(Self.update(id, draft, tenant))
                guard let row = rows.first else { throw APIError.tooManyRules }
                let rule = try ScheduleRule(row: row)
                try await conclude(
                    transaction, "schedule.rule.change", rule, [rule.channel, stored.channel],
                    [rule.show, stored.show],
                    context)
                return rule
            }
        }
    }

    /// Deletes a rule. Airings that have started stay; future airings stay stored as cancelled, because calendars show cancelled airings.
    ///
    /// - Throws: `APIError` 404 for an unknown rule, 409 if the channel's time zone is unknown, 412 if `ifMatch` does not match.
    package func remove(
        _ id: ScheduleRule.ID, ifMatch: IfMatch, in tenant: TenantID, _ context: RequestContext
    ) async throws {
        try await database.transaction(in: tenant) { transaction in
            let stored = try await Self.stored(id, ifMatch, transaction, tenant)
            try await materialiser.lock([stored.channel], in: tenant, transaction)
            try await release(of: stored, in: tenant, transaction)
            try await conclude(transaction, "schedule.rule.delete", stored, [stored.channel], [stored.show], context)
        }
    }

    /// Deletes a rule, detaches its airings and cancels the future ones. The caller materialises the channel afterwards.
    func release(of rule: ScheduleRule, in tenant: TenantID, _ transaction: Transaction) async throws {
        _ = try await transaction.batch([
            """
            update app.airing
               set rule_id = null, slot_date = null,
                   is_cancelled = is_cancelled or starts_at > \(materialiser.now().date),
                   revision = revision + 1, updated_at = now()
             where tenant_id = \(tenant)
               and rule_id = \(rule.id.rawValue)
            """,
            """
            delete from app.schedule_rule
             where tenant_id = \(tenant)
               and rule_id = \(rule.id.rawValue)
            """,
        ])
    }

    private static func stored(
        _ id: ScheduleRule.ID, _ ifMatch: IfMatch, _ transaction: Transaction, _ tenant: TenantID
    ) async throws -> ScheduleRule {
        guard let row = try await transaction.rows(selection(id, tenant).appending(" for update")).first else {
            throw APIError.noSuchScheduleRule
        }
        let rule = try ScheduleRule(row: row)
        try ifMatch.check(ScheduleAnswer.tag(rule.revision, tenant))
        return rule
    }

    /// Returns the statement that inserts a rule; no row is inserted if the channel has `limit` rules that have not ended.
    static func insertion(_ draft: ScheduleRuleDraft, _ tenant: TenantID) -> SQL {
        """
        insert into app.schedule_rule (tenant_id, channel_id, show_id, starts_on, ends_on, start_time,
                                       duration_ms, recurrence, priority, is_live, is_repeat)
        select \(tenant), \(draft.channel.rawValue), \(draft.show.rawValue),
               date '1970-01-01' + \(draft.startsOn.number), date '1970-01-01' + \(draft.endsOn?.number),
               \(draft.startTime.description)::time, \(draft.durationMs), \(draft.recurrence),
               \(draft.priority), \(draft.isLive), \(draft.isRepeat)
         where \(isBelowLimit(draft.channel, tenant))
        returning rule_id, channel_id, show_id, starts_on - date '1970-01-01' as starts_day,
                  ends_on - date '1970-01-01' as ends_day,
                  extract(epoch from start_time)::integer as start_second, duration_ms, recurrence,
                  priority, is_live, is_repeat, source, revision
        """
    }

    private static func isBelowLimit(_ channel: Channel.ID, _ tenant: TenantID) -> SQLFragment {
        """
        (select count(*)
           from app.schedule_rule
          where tenant_id = \(tenant)
            and channel_id = \(channel.rawValue)
            and (ends_on is null or ends_on >= current_date)) < \(limit)
        """
    }

    /// Returns the statement that replaces a rule; no row changes if the rule would move to a channel with `limit` rules that have not ended.
    static func update(_ id: ScheduleRule.ID, _ draft: ScheduleRuleDraft, _ tenant: TenantID) -> SQL {
        """
        update app.schedule_rule
           set channel_id = \(draft.channel.rawValue), show_id = \(draft.show.rawValue),
               starts_on = date '1970-01-01' + \(draft.startsOn.number),
               ends_on = date '1970-01-01' + \(draft.endsOn?.number),
               start_time = \(draft.startTime.description)::time, duration_ms = \(draft.durationMs),
               recurrence = \(draft.recurrence), priority = \(draft.priority), is_live = \(draft.isLive),
               is_repeat = \(draft.isRepeat), revision = revision + 1, updated_at = now()
         where tenant_id = \(tenant)
           and rule_id = \(id.rawValue)
           and (channel_id = \(draft.channel.rawValue) or \(isBelowLimit(draft.channel, tenant)))
        returning rule_id, channel_id, show_id, starts_on - date '1970-01-01' as starts_day,
                  ends_on - date '1970-01-01' as ends_day,
                  extract(epoch from start_time)::integer as start_second, duration_ms, recurrence,
                  priority, is_live, is_repeat, source, revision
        """
    }

    static func selection(_ id: ScheduleRule.ID, _ tenant: TenantID) -> SQL {
        """
        select rule_id, channel_id, show_id, starts_on - date '1970-01-01' as starts_day,
               ends_on - date '1970-01-01' as ends_day, extract(epoch from start_time)::integer as start_second,
               duration_ms, recurrence, priority, is_live, is_repeat, source, revision
          from app.schedule_rule
         where tenant_id = \(tenant)
           and rule_id = \(id.rawValue)
        """
    }

    func conclude(
        _ transaction: Transaction, _ action: String, _ rule: ScheduleRule, _ channels: Set<Channel.ID>,
        _ shows: Set<Show.ID>, _ context: RequestContext
    ) async throws {
        let tenant = context.tenant.id
        let changed = try await materialiser.materialise(channels, in: tenant, transaction)
        let event = try context.audit(
            action, subject: rule.id.description,
            detail: [
                "channel": rule.channel.description, "show": rule.show.description,
                "recurrence": rule.content.recurrence ?? "",
            ])
        _ = try await transaction.batch(
            [event.insertion(in: tenant)]
                + RadioChange.statements(
                    in: tenant, shows: shows.union(changed.shows), channels: channels))
    }
}

extension APIError {
    static let tooManyRules = APIError(
        .conflict, code: .tooManyRules,
        "this channel already has \(ScheduleRuleStore.limit) rules that have not ended, the maximum: end a rule first")
    package static let noSuchScheduleRule = APIError(
        .notFound, code: .noSuchRule, "this schedule rule does not exist: check the ID")
}

extension WallDate {
    /// The number of days to add to `date '1970-01-01'` in SQL.
    package var number: Int32 { Int32(clamping: daysSince1970) }
}
