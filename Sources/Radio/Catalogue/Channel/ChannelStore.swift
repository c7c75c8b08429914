import Postgres
import Tenancy
import Web

/// All SQL about channels as programmers edit them.
package struct ChannelStore: CatalogueStore {
    package static let kind = CatalogueKind.channel
    package let database: TenantDatabase

    package init(database: TenantDatabase) {
        self.database = database
    }

    /// Selects the keys of a page of channels, ordered by name.
    package func keys(_ list: ListQuery, in tenant: TenantID) -> SQL {
        """
        select channel_id as key
          from app.channel
         where tenant_id = \(tenant)
           and (\(list.search) is null
                or position(\(list.search) in lower((name || ' ' || slug) collate "und-x-icu")) > 0)
         order by name \(list.collation), channel_id
         limit \(list.limit + 1) offset \(list.offset)
        """
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

    package func insertion(of content: ChannelContent, in tenant: TenantID) -> SQL {
        """
        insert into app.channel (tenant_id, slug, name, short_name, description, language, website, colour, time_zone,
                                 number, art_id, skips_restricted, skips_back, skips_forward, skips_total,
                                 skip_window_ms, live_delay_ms, active)
        values (\(tenant), \(content.slug), \(content.name), \(content.shortName), \(content.description),
                \(content.language), \(content.website), \(content.colour), \(content.timeZone), \(content.number),
                \(content.art?.key), \(content.skipPolicy.isRestricted), \(content.skipPolicy.back),
                \(content.skipPolicy.forward), \(content.skipPolicy.total), \(content.skipPolicy.windowMs),
                \(content.liveDelayMs), \(content.isActive))
        returning channel_id as key
        """
    }

    package func update(of key: Int64, to content: ChannelContent, in tenant: TenantID) -> SQL {
        """
        update app.channel
           set slug = \(content.slug), name = \(content.name), short_name = \(content.shortName),
               description = \(content.description), language = \(content.language), website = \(content.website),
               colour = \(content.colour), time_zone = \(content.timeZone), number = \(content.number),
               art_id = \(content.art?.key), skips_restricted = \(content.skipPolicy.isRestricted),
               skips_back = \(content.skipPolicy.back), skips_forward = \(content.skipPolicy.forward),
               skips_total = \(content.skipPolicy.total), skip_window_ms = \(content.skipPolicy.windowMs),
               live_delay_ms = \(content.liveDelayMs), active = \(content.isActive), revision = revision + 1,
               updated_at = now()
         where tenant_id = \(tenant)
           and channel_id = \(key)
        """
    }

    package func touched(by key: Int64, in tenant: TenantID) -> SQL? {
        """
        select show_id
          from app.show_channel
         where tenant_id = \(tenant)
           and channel_id = \(key)
        """
    }

    /// Checks the time zone.
    /// - Throws: 422 if the database does not know the time zone.
    package func check(_ content: ChannelContent, in tenant: TenantID, _ transaction: Transaction) async throws {
        let rows = try await transaction.rows(
            """
            select name
              from pg_timezone_names
             where name = \(content.timeZone)
            """)
        guard rows.isEmpty else { return }
        throw APIError.invalid(
            "/timeZone", "must be an IANA time zone, such as Europe/Prague, found \"\(content.timeZone)\"")
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
