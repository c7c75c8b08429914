import Postgres
import ScheduleCore
import Tenancy
import Web

extension ScheduleRuleStore {
    /// Changes a rule from one of its broadcasts on, in one transaction.
    ///
    /// If the broadcast is on the rule's first day, the rule itself changes. Otherwise, the rule ends on the day before the broadcast, and a new rule
    /// applies from this broadcast on. This broadcast and the later ones move to the new rule and keep their IDs.
    ///
    /// - Parameters:
    ///   - ifMatch: The condition on the entity tag of the broadcast, not of the rule.
    ///   - change: Receives the broadcast, its rule and the offsets of the channel's time zone, and returns the requested change.
    /// - Returns: The ID of the broadcast, which is `id`.
    /// - Throws: `APIError` 404 for an unknown broadcast, 409 if it belongs to no rule or has begun, for a conflict with other broadcasts, or if the
    ///   channel has too many rules or an unknown time zone, 412 if `ifMatch` does not match, 422 for a start in the past or an unknown show; and the
    ///   errors of `change` and `ThisAndFuture.draft`.
    package func change(
        from id: Airing.ID, ifMatch: IfMatch, airings: AiringStore, in tenant: TenantID, _ context: RequestContext,
        by change: @Sendable (Airing, ScheduleRule, ZoneOffsets) throws -> ThisAndFuture
    ) async throws -> Airing.ID {
        try await ScheduleAnswer.translating {
            try await database.transaction(in: tenant) { transaction in
                let (airing, slot, rule) = try await upcoming(id, ifMatch, airings, tenant, transaction)
                let zone = try await zone(of: rule.channel, round: airing.value.plannedStart, tenant, transaction)
                let revised = try change(airing.value, rule, zone)
                guard revised.period.lowerBound > materialiser.now() else {
                    throw APIError.invalid(
                        "/plannedStart",
                        "must be in the future, because a rule changes only broadcasts that have not begun, "
                            + "found \(revised.period.lowerBound)")
                }
                let start = revised.period.lowerBound.milliseconds
                let date = zone.date(at: start)
                let seconds = Int(start / 1000) + zone.offset(at: start) - date.daysSince1970 * 86_400
                guard let time = WallTime(secondsAfterMidnight: seconds) else {
                    throw APIError.invalid(
                        "/plannedStart", "must be a date-time from 1970 to 2099, found \(revised.period.lowerBound)")
                }
                let (draft, shift) = try revised.draft(of: rule, on: slot.date, at: (date, time))
                try await refuseOverlap(revised.period, draft, of: rule, zone, tenant, transaction)
                let new: ScheduleRule.ID
                if rule.content.startsOn >= slot.date {
                    new = rule.id
                    try await write(draft, rule.id, tenant, transaction)
                } else {
                    try await end(rule, before: slot.date, tenant, transaction)
                    new = try await insert(draft, tenant, transaction)
                }
                try await reassign(slot, shift, from: rule.id, to: new, tenant, transaction)
                try await conclude(
                    transaction, "schedule.rule.change", rule, [rule.channel], [rule.show, draft.show], context)
                try await check(id, revised, rule, airings, tenant, transaction)
                return id
            }
        }
    }

    /// Ends a rule on the day before one of its broadcasts, or deletes the rule if no day would remain. Cancels this broadcast and the later ones.
    ///
    /// - Throws: `APIError` 404 for an unknown broadcast, 409 if it belongs to no rule or has begun, or if the channel's time zone is unknown, 412 if
    ///   `ifMatch` does not match.
    package func end(
        from id: Airing.ID, ifMatch: IfMatch, airings: AiringStore, in tenant: TenantID, _ context: RequestContext
    ) async throws {
        try await database.transaction(in: tenant) { transaction in
            let (_, slot, rule) = try await upcoming(id, ifMatch, airings, tenant, transaction)
            if rule.content.startsOn >= slot.date {
                try await release(of: rule, in: tenant, transaction)
                try await conclude(transaction, "schedule.rule.delete", rule, [rule.channel], [rule.show], context)
            } else {
                try await end(rule, before: slot.date, tenant, transaction)
                try await conclude(transaction, "schedule.rule.change", rule, [rule.channel], [rule.show], context)
            }
        }
    }

