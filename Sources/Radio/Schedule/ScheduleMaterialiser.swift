import FoundationEssentials
import Postgres
import ScheduleCore
import Tenancy
import Web

/// Creates, changes and cancels the airings of schedule rules, from 30 days ago to 60 days ahead in the channel's time zone (decision 0025).
///
/// An airing belongs to one day of its rule and keeps its row when the broadcast moves. Airings that have started, have actual times or music log
/// entries, or belong to no rule never change, and rules get only the time that these airings leave free. Other airings that no rule requires any
/// longer are cancelled.
public struct ScheduleMaterialiser: Sendable {
    private let database: TenantDatabase
    let now: @Sendable () -> Instant

    /// The number of past days for which airings are computed and cancelled airings stay stored.
    public static let daysBack = 30
    /// The number of days ahead for which airings are created.
    public static let daysAhead = 60

    /// The numbers of airings that a materialisation added, changed and cancelled.
    public struct Outcome: Sendable, Hashable {
        public var added = 0
        public var changed = 0
        public var cancelled = 0
        /// The shows whose airings were added, changed or cancelled, to pass to `RadioChange.statements`.
        public var shows: Set<Show.ID> = []
    }

    public init(database: TenantDatabase, now: @escaping @Sendable () -> Instant) {
        self.database = database
        self.now = now
    }

    /// Materialises every channel that has rules, each in its own transaction, then deletes old cancelled airings. If a channel fails, the others are
    /// still materialised, and the first error is thrown at the end.
    public func materialiseAll(in tenant: TenantID) async throws -> Outcome {
        var (total, failure) = (Outcome(), nil as (any Error)?)
        for channel in try await channels(in: tenant) {
            do {
                let outcome = try await materialise(channel, in: tenant)
                total.added += outcome.added
                total.changed += outcome.changed
                total.cancelled += outcome.cancelled
                total.shows.formUnion(outcome.shows)
            } catch {
                failure = failure ?? error
            }
        }
        try await clear(in: tenant)
        if let failure { throw failure }
        return total
    }

    /// Materialises one channel and announces the change, if any, in one transaction. Throws `APIError` 409 if the channel's time zone is unknown.
    func materialise(_ channel: Channel.ID, in tenant: TenantID) async throws -> Outcome {
        try await database.transaction(in: tenant) { transaction in
            let outcome = try await materialise([channel], in: tenant, transaction)
            if !outcome.shows.isEmpty {
                _ = try await transaction.batch(
                    RadioChange.statements(in: tenant, shows: outcome.shows, channels: [channel]))
            }
            return outcome
        }
    }

    /// Materialises channels in a transaction that changed their rules. The caller then runs `RadioChange.statements`.
    ///
    /// Locks the channels until the transaction ends, so changes of one channel run one after another. Throws `APIError` 409 if a time zone is
    /// unknown.
    public func materialise(
        _ channels: Set<Channel.ID>, in tenant: TenantID, _ transaction: Transaction
    ) async throws -> Outcome {
        var outcome = Outcome()
        for (channel, zone) in try await lock(channels, in: tenant, transaction) {
            let difference = try await difference(on: channel, zone, in: tenant, transaction)
            guard !difference.isEmpty else { continue }
            _ = try await transaction.batch(Self.statements(difference, on: channel, in: tenant))
            outcome.added += difference.added.count
            outcome.changed += difference.changed.count
            outcome.cancelled += difference.cancelled.count
            outcome.shows.formUnion(difference.shows)
        }
        return outcome
    }

    /// Locks the channels until the transaction ends, and returns the existing ones with their time zones. The lock and the result are in the order
    /// of the IDs, so two transactions cannot deadlock.
    @discardableResult
    func lock(
        _ channels: Set<Channel.ID>, in tenant: TenantID, _ transaction: Transaction
    ) async throws(PostgresError) -> [(Channel.ID, zone: String)] {
        let rows = try await transaction.rows(
            """
            select channel_id, time_zone
              from app.channel
             where tenant_id = \(tenant)
               and channel_id = any (\(channels.map(\.rawValue).sorted()))
             order by channel_id
               for no key update
            """)
        var locked: [(Channel.ID, zone: String)] = []
        for row in rows { locked.append((Channel.ID(rawValue: try row("channel_id")), try row("time_zone"))) }
        return locked
    }

    private func channels(in tenant: TenantID) async throws(PostgresError) -> [Channel.ID] {
        let rows = try await database.rows(
            in: tenant,
            """
            select distinct channel_id
              from app.schedule_rule
             where tenant_id = \(tenant)
             order by channel_id
            """)
        var channels: [Channel.ID] = []
        for row in rows { channels.append(Channel.ID(rawValue: try row("channel_id"))) }
        return channels
    }

