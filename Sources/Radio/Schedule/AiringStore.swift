import Postgres
import ScheduleCore
import Tenancy
import Web

/// A store for single broadcasts. A change, its effects on other broadcasts, its audit event and the notification are one transaction.
package struct AiringStore: Sendable {
    private let database: TenantDatabase
    private let materialiser: ScheduleMaterialiser

    package init(database: TenantDatabase, materialiser: ScheduleMaterialiser) {
        self.database = database
        self.materialiser = materialiser
    }

    /// Returns the airings of a channel that overlap the period, by start, including cancelled ones; `nil` if the tenant has no such channel.
    package func airings(
        on channel: Channel.ID, from: Instant, to: Instant, in tenant: TenantID
    ) async throws -> [ScheduledAiring]? {
        let answers = try await database.batch(
            in: tenant,
            [
                "select from app.channel where tenant_id = \(tenant) and channel_id = \(channel.rawValue)",
                Self.listing(on: channel, from: from, to: to, in: tenant),
            ])
        guard !answers[0].isEmpty else { return nil }
        return try answers[1].map { try ScheduledAiring(row: $0) }
    }

    /// Returns an airing, or `nil` if the tenant has none with this ID.
    package func airing(_ id: Airing.ID, in tenant: TenantID) async throws(PostgresError) -> ScheduledAiring? {
        try await database.first(in: tenant, Self.selection(id, in: tenant))
    }

    /// Adds a broadcast that belongs to no rule, and returns it.
    ///
    /// - Throws: `APIError` 404 for an unknown channel, 409 if the time is not free or the channel's time zone is unknown, 422 for an unknown show or
    ///   episode.
    package func add(
        _ new: NewAiring, on channel: Channel.ID, in tenant: TenantID, _ context: RequestContext
    ) async throws -> ScheduledAiring {
        try await ScheduleAnswer.translating {
            try await database.transaction(in: tenant) { transaction in
                guard try await !materialiser.lock([channel], in: tenant, transaction).isEmpty else {
                    throw APIError.noSuchScheduleChannel
                }
                try await Self.refuseOverlap(
                    on: channel, new.plannedStart..<new.plannedEnd, except: nil, in: tenant, transaction)
                let rows = try await transaction.rows(
                    """
                    insert into app.airing (tenant_id, channel_id, show_id, episode_id, planned_start, planned_end, title,
                                            description, is_live, is_repeat)
                    values (\(tenant), \(channel.rawValue), \(new.show.rawValue), \(new.episode?.rawValue),
                            \(new.plannedStart.date), \(new.plannedEnd.date), \(new.title), \(new.description),
                            \(new.isLive), \(new.isRepeat))
                    returning airing_id, channel_id, show_id, episode_id, rule_id,
                              slot_date - date '1970-01-01' as slot_day, planned_start, planned_end, actual_start,
                              actual_end, is_cancelled, is_live, is_repeat, is_shifted, title, description, source, revision
                    """)
                guard let row = rows.first else { throw APIError.noSuchAiring }
                let airing = try ScheduledAiring(row: row)
                try await conclude(transaction, "schedule.airing.create", airing, [airing.value.show], context)
                return airing
            }
        }
    }

    /// Changes a broadcast and returns it; writes nothing if `patch` changes nothing. A change of a rule's future broadcast whose actual times are
    /// not set is also stored as an exception of the rule.
    ///
    /// Rules of the channel fill the time that becomes free. `patch` is called in the transaction and receives the stored properties.
    ///
    /// - Throws: `APIError` 404 for an unknown broadcast, 409 for a conflict with other broadcasts, actual times or the music log or for an unknown
    ///   time zone, 412 if `ifMatch` does not match, 422 for invalid values; and the errors of `patch`.
    package func change(
        _ id: Airing.ID, ifMatch: IfMatch, in tenant: TenantID, _ context: RequestContext,
        by patch: @Sendable (AiringChange) throws -> AiringChange
    ) async throws -> ScheduledAiring {
        try await ScheduleAnswer.translating {
            try await database.transaction(in: tenant) { transaction in
                let stored = try await stored(id, in: tenant, transaction)
                try ifMatch.check(ScheduleAnswer.tag(stored.value.revision, tenant))
                let old = AiringChange(stored)
                let new = try patch(old)
                guard new != old else { return stored }
                try await check(stored, old, new, in: tenant, transaction)
                if let slot = stored.slot, stored.value.startsAt > materialiser.now(), !stored.isStated,
                    !stored.isShifted
                {
                    try await note(new, old, slot, in: tenant, transaction)
                }
                try await write(new, id, in: tenant, transaction)
                let audited = new.isCancelled && !old.isCancelled ? "schedule.airing.cancel" : "schedule.airing.change"
                try await conclude(transaction, audited, stored, [old.show, new.show], context)
                return try await self.stored(id, in: tenant, transaction)
            }
        }
    }

    private func check(
        _ stored: ScheduledAiring, _ old: AiringChange, _ new: AiringChange, in tenant: TenantID,
        _ transaction: Transaction
    ) async throws {
        let isMoved = new.plannedStart != old.plannedStart || new.plannedEnd != old.plannedEnd
        if isMoved, stored.value.actualStart != nil || stored.value.actualEnd != nil {
            throw APIError(
                .conflict, code: .hasActualTimes,
                "the actual times of this broadcast are already recorded: change the actual times instead")
        }
        if new.isCancelled, !old.isCancelled {
            let rows = try await transaction.rows(
                "select from app.cut where tenant_id = \(tenant) and airing_id = \(stored.id.rawValue) limit 1")
            guard rows.isEmpty else {
                throw APIError(
                    .conflict, code: .wasOn,
                    "this broadcast cannot be cancelled, because the music log shows that the broadcast was on air: "
                        + "change the actual times instead")
            }
        }
        guard !new.isCancelled, isMoved || old.isCancelled else { return }
        let period = isMoved ? new.plannedStart..<new.plannedEnd : stored.value.startsAt..<stored.value.endsAt
        try await Self.refuseOverlap(on: stored.value.channel, period, except: stored.id, in: tenant, transaction)
    }

    private func note(
        _ new: AiringChange, _ old: AiringChange, _ slot: ScheduledAiring.Slot, in tenant: TenantID,
        _ transaction: Transaction
    ) async throws {
        let rows = try await transaction.rows(
            """
            select rule_id, slot_date - date '1970-01-01' as slot_day, is_cancelled, starts_at, duration_ms, show_id,
                   episode_id, is_live, is_repeat
              from app.schedule_exception
             where tenant_id = \(tenant)
               and rule_id = \(slot.rule.rawValue)
               and slot_date = date '1970-01-01' + \(slot.date.number)
            """)
        let stored = try rows.first.map { try ScheduleException(row: $0).content }
        let exception = new.exception(from: old, beside: stored)
        guard exception != stored ?? ScheduleExceptionDraft() else { return }
        try exception.check(on: slot.date)
        _ = try await transaction.rows(
            ScheduleExceptionStore.upsert(
                ScheduleException(rule: slot.rule, date: slot.date, content: exception), in: tenant))
    }

    private func write(
        _ new: AiringChange, _ id: Airing.ID, in tenant: TenantID, _ transaction: Transaction
    ) async throws {
        _ = try await transaction.rows(
            """
            update app.airing
               set show_id = \(new.show.rawValue), episode_id = \(new.episode?.rawValue),
                   planned_start = \(new.plannedStart.date), planned_end = \(new.plannedEnd.date),
                   is_cancelled = \(new.isCancelled), is_live = \(new.isLive), is_repeat = \(new.isRepeat),
                   title = \(new.title), description = \(new.description), revision = revision + 1, updated_at = now()
             where tenant_id = \(tenant)
               and airing_id = \(id.rawValue)
            """)
    }

    /// Returns a broadcast and locks its channel until the transaction ends. Throws `APIError` 404 if the tenant has no such broadcast.
    func stored(_ id: Airing.ID, in tenant: TenantID, _ transaction: Transaction) async throws -> ScheduledAiring {
        for _ in 0..<3 {
            guard let row = try await transaction.rows(Self.selection(id, in: tenant)).first else { break }
            let airing = try ScheduledAiring(row: row)
            try await materialiser.lock([airing.value.channel], in: tenant, transaction)
            let again = try await transaction.rows(Self.selection(id, in: tenant).appending(" for update")).first
            guard let again else { break }
            let stored = try ScheduledAiring(row: again)
            // The rule may have moved the airing to another channel while this transaction waited.
            if stored.value.channel == airing.value.channel { return stored }
        }
        throw APIError.noSuchAiring
    }

    /// Materialises the rules of the airing's channel, then writes the audit event and the notification.
    ///
    /// - Parameters:
    ///   - shows: The shows whose airings the caller has changed.
    ///   - detail: Facts that the audit event has in addition to the channel, show and planned start.
    /// - Throws: `APIError` 409 if the server does not know the channel's time zone.
    func conclude(
        _ transaction: Transaction, _ action: String, _ airing: ScheduledAiring, _ shows: Set<Show.ID>,
        detail: [String: String] = [:], _ context: RequestContext
    ) async throws {
        let tenant = context.tenant.id
        let changed = try await materialiser.materialise([airing.value.channel], in: tenant, transaction)
        let facts = [
            "channel": airing.value.channel.description, "show": airing.value.show.description,
            "plannedStart": airing.value.plannedStart.description,
        ]
        let event = try context.audit(
            action, subject: airing.id.description, detail: facts.merging(detail) { $1 })
        _ = try await transaction.batch(
            [event.insertion(in: tenant)]
                + RadioChange.statements(
                    in: tenant, shows: shows.union(changed.shows), channels: [airing.value.channel]))
    }

    // MARK: - Overlaps

    /// Throws `APIError` 409 if another broadcast is on at the same time. The caller has locked the channel.
    private static func refuseOverlap(
        on channel: Channel.ID, _ period: Range<Instant>, except id: Airing.ID?, in tenant: TenantID,
        _ transaction: Transaction
    ) async throws {
        if let other = try await other(on: channel, period, except: id, in: tenant, transaction) {
            throw APIError.conflict(other.id, other.value.startsAt, other.value.endsAt)
        }
    }

    /// Returns the `APIError` 409 for a time that is not free, with the ID of the other broadcast if the database has one at that time. `id` is a
    /// broadcast to ignore; `nil` for none.
    static func conflict(
        of channel: Channel.ID, _ period: Range<Instant>, except id: Airing.ID?, in tenant: TenantID,
        _ transaction: Transaction
    ) async throws -> APIError {
        guard let other = try await other(on: channel, period, except: id, in: tenant, transaction) else {
            return APIError(
                .conflict, code: .timeNotFree,
                "the channel has another broadcast at that time: change that broadcast, or choose another time")
        }
        return .conflict(other.id, other.value.startsAt, other.value.endsAt)
    }

    private static func other(
        on channel: Channel.ID, _ period: Range<Instant>, except id: Airing.ID?, in tenant: TenantID,
        _ transaction: Transaction
    ) async throws -> ScheduledAiring? {
        let rows = try await transaction.rows(
            """
            \(name: ScheduledAiring.selection)
              from app.airing
             where tenant_id = \(tenant)
               and channel_id = \(channel.rawValue)
               and starts_at > \(period.lowerBound.advanced(byMs: -Airing.longestMs).date)
               and starts_at < \(period.upperBound.date)
               and ends_at > \(period.lowerBound.date)
               and not is_cancelled
               and airing_id <> \(id?.rawValue ?? 0)
             order by starts_at
             limit 1
            """)
        return try rows.first.map { try ScheduledAiring(row: $0) }
    }

    // MARK: - Statements

    /// Returns the statement for the airings of a channel that overlap the period. No airing is longer than `longestMs`, so the index of starts
    /// suffices.
    static func listing(on channel: Channel.ID, from: Instant, to: Instant, in tenant: TenantID) -> SQL {
        """
        \(name: ScheduledAiring.selection)
          from app.airing
         where tenant_id = \(tenant)
           and channel_id = \(channel.rawValue)
           and starts_at > \(from.advanced(byMs: -Airing.longestMs).date)
           and starts_at < \(to.date)
           and ends_at > \(from.date)
         order by starts_at, airing_id
        """
    }

    static func selection(_ id: Airing.ID, in tenant: TenantID) -> SQL {
        """
        \(name: ScheduledAiring.selection)
          from app.airing
         where tenant_id = \(tenant)
           and airing_id = \(id.rawValue)
        """
    }

    /// Returns the statement for the airing of one day of a rule.
    static func selection(of rule: ScheduleRule.ID, on date: WallDate, in tenant: TenantID) -> SQL {
        """
        \(name: ScheduledAiring.selection)
          from app.airing
         where tenant_id = \(tenant)
           and rule_id = \(rule.rawValue)
           and slot_date = date '1970-01-01' + \(date.number)
        """
    }
}

extension APIError {
    package static let noSuchAiring = APIError(
        .notFound, code: .noSuchAiring, "this broadcast does not exist: check the ID")
    package static let noSuchScheduleChannel = APIError(
        .notFound, code: .noSuchChannel, "this channel does not exist: check the ID")

    /// Returns the `APIError` 409 for another broadcast at the same time.
    static func conflict(_ airing: Airing.ID, _ start: Instant, _ end: Instant) -> APIError {
        APIError(
            .conflict, code: .airingConflict,
            "broadcast \(airing) is on from \(start) to \(end): change that broadcast, or choose another time",
            faults: [Fault(field: "/airings/\(airing)", reason: "is on from \(start) to \(end)")])
    }
}