    private func upcoming(
        _ id: Airing.ID, _ ifMatch: IfMatch, _ airings: AiringStore, _ tenant: TenantID, _ transaction: Transaction
    ) async throws -> (ScheduledAiring, ScheduledAiring.Slot, ScheduleRule) {
        let airing = try await airings.stored(id, in: tenant, transaction)
        try ifMatch.check(ScheduleAnswer.tag(airing.value.revision, tenant))
        guard let slot = airing.slot,
            let row = try await transaction.rows(Self.selection(slot.rule, tenant).appending(" for update")).first
        else {
            throw APIError(
                .conflict, code: .noRule, "this broadcast does not belong to a rule: change the broadcast itself")
        }
        guard airing.value.startsAt > materialiser.now() else {
            throw APIError(
                .conflict, code: .hasBegun, "this broadcast has begun: change the rule from a later broadcast on")
        }
        return (airing, slot, try ScheduleRule(row: row))
    }

    private func zone(
        of channel: Channel.ID, round instant: Instant, _ tenant: TenantID, _ transaction: Transaction
    ) async throws -> ZoneOffsets {
        let (at, reach) = (instant.milliseconds, 100 * 86_400_000 as Int64)
        let name = try await materialiser.lock([channel], in: tenant, transaction).first?.zone ?? ""
        guard let zone = ZoneOffsets(timeZone: name, in: (at - reach)..<(at + reach)) else {
            throw APIError(
                .conflict, code: .unknownTimeZone,
                "this server does not know the channel's time zone \(name): set an IANA time zone, such as Europe/Prague"
            )
        }
        return zone
    }

    /// Throws `APIError` 409 if the changed broadcast overlaps one that does not belong to the rule, or if a later broadcast of the changed rule
    /// overlaps one of another rule. The materialiser would shorten or omit one of the two without an error.
    private func refuseOverlap(
        _ period: Range<Instant>, _ draft: ScheduleRuleDraft, of rule: ScheduleRule, _ zone: ZoneOffsets,
        _ tenant: TenantID, _ transaction: Transaction
    ) async throws {
        let this = period.lowerBound.milliseconds..<period.upperBound.milliseconds
        let last = zone.date(at: materialiser.now().milliseconds) + ScheduleMaterialiser.daysAhead
        let days = draft.days?.days(in: draft.startsOn...max(draft.startsOn, last)) ?? []
        let wanted = days.map { day in
            let start = zone.instant(of: day, draft.startTime).milliseconds
            return start..<(start + draft.durationMs)
        }
        let end = Instant(milliseconds: wanted.last?.upperBound ?? this.upperBound)
        let rows = try await transaction.rows(
            AiringStore.listing(on: rule.channel, from: period.lowerBound, to: end, in: tenant))
        for row in rows {
            let other = try ScheduledAiring(row: row)
            guard !other.value.isCancelled, other.slot?.rule != rule.id else { continue }
            let repeatsOverlap = other.slot != nil && wanted.contains { $0.overlaps(other.period) }
            guard repeatsOverlap || this.overlaps(other.period) else { continue }
            throw APIError.conflict(other.id, other.value.startsAt, other.value.endsAt)
        }
    }

    private func end(
        _ rule: ScheduleRule, before day: WallDate, _ tenant: TenantID, _ transaction: Transaction
    ) async throws {
        _ = try await transaction.rows(
            """
            update app.schedule_rule
               set ends_on = date '1970-01-01' + \((day - 1).number), revision = revision + 1, updated_at = now()
             where tenant_id = \(tenant)
               and rule_id = \(rule.id.rawValue)
            """)
    }

