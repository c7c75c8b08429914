import FoundationEssentials
import Postgres
import ScheduleCore
import Tenancy
import Web

/// The data for materialising a channel, read in one round trip.
struct ScheduleReading {
    let rules: [PlannedRule]
    let exceptions: [Timetable.Slot: ScheduleExceptionDraft]
    let stored: [ScheduleDifference.StoredAiring]

    /// Returns the statements that read, in this order, the channel's rules, the exceptions to the rules, the channel's airings, and those airings of
    /// the rules that are on another channel or start outside `about`.
    ///
    /// - Parameters:
    ///   - about: The period in which the channel's airings start, in milliseconds since 1970.
    ///   - range: The days of the rules, the exceptions and the rules' other airings. The statements add `Timetable.margin` days on both sides.
    ///   - now: The current time. Airings that start at or before this time are fixed.
    static func statements(
        _ channel: Channel.ID, _ about: Range<Int64>, _ range: ClosedRange<WallDate>, now: Instant, in tenant: TenantID
    ) -> [SQL] {
        let margin = Timetable.margin
        let (from, to) = ((range.lowerBound - margin).number, (range.upperBound + margin).number)
        return [
            """
            select r.rule_id, r.channel_id, r.show_id, r.starts_on - date '1970-01-01' as starts_day,
                   r.ends_on - date '1970-01-01' as ends_day, extract(epoch from r.start_time)::integer as start_second,
                   r.duration_ms, r.recurrence, r.priority, r.is_live, r.is_repeat, r.source, r.revision,
                   exists (select from app.airing a
                            where a.tenant_id = \(tenant) and a.rule_id = r.rule_id) as has_airings
              from app.schedule_rule r
             where r.tenant_id = \(tenant)
               and r.channel_id = \(channel.rawValue)
               and r.starts_on <= date '1970-01-01' + \(to)
               and (r.ends_on is null or r.ends_on >= date '1970-01-01' + \(from))
            """,
            """
            select e.rule_id, e.slot_date - date '1970-01-01' as slot_day, e.is_cancelled, e.starts_at, e.duration_ms,
                   e.show_id, e.episode_id, e.is_live, e.is_repeat
              from app.schedule_rule r
              join app.schedule_exception e on e.tenant_id = r.tenant_id and e.rule_id = r.rule_id
             where r.tenant_id = \(tenant)
               and r.channel_id = \(channel.rawValue)
               and e.tenant_id = \(tenant)
               and e.slot_date between date '1970-01-01' + \(from) and date '1970-01-01' + \(to)
            """,
            """
            select a.airing_id, a.channel_id, a.show_id, a.episode_id, a.rule_id,
                   a.slot_date - date '1970-01-01' as slot_day, a.planned_start, a.planned_end, a.starts_at, a.ends_at,
                   a.is_cancelled, a.is_live, a.is_repeat,
                   a.actual_start is not null or a.actual_end is not null
                       or a.starts_at <= \(now.date)
                       or exists (select from app.cut c
                                   where c.tenant_id = \(tenant) and c.airing_id = a.airing_id) as is_fixed
              from app.airing a
             where a.tenant_id = \(tenant)
               and a.channel_id = \(channel.rawValue)
               and a.starts_at > \(Instant(milliseconds: about.lowerBound).date)
               and a.starts_at < \(Instant(milliseconds: about.upperBound).date)
            """,
            """
            select a.airing_id, a.channel_id, a.show_id, a.episode_id, a.rule_id,
                   a.slot_date - date '1970-01-01' as slot_day, a.planned_start, a.planned_end, a.starts_at, a.ends_at,
                   a.is_cancelled, a.is_live, a.is_repeat,
                   a.actual_start is not null or a.actual_end is not null
                       or a.starts_at <= \(now.date)
                       or exists (select from app.cut c
                                   where c.tenant_id = \(tenant) and c.airing_id = a.airing_id) as is_fixed
              from app.schedule_rule r
              join app.airing a on a.tenant_id = r.tenant_id and a.rule_id = r.rule_id
             where r.tenant_id = \(tenant)
               and r.channel_id = \(channel.rawValue)
               and a.tenant_id = \(tenant)
               and a.slot_date between date '1970-01-01' + \(from) and date '1970-01-01' + \(to)
               and (a.channel_id <> \(channel.rawValue)
                    or a.starts_at <= \(Instant(milliseconds: about.lowerBound).date)
                    or a.starts_at >= \(Instant(milliseconds: about.upperBound).date))
            """,
        ]
    }

    /// Decodes the results of `statements`, in the same order.
    init(_ answers: [[Row]], now: Instant) throws(PostgresError) {
        var rules: [PlannedRule] = []
        for row in answers[0] {
            rules.append(PlannedRule(rule: try ScheduleRule(row: row), hasAirings: try row("has_airings")))
        }
        var exceptions: [Timetable.Slot: ScheduleExceptionDraft] = [:]
        for row in answers[1] {
            let exception = try ScheduleException(row: row)
            exceptions[Timetable.Slot(rule: exception.rule.rawValue, date: exception.date)] = exception.content
        }
        var stored: [ScheduleDifference.StoredAiring] = []
        stored.reserveCapacity(answers[2].count + answers[3].count)
        for row in answers[2] { stored.append(try ScheduleDifference.StoredAiring(row: row)) }
        for row in answers[3] { stored.append(try ScheduleDifference.StoredAiring(row: row)) }
        self.rules = rules
        self.exceptions = exceptions
        self.stored = stored
    }
}

extension ScheduleDifference.StoredAiring: RowDecodable {
    init(row: Row) throws(PostgresError) {
        id = Airing.ID(rawValue: try row("airing_id"))
        channel = Channel.ID(rawValue: try row("channel_id"))
        let starts = Instant(try row("starts_at", as: Date.self)).milliseconds
        let ends = Instant(try row("ends_at", as: Date.self)).milliseconds
        period = starts..<ends
        let planned = (
            Instant(try row("planned_start", as: Date.self)).milliseconds,
            Instant(try row("planned_end", as: Date.self)).milliseconds
        )
        target = ScheduleDifference.Target(
            show: Show.ID(rawValue: try row("show_id")),
            episode: try row.optional("episode_id", as: Int64.self).map { Episode.ID(rawValue: $0) },
            planned: planned.0..<planned.1, isLive: try row("is_live"), isRepeat: try row("is_repeat"))
        isCancelled = try row("is_cancelled")
        let rule = try row.optional("rule_id", as: Int64.self)
        if let rule {
            slot = Timetable.Slot(rule: rule, date: WallDate(daysSince1970: try row("slot_day")))
        } else {
            slot = nil
        }
        let isFixed: Bool = try row("is_fixed")
        self.isFixed = rule == nil || isFixed
    }
}
