import HTTP
import Postgres
import Radio
import ScheduleCore
import Tenancy
import Web

/// The SQL that reads the broadcasts, names and options for schedule pages.
struct WeekStore: Sendable {
    let database: TenantDatabase
    let airings: AiringStore

    /// The properties of a channel that pages show.
    struct Channel: Sendable, Hashable {
        let id: Radio.Channel.ID
        let name: String
        let timeZone: String
    }

    /// A show or episode that can be selected.
    struct Choice: Sendable, Hashable {
        let key: Int64
        let title: String
        /// Whether the show belongs to the channel; `true` for episodes.
        let isNear: Bool
    }

    /// The properties of a show that pages show.
    struct ShowSummary: Sendable, Hashable {
        let title: String
        /// The path of the picture; `nil` if none is stored.
        let picture: String?
    }

    /// The maximum number of shows that a page offers.
    private static let choices = 3000

    /// Returns the channel in the path of a request. Throws `APIError` 404 if it is unknown.
    func channel(of request: Request, _ context: RequestContext) async throws -> Channel {
        guard let id = Radio.Channel.ID(try request.parameter("channel")),
            let channel = try await channel(id, in: context.tenant.id)
        else { throw APIError.noSuchScheduleChannel }
        return channel
    }

    func channel(_ id: Radio.Channel.ID, in tenant: TenantID) async throws -> Channel? {
        let rows = try await database.rows(
            in: tenant,
            """
            select name, time_zone
              from app.channel
             where tenant_id = \(tenant)
               and channel_id = \(id.rawValue)
            """)
        return try rows.first.map { Channel(id: id, name: try $0("name"), timeZone: try $0("time_zone")) }
    }

    /// Returns the broadcasts of a channel that overlap a period, with their names; empty for an unknown channel.
    func entries(
        on channel: Radio.Channel.ID, _ period: Range<Int64>, in tenant: TenantID
    ) async throws -> [WeekEntry] {
        let found = try await airings.airings(
            on: channel, from: Instant(milliseconds: period.lowerBound), to: Instant(milliseconds: period.upperBound),
            in: tenant)
        return try await entries(found ?? [], in: tenant)
    }

    func entry(_ id: Airing.ID, in tenant: TenantID) async throws -> WeekEntry? {
        guard let airing = try await airings.airing(id, in: tenant) else { return nil }
        return try await entries([airing], in: tenant).first
    }

    /// Returns the broadcasts with their names, in the order of `found`.
    func entries(_ found: [ScheduledAiring], in tenant: TenantID) async throws -> [WeekEntry] {
        let slots = found.compactMap(\.slot)
        let answers = try await database.batch(
            in: tenant,
            [
                """
                select s.show_id as key, s.title, \(StationPictureStore.path(of: "s.art_id", in: tenant)) as art
                  from app.show s
                 where s.tenant_id = \(tenant)
                   and s.show_id = any (\(Set(found.map(\.value.show.rawValue)).sorted()))
                """,
                """
                select episode_id as key, title
                  from app.episode
                 where tenant_id = \(tenant)
                   and episode_id = any (\(Set(found.compactMap(\.value.episode?.rawValue)).sorted()))
                """,
                """
                select e.rule_id, e.slot_date - date '1970-01-01' as slot_day
                  from unnest(\(slots.map(\.rule.rawValue)), \(slots.map(\.date.number))) as s (rule_id, slot_day)
                  join app.schedule_exception e
                    on e.tenant_id = \(tenant)
                   and e.rule_id = s.rule_id
                   and e.slot_date = date '1970-01-01' + s.slot_day
                 where e.starts_at is not null
                """,
            ])
        let shows = try Self.shows(answers[0])
        let episodes = Dictionary(
            try answers[1].map { (try $0("key", as: Int64.self), try $0("title", as: String.self)) }
        ) { first, _ in first }
        let moved = Set(
            try answers[2].map { row in
                ScheduledAiring.Slot(
                    rule: ScheduleRule.ID(rawValue: try row("rule_id")),
                    date: WallDate(daysSince1970: try row("slot_day")))
            })
        return found.map { airing in
            let own = airing.value.title
            let show = shows[airing.value.show]
            return WeekEntry(
                airing: airing, title: show?.title ?? "", picture: show?.picture,
                detail: own.isEmpty ? airing.value.episode.flatMap { episodes[$0.rawValue] } ?? "" : own,
                isMoved: airing.slot.map(moved.contains) ?? false)
        }
    }

    /// Returns at most `choices` shows: the channel's shows first, then active before inactive ones, then by title.
    func shows(for channel: Radio.Channel.ID, in tenant: Tenant) async throws -> [Choice] {
        let rows = try await database.rows(
            in: tenant.id,
            """
            select s.show_id as key, s.title, c.show_id is not null as near
              from app.show s
              left join app.show_channel c
                on c.tenant_id = \(tenant.id)
               and c.show_id = s.show_id
               and c.channel_id = \(channel.rawValue)
             where s.tenant_id = \(tenant.id)
             order by near desc, s.active desc, s.title \(Collation(locale: tenant.locale)), s.show_id
             limit \(Self.choices)
            """)
        return try rows.map { Choice(key: try $0("key"), title: try $0("title"), isNear: try $0("near")) }
    }

    /// Returns the selected episode, if any, and the newest episodes of a show, at most 300. Episodes without a time of
    /// publication count as the newest.
    func episodes(of show: Show.ID, with chosen: Episode.ID?, in tenant: TenantID) async throws -> [Choice] {
        let rows = try await database.rows(
            in: tenant,
            """
            select episode_id as key, title
              from app.episode
             where tenant_id = \(tenant)
               and show_id = \(show.rawValue)
             order by episode_id = \(chosen?.rawValue ?? 0) desc, published_at desc nulls first, episode_id desc
             limit 300
            """)
        return try rows.map { Choice(key: try $0("key"), title: try $0("title"), isNear: true) }
    }

    /// Returns at most 400 airings of a rule that have not ended, in the order of the days for which the rule schedules them.
    func airings(
        of rule: ScheduleRule.ID, after now: Instant, in tenant: TenantID
    ) async throws -> [ScheduledAiring] {
        try await database.all(
            in: tenant,
            """
            \(name: ScheduledAiring.selection)
              from app.airing
             where tenant_id = \(tenant)
               and rule_id = \(rule.rawValue)
               and ends_at > \(now.date)
             order by slot_date
             limit 400
            """)
    }

    /// Returns the titles and pictures of shows by ID. Unknown shows have no entry. Throws `PostgresError`.
    func shows(_ shows: [Show.ID], in tenant: TenantID) async throws -> [Show.ID: ShowSummary] {
        try Self.shows(
            try await database.rows(
                in: tenant,
                """
                select s.show_id as key, s.title, \(StationPictureStore.path(of: "s.art_id", in: tenant)) as art
                  from app.show s
                 where s.tenant_id = \(tenant)
                   and s.show_id = any (\(Set(shows.map(\.rawValue)).sorted()))
                """))
    }

    private static func shows(_ rows: [Row]) throws -> [Show.ID: ShowSummary] {
        var shows: [Show.ID: ShowSummary] = [:]
        for row in rows {
            shows[Show.ID(rawValue: try row("key"))] = ShowSummary(
                title: try row("title"), picture: try row.optional("art"))
        }
        return shows
    }
}