    private func insert(
        _ draft: ScheduleRuleDraft, _ tenant: TenantID, _ transaction: Transaction
    ) async throws -> ScheduleRule.ID {
        guard let row = try await transaction.rows(Self.insertion(draft, tenant)).first else {
            throw APIError.tooManyRules
        }
        return try ScheduleRule(row: row).id
    }

    private func write(
        _ draft: ScheduleRuleDraft, _ id: ScheduleRule.ID, _ tenant: TenantID, _ transaction: Transaction
    ) async throws {
        _ = try await transaction.rows(Self.update(id, draft, tenant))
    }

    /// Assigns the upcoming broadcasts and the exceptions of `slot.date` and later days to the new rule, and deletes the exception of `slot.date`
    /// itself. Those on the weekday of `slot.date` move by `shift` days.
    private func reassign(
        _ slot: ScheduledAiring.Slot, _ shift: Int, from old: ScheduleRule.ID, to new: ScheduleRule.ID,
        _ tenant: TenantID,
        _ transaction: Transaction
    ) async throws {
        let weekday = Int32(slot.date.weekday.rawValue)
        let target = Int32((slot.date + shift).weekday.rawValue)
        let isOther = old != new
        _ = try await transaction.batch([
            // The new rule replaces the exception of this day.
            """
            delete from app.schedule_exception
             where tenant_id = \(tenant)
               and rule_id = \(old.rawValue)
               and slot_date = date '1970-01-01' + \(slot.date.number)
            """,
            // Cancelled airings of the rule on the new weekday would occupy these days.
            """
            update app.airing
               set rule_id = null, slot_date = null
             where tenant_id = \(tenant)
               and rule_id = \(old.rawValue)
               and slot_date >= date '1970-01-01' + \(slot.date.number - 7)
               and is_cancelled
               and \(shift != 0)
               and extract(isodow from slot_date) = \(target)
            """,
            """
            update app.airing
               set rule_id = \(new.rawValue),
                   slot_date = slot_date + case when extract(isodow from slot_date) = \(weekday) then \(Int32(shift)) else 0 end
             where tenant_id = \(tenant)
               and rule_id = \(old.rawValue)
               and slot_date >= date '1970-01-01' + \(slot.date.number)
               and starts_at > \(materialiser.now().date)
            """,
            """
            insert into app.schedule_exception (tenant_id, rule_id, slot_date, is_cancelled, starts_at, duration_ms, show_id,
                                                episode_id, is_live, is_repeat)
            select \(tenant), \(new.rawValue),
                   slot_date + case when extract(isodow from slot_date) = \(weekday) then \(Int32(shift)) else 0 end,
                   is_cancelled, starts_at, duration_ms, show_id, episode_id, is_live, is_repeat
              from app.schedule_exception
             where tenant_id = \(tenant)
               and rule_id = \(old.rawValue)
               and slot_date >= date '1970-01-01' + \(slot.date.number)
               and (\(isOther) or \(shift != 0) and extract(isodow from slot_date) = \(weekday))
                on conflict do nothing
            """,
            """
            delete from app.schedule_exception
             where tenant_id = \(tenant)
               and rule_id = \(old.rawValue)
               and slot_date >= date '1970-01-01' + \(slot.date.number)
               and (\(isOther) or \(shift != 0) and extract(isodow from slot_date) = \(weekday))
            """,
        ])
    }

    /// Throws `APIError` 409 if the broadcast, after materialising, is cancelled or does not have the requested time.
    private func check(
        _ id: Airing.ID, _ revised: ThisAndFuture, _ rule: ScheduleRule, _ airings: AiringStore, _ tenant: TenantID,
        _ transaction: Transaction
    ) async throws {
        let airing = try await airings.stored(id, in: tenant, transaction).value
        guard airing.isCancelled || airing.plannedStart..<airing.plannedEnd != revised.period else { return }
        throw try await AiringStore.conflict(of: rule.channel, revised.period, except: id, in: tenant, transaction)
    }
}
