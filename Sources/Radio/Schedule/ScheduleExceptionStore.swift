import Postgres
import ScheduleCore
import Tenancy
import Web

/// A store for exceptions of rules. A change, its effects on airings, its audit event and the notification are one transaction.
package struct ScheduleExceptionStore: Sendable {
    private let database: TenantDatabase
    private let materialiser: ScheduleMaterialiser

    package init(database: TenantDatabase, materialiser: ScheduleMaterialiser) {
        self.database = database
        self.materialiser = materialiser
    }

    /// Returns the exceptions of a rule, by day; empty if the tenant has no such rule.
    package func exceptions(
        of rule: ScheduleRule.ID, in tenant: TenantID
    ) async throws(PostgresError) -> [ScheduleException] {
        try await database.all(
            in: tenant,
            """
            select rule_id, slot_date - date '1970-01-01' as slot_day, is_cancelled, starts_at, duration_ms, show_id,
                   episode_id, is_live, is_repeat
              from app.schedule_exception
             where tenant_id = \(tenant)
               and rule_id = \(rule.rawValue)
             order by slot_date
            """)
    }

    /// Sets or replaces the exception for one day of a rule. An exception with a start or a duration takes precedence over broadcasts of other rules.
    ///
    /// - Throws: `APIError` 404 for an unknown rule or a day without a broadcast, 409 if the broadcast has begun, its time is not free or the time
    ///   zone is unknown, 422 for an unknown show or episode.
    func set(
        _ exception: ScheduleException, in tenant: TenantID, _ context: RequestContext
    ) async throws -> ScheduleException {
        try await ScheduleAnswer.translating {
            try await database.transaction(in: tenant) { transaction in
                let rule = try await self.rule(exception.rule, in: tenant, transaction)
                guard rule.days?.contains(exception.date) == true else { throw APIError.noSuchSlot }
                try await materialiser.lock([rule.channel], in: tenant, transaction)
                _ = try await transaction.rows(Self.upsert(exception, in: tenant))
                try await conclude(transaction, "schedule.exception.set", exception, rule, context)
                try await check(exception, rule, in: tenant, transaction)
                return exception
            }
        }
    }

    /// Removes the exception for one day, so the rule applies again.
    ///
    /// - Throws: `APIError` 404 if the rule is unknown or has no exception for the day, 409 if the channel's time zone is unknown.
    package func remove(
        of id: ScheduleRule.ID, on date: WallDate, in tenant: TenantID, _ context: RequestContext
    ) async throws {
        try await database.transaction(in: tenant) { transaction in
            let rule = try await self.rule(id, in: tenant, transaction)
            let rows = try await transaction.rows(
                """
                delete from app.schedule_exception
                 where tenant_id = \(tenant)
                   and rule_id = \(id.rawValue)
                   and slot_date = date '1970-01-01' + \(date.number)
                returning rule_id, slot_date - date '1970-01-01' as slot_day, is_cancelled, starts_at, duration_ms,
                          show_id, episode_id, is_live, is_repeat
                """)
            guard let row = rows.first else { throw APIError.noSuchException }
            let exception = try ScheduleException(row: row)
            try await conclude(transaction, "schedule.exception.delete", exception, rule, context)
        }
    }

    /// Returns the statement that inserts or replaces an exception.
    static func upsert(_ exception: ScheduleException, in tenant: TenantID) -> SQL {
        let content = exception.content
        return """
            insert into app.schedule_exception (tenant_id, rule_id, slot_date, is_cancelled, starts_at, duration_ms,
                                                show_id, episode_id, is_live, is_repeat)
            values (\(tenant), \(exception.rule.rawValue), date '1970-01-01' + \(exception.date.number),
                    \(content.isCancelled), \(content.startsAt?.date), \(content.durationMs), \(content.show?.rawValue),
                    \(content.episode?.rawValue), \(content.isLive), \(content.isRepeat))
                on conflict (tenant_id, rule_id, slot_date) do update
               set is_cancelled = excluded.is_cancelled, starts_at = excluded.starts_at,
                   duration_ms = excluded.duration_ms, show_id = excluded.show_id, episode_id = excluded.episode_id,
                   is_live = excluded.is_live, is_repeat = excluded.is_repeat, updated_at = now()
            """
    }

    /// Throws `APIError` 409 if the broadcast of the day has begun, or if it does not have the requested time. The materialiser itself shortens or
    /// omits airings without an error.
    private func check(
        _ exception: ScheduleException, _ rule: ScheduleRule, in tenant: TenantID, _ transaction: Transaction
    ) async throws {
        let rows = try await transaction.rows(
            AiringStore.selection(of: exception.rule, on: exception.date, in: tenant))
        guard let row = rows.first else { return }
        let airing = try ScheduledAiring(row: row)
        if airing.value.startsAt <= materialiser.now(), airing.value.startsAt != exception.content.startsAt {
            throw APIError(
                .conflict, code: .hasBegun,
                "the broadcast of this day has begun: change broadcast \(airing.id) instead")
        }
        guard let start = exception.content.startsAt, !exception.content.isCancelled else { return }
        let end = start.milliseconds + (exception.content.durationMs ?? rule.content.durationMs)
        guard
            airing.value.isCancelled || airing.value.plannedStart != start
                || airing.value.plannedEnd.milliseconds != end
        else { return }
        throw try await AiringStore.conflict(
            of: rule.channel, start..<Instant(milliseconds: end), except: airing.id, in: tenant, transaction)
    }

    private func rule(
        _ id: ScheduleRule.ID, in tenant: TenantID, _ transaction: Transaction
    ) async throws -> ScheduleRule {
        let rows = try await transaction.rows(ScheduleRuleStore.selection(id, tenant).appending(" for update"))
        guard let row = rows.first else { throw APIError.noSuchScheduleRule }
        return try ScheduleRule(row: row)
    }

    private func conclude(
        _ transaction: Transaction, _ action: String, _ exception: ScheduleException, _ rule: ScheduleRule,
        _ context: RequestContext
    ) async throws {
        let tenant = context.tenant.id
        let changed = try await materialiser.materialise([rule.channel], in: tenant, transaction)
        let event = try context.audit(
            action, subject: rule.id.description,
            detail: ["date": exception.date.description, "isCancelled": "\(exception.content.isCancelled)"])
        _ = try await transaction.batch(
            [event.insertion(in: tenant)]
                + RadioChange.statements(
                    in: tenant, shows: changed.shows, channels: [rule.channel]))
    }
}

extension APIError {
    static let noSuchSlot = APIError(
        .notFound, code: .noSuchSlot,
        "the rule has no broadcast on this day: choose a day on which the rule has a broadcast")
    static let noSuchException = APIError(
        .notFound, code: .noSuchSlot, "the rule has no exception on this day: get the rule to see its exceptions")
    static let noSuchDay = APIError(
        .notFound, code: .noSuchSlot,
        "the date in the path is not a valid date: write the year, month and day, such as 2026-05-01")
}
