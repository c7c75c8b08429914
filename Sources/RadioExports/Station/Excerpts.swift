import Foundation
import Postgres
import Radio
import Tenancy
import Web

/// The details of shows and episodes for documents about broadcasts or recordings, by ID. Inactive shows are left out.
struct Excerpts: Sendable {
    let shows: [Int64: ShowExcerpt]
    let episodes: [Int64: EpisodeExcerpt]

    /// Returns the statements whose results `init(_:)` expects, in order.
    static func statements(shows: [Int64], episodes: [Int64], in tenant: TenantID) -> [SQL] {
        [
            """
            select show_id, title, summary, description, language, website, is_music, art_id
              from app.show
             where tenant_id = \(tenant)
               and show_id = any (\(shows))
               and active
            """,
            """
            select e.episode_id, e.title, e.summary, e.description, e.part, e.season, e.published_at, e.art_id,
                   s.title as serial, s.total_parts
              from app.episode e
              left join app.serial s on s.tenant_id = e.tenant_id and s.serial_id = e.serial_id
             where e.tenant_id = \(tenant)
               and e.episode_id = any (\(episodes))
            """,
            genres(in: "app.show_genre", of: "show_id", shows, in: tenant),
            genres(in: "app.episode_genre", of: "episode_id", episodes, in: tenant),
            credits(in: "app.show_credit", of: "show_id", shows, in: tenant),
            credits(in: "app.episode_credit", of: "episode_id", episodes, in: tenant),
            """
            select i.art_id, i.position, i.width, i.height, i.media_type, i.url
              from app.art_image i
             where i.tenant_id = \(tenant)
               and (i.art_id in (select s.art_id from app.show s where s.tenant_id = \(tenant) and s.show_id = any (\(shows)))
                    or i.art_id in (select e.art_id from app.episode e
                                     where e.tenant_id = \(tenant) and e.episode_id = any (\(episodes))))
             order by i.art_id, i.position
            """,
        ]
    }

    private static func genres(
        in table: StaticString, of owner: StaticString, _ keys: [Int64], in tenant: TenantID
    ) -> SQL {
        """
        select o.\(name: owner) as key, g.genre_id, g.name, g.code, g.revision
          from \(name: table) o
          join app.genre g on g.tenant_id = o.tenant_id and g.genre_id = o.genre_id
         where o.tenant_id = \(tenant)
           and o.\(name: owner) = any (\(keys))
         order by g.name
        """
    }

    private static func credits(
        in table: StaticString, of owner: StaticString, _ keys: [Int64], in tenant: TenantID
    ) -> SQL {
        """
        select c.\(name: owner) as key, p.name, c.role
          from \(name: table) c
          join app.person p on p.tenant_id = c.tenant_id and p.person_id = c.person_id
         where c.tenant_id = \(tenant)
           and c.\(name: owner) = any (\(keys))
         order by c.\(name: owner), c.position
        """
    }

    init(_ results: ArraySlice<[Row]>) throws(PostgresError) {
        let results = Array(results)
        let (showGenres, episodeGenres) = (try Self.genres(results[2]), try Self.genres(results[3]))
        let (showCredits, episodeCredits) = (try Self.credits(results[4]), try Self.credits(results[5]))
        let pictures = try Self.pictures(results[6])
        var shows: [Int64: ShowExcerpt] = [:]
        for row in results[0] {
            let key: Int64 = try row("show_id")
            let art: Int64? = try row.optional("art_id")
            shows[key] = ShowExcerpt(
                id: Show.ID(rawValue: key), title: try row("title"), summary: try row("summary"),
                description: try row("description"), language: try row("language"),
                website: try row.optional("website"), isMusic: try row("is_music"),
                pictures: art.flatMap { pictures[$0] } ?? [], genres: showGenres[key] ?? [],
                credits: showCredits[key] ?? [])
        }
        var episodes: [Int64: EpisodeExcerpt] = [:]
        for row in results[1] {
            let key: Int64 = try row("episode_id")
            let art: Int64? = try row.optional("art_id")
            episodes[key] = EpisodeExcerpt(
                id: Episode.ID(rawValue: key), title: try row("title"), summary: try row("summary"),
                description: try row("description"), part: try row.optional("part"), season: try row.optional("season"),
                serial: try row.optional("serial"), totalParts: try row.optional("total_parts"),
                publishedAt: try row.instant("published_at"), pictures: art.flatMap { pictures[$0] } ?? [],
                genres: episodeGenres[key] ?? [], credits: episodeCredits[key] ?? [])
        }
        (self.shows, self.episodes) = (shows, episodes)
    }

    /// Returns the genres grouped by the column `key`, in the order of the rows.
    static func genres(_ rows: [Row]) throws(PostgresError) -> [Int64: [Genre]] {
        var genres: [Int64: [Genre]] = [:]
        for row in rows { genres[try row("key"), default: []].append(try Genre(row: row)) }
        return genres
    }

    /// Returns the images grouped by the column `art_id`, the ID of the picture, in the order of the rows.
    static func pictures(_ rows: [Row]) throws(PostgresError) -> [Int64: [Art.Image]] {
        var pictures: [Int64: [Art.Image]] = [:]
        for row in rows {
            let art: Int64 = try row("art_id")
            guard let image = try Art.Image(imageRow: row, of: Art.ID(rawValue: art)) else { continue }
            pictures[art, default: []].append(image)
        }
        return pictures
    }

    private static func credits(_ rows: [Row]) throws(PostgresError) -> [Int64: [Credit]] {
        var credits: [Int64: [Credit]] = [:]
        for row in rows {
            credits[try row("key"), default: []].append(Credit(name: try row("name"), role: try row("role")))
        }
        return credits
    }
}

extension Row {
    /// Returns the instant in a nullable column, or `nil` for null.
    func instant(_ column: String) throws(PostgresError) -> Instant? {
        try optional(column, as: Date.self).map(Instant.init)
    }
}
