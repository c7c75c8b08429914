import Postgres
import Tenancy
import Web

/// A store for the line-up, which is read in one transaction.
struct LineUpStore: Sendable {
    private let database: TenantDatabase

    init(database: TenantDatabase) { self.database = database }

    /// Returns the active channels with all their data, in no particular order, and the categories. Makes one round trip; O(n) for n channels.
    func reading(in tenant: TenantID) async throws -> LineUpReading {
        let tables = try await database.batch(in: tenant, Self.statements(tenant), idempotent: true)
        let profile = try Profile(tables[1].first)
        let numbers = try Self.grouped(tables[3]) { row in
            (try row("platform", as: String.self), try row("number", as: Int32.self))
        }
        let memberships = try Self.grouped(tables[4]) { row in
            LineUpChannel.Membership(
                category: Category.ID(rawValue: try row("category_id")), isPrimary: try row("is_primary"))
        }
        let bearers = try Self.grouped(tables[5], Bearer.init(bearerRow:))
        let genres = try Self.grouped(tables[6], Genre.init(genreRow:))
        let channels = try tables[2].map { row in
            let channel = try Channel(channelRow: row)
            return LineUpChannel(
                channel: channel,
                numbers: Dictionary(numbers[channel.id] ?? [], uniquingKeysWith: { first, _ in first }),
                categories: memberships[channel.id] ?? [], bearers: bearers[channel.id] ?? [],
                genres: genres[channel.id] ?? [], skips: try profile.skips(of: row), place: try row("place"))
        }
        return LineUpReading(
            revision: RadioRevision(rawValue: try tables[0].first?("revision") ?? 0), bufferMs: profile.bufferMs,
            channels: channels, categories: try tables[7].map(Category.init(categoryRow:)))
    }

    /// The tenant's defaults for channels without their own settings. If the tenant has no row, the column defaults of the table apply.
    private struct Profile {
        var bufferMs: Int64 = 18_000_000
        var skipsBack: Int32 = 1
        var skipsForward: Int32 = 5
        var skipsTotal: Int32 = 6
        var skipWindowMs: Int64 = 3_600_000

        init(_ row: Row?) throws(PostgresError) {
            guard let row else { return }
            bufferMs = try row("buffer_ms")
            skipsBack = try row("skips_back")
            skipsForward = try row("skips_forward")
            skipsTotal = try row("skips_total")
            skipWindowMs = try row("skip_window_ms")
        }

        func skips(of row: Row) throws(PostgresError) -> LineUpChannel.SkipPolicy {
            LineUpChannel.SkipPolicy(
                isRestricted: try row("skips_restricted"), back: try row.optional("skips_back") ?? skipsBack,
                forward: try row.optional("skips_forward") ?? skipsForward,
                total: try row.optional("skips_total") ?? skipsTotal,
                windowMs: try row.optional("skip_window_ms") ?? skipWindowMs)
        }
    }

    private static func grouped<Value>(
        _ rows: [Row], _ value: (Row) throws -> Value
    ) throws -> [Channel.ID: [Value]] {
        try rows.reduce(into: [:]) { groups, row in
            groups[Channel.ID(rawValue: try row("channel_id")), default: []].append(try value(row))
        }
    }

    /// Returns the statements that read the line-up. The revision is read first, so a change in between makes the result appear outdated, never too
    /// new.
    static func statements(_ tenant: TenantID) -> [SQL] {
        [
            """
            select revision
              from app.radio_revision
             where tenant_id = \(tenant)
            """,
            """
            select buffer_ms, skips_back, skips_forward, skips_total, skip_window_ms
              from app.tenant_profile
             where tenant_id = \(tenant)
            """,
            """
            select channel_id, slug, name, short_name, description, language, website, colour, time_zone, number, art_id,
                   skips_restricted, skips_back, skips_forward, skips_total, skip_window_ms, live_delay_ms, active,
                   revision, row_number() over (order by name collate "und-x-icu", channel_id) as place
              from app.channel
             where tenant_id = \(tenant)
               and active
            """,
            """
            select channel_id, platform, number
              from app.channel_number
             where tenant_id = \(tenant)
            """,
            """
            select m.channel_id, m.category_id, m.is_primary
              from app.channel_category m
              join app.category c on c.tenant_id = m.tenant_id and c.category_id = m.category_id
             where m.tenant_id = \(tenant)
             order by m.is_primary desc, c.rank, m.category_id
            """,
            """
            select channel_id, uri, purpose, media_type, bitrate, cost, offset_ms
              from app.bearer
             where tenant_id = \(tenant)
             order by position, uri
            """,
            """
            select m.channel_id, g.genre_id, g.name, g.code, g.revision
              from app.channel_genre m
              join app.genre g on g.tenant_id = m.tenant_id and g.genre_id = m.genre_id
             where m.tenant_id = \(tenant)
             order by g.name, g.genre_id
            """,
            """
            select category_id, name, rank, revision
              from app.category
             where tenant_id = \(tenant)
             order by rank, name collate "und-x-icu", category_id
            """,
        ]
    }
}

extension Channel {
    fileprivate init(channelRow row: Row) throws(PostgresError) {
        self.init(
            id: ID(rawValue: try row("channel_id")), slug: try row("slug"), name: try row("name"),
            shortName: try row("short_name"), description: try row("description"), language: try row("language"),
            website: try row.optional("website"), colour: try row.optional("colour"), timeZone: try row("time_zone"),
            number: try row.optional("number"), art: try row.optional("art_id").map(Art.ID.init(rawValue:)),
            isSkipRestricted: try row("skips_restricted"), liveDelayMs: try row("live_delay_ms"),
            isActive: try row("active"), revision: try row("revision"))
    }
}

extension Bearer {
    fileprivate init(bearerRow row: Row) throws(PostgresError) {
        self.init(
            uri: try row("uri"), purpose: Purpose(rawValue: try row("purpose")) ?? .live,
            mediaType: try row("media_type"), bitrate: try row("bitrate"), cost: try row("cost"),
            offsetMs: try row("offset_ms"))
    }
}

extension Genre {
    fileprivate init(genreRow row: Row) throws(PostgresError) {
        self.init(
            id: ID(rawValue: try row("genre_id")), name: try row("name"), code: try row.optional("code"),
            revision: try row("revision"))
    }
}

extension Category {
    fileprivate init(categoryRow row: Row) throws(PostgresError) {
        self.init(
            id: ID(rawValue: try row("category_id")), name: try row("name"), rank: try row("rank"),
            revision: try row("revision"))
    }
}
