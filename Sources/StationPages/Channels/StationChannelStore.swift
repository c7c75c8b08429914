import Postgres
import Radio
import Tenancy
import Web

/// The SQL that reads the list of channels, active and inactive.
struct StationChannelStore: Sendable {
    let database: TenantDatabase

    /// A channel in the list.
    struct Line: Sendable, Hashable {
        let id: Channel.ID
        let name: String
        let slug: String
        let number: Int32?
        /// The numbers by platform, such as "ios 12".
        let numbers: [String]
        let art: String?
        /// The primary category, or else the first of the channel's categories in the line-up; `nil` if the channel has none.
        let category: Category.ID?
        let isActive: Bool
        let timeZone: String
    }

    /// A category of the line-up; an ID of `nil` means the channels without a category.
    struct Section: Sendable, Hashable {
        let id: Category.ID?
        let name: String
    }

    /// Returns the categories in the order of the line-up, and all channels by number, then name (spec R12). Channels without a number come last.
    /// O(n) for n channels.
    func all(in tenant: Tenant) async throws -> (lines: [Line], sections: [Section]) {
        let tables = try await database.batch(
            in: tenant.id,
            [
                """
                select category_id, name
                  from app.category
                 where tenant_id = \(tenant.id)
                 order by rank, name \(Collation(locale: tenant.locale)), category_id
                """,
                """
                select c.channel_id, c.name, c.slug, c.number, c.active, c.time_zone, m.category_id,
                       array(select platform || ' ' || number from app.channel_number n
                              where n.tenant_id = \(tenant.id) and n.channel_id = c.channel_id order by platform) as numbers,
                       \(StationPictureStore.path(of: "c.art_id", in: tenant.id)) as art
                  from app.channel c
                  left join lateral (select k.category_id, k.rank, k.name
                                       from app.channel_category m
                                       join app.category k on k.tenant_id = \(tenant.id) and k.category_id = m.category_id
                                      where m.tenant_id = \(tenant.id) and m.channel_id = c.channel_id
                                      order by m.is_primary desc, k.rank, k.name, k.category_id
                                      limit 1) m on true
                 where c.tenant_id = \(tenant.id)
                 order by c.number nulls last, c.name \(Collation(locale: tenant.locale)), c.channel_id
                """,
            ], idempotent: true)
        let sections = try tables[0].map {
            Section(id: Category.ID(rawValue: try $0("category_id")), name: try $0("name"))
        }
        return (try tables[1].map(Self.line), sections)
    }

    private static func line(_ row: Row) throws -> Line {
        Line(
            id: Channel.ID(rawValue: try row("channel_id")), name: try row("name"), slug: try row("slug"),
            number: try row.optional("number"), numbers: try row("numbers"), art: try row.optional("art"),
            category: try row.optional("category_id").map(Category.ID.init(rawValue:)), isActive: try row("active"),
            timeZone: try row("time_zone"))
    }
}