    private func difference(
        on channel: Channel.ID, _ zoneName: String, in tenant: TenantID, _ transaction: Transaction
    ) async throws -> ScheduleDifference {
        let now = now()
        let day: Int64 = 86_400_000
        let about = (now.milliseconds - day * 60)..<(now.milliseconds + day * 90)
        guard let zone = ZoneOffsets(timeZone: zoneName, in: about) else {
            throw APIError(
                .conflict, code: .unknownTimeZone,
                "this server does not know the channel's time zone \(zoneName): set an IANA time zone, such as Europe/Prague"
            )
        }
        let today = zone.date(at: now.milliseconds)
        let range = (today - Self.daysBack)...(today + Self.daysAhead)
        let read = try await transaction.batch(
            ScheduleReading.statements(channel, about, range, now: now, in: tenant))
        let reading = try ScheduleReading(read, now: now)
        return ScheduleDifference(
            on: channel, rules: reading.rules, exceptions: reading.exceptions, stored: reading.stored, in: range,
            zone: zone, now: now.milliseconds)
    }

    /// Deletes the cancelled airings whose start is 30 to 90 days ago and that have neither music log entries nor recordings.
    private func clear(in tenant: TenantID) async throws {
        let end = Date(timeIntervalSince1970: Double(now().milliseconds) / 1000 - Double(Self.daysBack) * 86_400)
        _ = try await database.rows(
            in: tenant,
            """
            delete from app.airing a
             where a.tenant_id = \(tenant)
               and a.starts_at < \(end)
               and a.starts_at > \(end.addingTimeInterval(-60 * 86_400))
               and a.is_cancelled
               and not exists (select from app.cut c where c.tenant_id = \(tenant) and c.airing_id = a.airing_id)
               and not exists (select from app.version v where v.tenant_id = \(tenant) and v.airing_id = a.airing_id)
            """)
    }

    /// Returns the statements that write a difference. They cancel the changed airings until they write the new times, because two airings that swap
    /// times would violate the exclusion constraint.
    private static func statements(
        _ difference: ScheduleDifference, on channel: Channel.ID, in tenant: TenantID
    ) -> [SQL] {
        var statements: [SQL] = []
        let (changed, added) = (difference.changed, difference.added)
        if !changed.isEmpty {
            statements.append(
                """
                update app.airing
                   set is_cancelled = true
                 where tenant_id = \(tenant)
                   and airing_id = any (\(changed.map(\.id.rawValue)))
                   and not is_cancelled
                """)
        }
        if !difference.cancelled.isEmpty {
            statements.append(
                """
                update app.airing
                   set is_cancelled = true, revision = revision + 1, updated_at = now()
                 where tenant_id = \(tenant)
                   and airing_id = any (\(difference.cancelled.map(\.rawValue)))
                """)
        }
        if !changed.isEmpty {
            statements.append(
                """
                update app.airing a
                   set channel_id = \(channel.rawValue), show_id = s.show_id, episode_id = s.episode_id,
                       planned_start = s.planned_start, planned_end = s.planned_end, is_live = s.is_live,
                       is_repeat = s.is_repeat, is_cancelled = false, revision = a.revision + 1, updated_at = now()
                  from unnest(\(changed.map(\.id.rawValue)), \(changed.map(\.target.show.rawValue)),
                              \(changed.map(\.target.episode?.rawValue)), \(changed.map(\.target.start)),
                              \(changed.map(\.target.end)), \(changed.map(\.target.isLive)),
                              \(changed.map(\.target.isRepeat)))
                       as s (airing_id, show_id, episode_id, planned_start, planned_end, is_live, is_repeat)
                 where a.tenant_id = \(tenant)
                   and a.airing_id = s.airing_id
                """)
        }
        if !added.isEmpty {
            statements.append(
                """
                insert into app.airing (tenant_id, channel_id, rule_id, slot_date, show_id, episode_id, planned_start,
                                        planned_end, is_live, is_repeat)
                select \(tenant), \(channel.rawValue), s.rule_id, date '1970-01-01' + s.slot_day, s.show_id,
                       s.episode_id, s.planned_start, s.planned_end, s.is_live, s.is_repeat
                  from unnest(\(added.map(\.slot.rule)), \(added.map(\.slot.date.number)),
                              \(added.map(\.target.show.rawValue)), \(added.map(\.target.episode?.rawValue)),
                              \(added.map(\.target.start)), \(added.map(\.target.end)),
                              \(added.map(\.target.isLive)), \(added.map(\.target.isRepeat)))
                       as s (rule_id, slot_day, show_id, episode_id, planned_start, planned_end, is_live, is_repeat)
                """)
        }
        return statements
    }
}

extension ScheduleDifference.Target {
    var start: Date { Instant(milliseconds: planned.lowerBound).date }
    var end: Date { Instant(milliseconds: planned.upperBound).date }
}
