import Postgres
import Tenancy
import Web

/// A store for channels.
package struct ChannelStore: CatalogueStore {
    package static let kind = CatalogueKind.channel
    package static let table = CatalogueTable<ChannelContent>(
        name: "app.channel", key: "channel_id", stamp: .revisionAndTime, searched: "(name || ' ' || slug)",
        order: [.text("name")],
        columns: [
            .init("slug") { $0.slug }, .init("name") { $0.name }, .init("short_name") { $0.shortName },
            .init("description") { $0.description }, .init("language") { $0.language },
            .init("website") { $0.website }, .init("colour") { $0.colour }, .init("time_zone") { $0.timeZone },
            .init("number") { $0.number }, .init("art_id") { $0.art?.key },
            .init("skips_restricted") { $0.skipPolicy.isRestricted }, .init("skips_back") { $0.skipPolicy.back },
            .init("skips_forward") { $0.skipPolicy.forward }, .init("skips_total") { $0.skipPolicy.total },
            .init("skip_window_ms") { $0.skipPolicy.windowMs }, .init("live_delay_ms") { $0.liveDelayMs },
            .init("active") { $0.isActive },
        ])
    package let database: TenantDatabase

    package init(database: TenantDatabase) {
        self.database = database
    }

    package func selection(of keys: [Int64], in tenant: TenantID) -> SQL {
        """
        select c.channel_id as key, c.slug, c.name, c.short_name, c.description, c.language, c.website, c.colour,
               c.time_zone, c.number, c.art_id, c.skips_restricted, c.skips_back, c.skips_forward, c.skips_total,
               c.skip_window_ms, c.live_delay_ms, c.active, c.revision,
               array(select platform from app.channel_number n
                      where n.tenant_id = c.tenant_id and n.channel_id = c.channel_id order by platform) as platforms,
               array(select n.number from app.channel_number n
                      where n.tenant_id = c.tenant_id and n.channel_id = c.channel_id order by platform) as numbers,
               array(select category_id from app.channel_category n
                      where n.tenant_id = c.tenant_id and n.channel_id = c.channel_id
                      order by is_primary desc, category_id) as categories,
               array(select genre_id from app.channel_genre n
                      where n.tenant_id = c.tenant_id and n.channel_id = c.channel_id order by genre_id) as genres,
               (select coalesce(json_agg(json_build_object(
                           'uri', uri, 'purpose', purpose, 'mediaType', media_type, 'bitrate', bitrate, 'cost', cost,
                           'offsetMs', offset_ms) order by position, uri), '[]')::text
                  from app.bearer n
                 where n.tenant_id = c.tenant_id and n.channel_id = c.channel_id) as bearers
          from app.channel c
         where c.tenant_id = \(tenant)
           and c.channel_id = any (\(keys))
        """
    }

    package func content(of row: Row) throws -> ChannelContent {
        let numbers = zip(try row("platforms", as: [String].self), try row("numbers", as: [Int32].self))
        return ChannelContent(
            slug: try row("slug"), name: try row("name"), shortName: try row("short_name"),
            description: try row("description"), language: try row("language"), website: try row.optional("website"),
            colour: try row.optional("colour"), timeZone: try row("time_zone"), number: try row.optional("number"),
            numbers: numbers.map(PlatformNumber.init),
            categories: try row("categories", as: [Int64].self).map(
                Reference.init),
            genres: try row("genres", as: [Int64].self).map(Reference.init),
            bearers: try StoredJSON.read(try row("bearers")),
            skipPolicy: SkipPolicy(
                isRestricted: try row("skips_restricted"), back: try row.optional("skips_back"),
                forward: try row.optional("skips_forward"), total: try row.optional("skips_total"),
                windowMs: try row.optional("skip_window_ms")),
            liveDelayMs: try row("live_delay_ms"), art: try row.optional("art_id").map(Reference.init),
            isActive: try row("active"))
    }

    package func touched(by key: Int64, in tenant: TenantID) -> SQL? {
        """
        select show_id
          from app.show_channel
         where tenant_id = \(tenant)
           and channel_id = \(key)
        """
    }

    /// Throws `APIError` 422 if the database does not know the time zone. The transaction can then only be rolled back.
    package func check(_ content: ChannelContent, in tenant: TenantID, _ transaction: Transaction) async throws {
        guard try await !Self.isTimeZone(content.timeZone, transaction) else { return }
        throw APIError.invalid(
            "/timeZone", "must be an IANA time zone, such as Europe/Prague, found \"\(content.timeZone)\"")
    }

    /// Returns whether the database knows the time zone `name`.
    ///
    /// For a name that the forms suggest, the statement uses the zone. It looks up any other name in `pg_timezone_names`, which reads all files of the
    /// time zone database: PostgreSQL would also use an abbreviation with an offset, such as "Nowhere3".
    private static func isTimeZone(_ name: String, _ transaction: Transaction) async throws(PostgresError) -> Bool {
        guard Field.Option.timeZones.contains(Field.Option(name, name)) else {
            return try await !transaction.rows("select from pg_timezone_names where name = \(name)").isEmpty
        }
        do throws(PostgresError) {
            _ = try await transaction.rows("select now() at time zone \(name)")
            return true
        } catch .server(sqlState: "22023", _, _, _) {
            return false
        }
    }

    package func refusal(by constraint: String) -> APIError? {
        switch constraint {
        case "channel_slug_key":
            APIError(.conflict, code: .slugTaken, "another channel already has this slug: choose another slug")
        case "channel_number_key":
            APIError(
                .conflict, code: .numberTaken,
                "another channel already has one of these numbers on the same platform: choose free numbers")
        default: nil
        }
    }
}
