import FoundationEssentials
import Postgres
import Tenancy
import Web

/// The SQL that reads the list of episodes, including those that listeners cannot see.
struct StationEpisodeStore: Sendable {
    let database: TenantDatabase

    static let limit = 20

    /// An episode in the list.
    struct Line: Sendable, Hashable {
        let id: Int64
        let title: String
        let part: Int32?
        let season: Int32?
        let publishedAt: Instant?
        let serial: String?
        /// The path of the picture of the episode, else of the show; `nil` if none is stored.
        let picture: String?
        let state: State
    }

    /// The availability of an episode: on demand now, on demand or broadcast later, no longer on demand, or none of these.
    enum State: String, Sendable, Hashable {
        case onDemand = "on-demand"
        case upcoming, expired, none
    }

    /// Returns at most `limit` episodes of a show, newest first, without the first `offset`, and the total number of episodes of the show.
    func page(
        of show: Int64, offset: Int, at now: Instant, in tenant: TenantID
    ) async throws -> (lines: [Line], total: Int64) {
        let tables = try await database.batch(
            in: tenant,
            [
                """
                select e.episode_id, e.title, e.part, e.season, e.published_at, s.title as serial,
                       coalesce(\(StationPictureStore.path(of: "e.art_id", in: tenant)),
                                \(StationPictureStore.path(of: "h.art_id", in: tenant))) as art,
                       exists (select from app.version v
                                where v.tenant_id = \(tenant) and v.episode_id = e.episode_id
                                  and v.available_from <= \(now.date)
                                  and (v.available_until is null or v.available_until > \(now.date))) as is_on_demand,
                       exists (select from app.version v
                                where v.tenant_id = \(tenant) and v.episode_id = e.episode_id
                                  and v.available_from > \(now.date))
                       or exists (select from app.airing a
                                   where a.tenant_id = \(tenant) and a.show_id = \(show) and a.episode_id = e.episode_id
                                     and a.starts_at > \(now.date) and not a.is_cancelled) as is_upcoming,
                       exists (select from app.version v
                                where v.tenant_id = \(tenant) and v.episode_id = e.episode_id) as was_on_demand
                  from app.episode e
                  join app.show h on h.tenant_id = \(tenant) and h.show_id = e.show_id
                  left join app.serial s on s.tenant_id = \(tenant) and s.serial_id = e.serial_id
                 where e.tenant_id = \(tenant)
                   and e.show_id = \(show)
                 order by e.published_at desc nulls last, e.episode_id desc
                 limit \(Self.limit) offset \(offset)
                """,
                "select count(*) as total from app.episode where tenant_id = \(tenant) and show_id = \(show)",
            ], idempotent: true)
        return (try tables[0].map(Self.line), try tables[1][0]("total"))
    }

    private static func line(_ row: Row) throws -> Line {
        let state: State =
            try row("is_on_demand")
            ? .onDemand : try row("is_upcoming") ? .upcoming : try row("was_on_demand") ? .expired : .none
        return Line(
            id: try row("episode_id"), title: try row("title"), part: try row.optional("part"),
            season: try row.optional("season"),
            publishedAt: try row.optional("published_at", as: Date.self).map { Instant($0) },
            serial: try row.optional("serial"), picture: try row.optional("art"), state: state)
    }
}

/// The list of episodes on a show's page.
struct ShowEpisodes: Sendable {
    let show: Int64
    let page: (lines: [StationEpisodeStore.Line], total: Int64)
    let offset: Int
    let clock: StationClock

    var html: HTML {
        """
        <section id="episodes"><h2>Episodes <span class="faint">\(page.total)</span></h2>
        \(page.total == 0 ? empty : list)
        </section>
        """
    }

    private var new: HTML { "<a class=\"button quiet\" href=\"/station/shows/\(show)/episodes/new\">New episode</a>" }

    private var empty: HTML {
        EmptyState(
            .podcast, "No episodes yet",
            "An episode can be broadcast, and listeners can play its recordings on demand.",
            action: new
        ).html
    }

    private var list: HTML {
        let end: HTML =
            page.lines.isEmpty
            ? "<p class=\"hint\">There are no further episodes.</p>" : RowList(page.lines.map(row)).html
        return "<p>\(new)</p>\(end)\(pageLinks)"
    }

    private func row(_ line: StationEpisodeStore.Line) -> ListRow {
        let facts = [
            line.publishedAt.map(clock.label), line.serial,
            line.season.map { "season \($0)" }, line.part.map { "part \($0)" },
        ].compactMap { $0 }
        var row = ListRow(
            "<strong>\(line.title)</strong>", LocalPath("/station/episodes/\(line.id)"),
            artwork: Artwork(line.title, url: line.picture))
        if !facts.isEmpty { row.details = ["\(facts.joined(separator: " · "))"] }
        row.facts = Self.tag(line.state)
        return row
    }

    static func tag(_ state: StationEpisodeStore.State) -> HTML {
        switch state {
        case .onDemand: "<b class=\"tag on\">on demand</b>"
        case .upcoming: "<b class=\"tag soon\">upcoming</b>"
        case .expired: "<b class=\"tag bad\">expired</b>"
        case .none: "<b class=\"tag\">not on demand</b>"
        }
    }

    private var pageLinks: HTML {
        let limit = StationEpisodeStore.limit
        let newer: HTML? =
            offset > 0
            ? "<a class=\"button quiet\" href=\"/station/shows/\(show)?cursor=\(max(0, offset - limit))#episodes\">Newer episodes</a>"
            : nil
        let older: HTML? =
            Int64(offset + limit) < page.total
            ? "<a class=\"button quiet\" href=\"/station/shows/\(show)?cursor=\(offset + limit)#episodes\">Older episodes</a>"
            : nil
        return newer == nil && older == nil ? .empty : "<p class=\"pages\">\(newer)\(older)</p>"
    }
}
