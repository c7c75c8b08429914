import Foundation
import Postgres
import Radio
import Tenancy
import Web

/// The shows and episodes of some broadcasts or recordings, by ID.
struct Excerpts: Sendable {
    let shows: [Int64: ShowExcerpt]
    let episodes: [Int64: EpisodeExcerpt]

    /// Returns the statements whose results `init(_:)` takes, in the order of its arguments.
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
            """
            select s.show_id as key, g.genre_id, g.name, g.code, g.revision
              from app.show_genre s
              join app.genre g on g.tenant_id = s.tenant_id and g.genre_id = s.genre_id
             where s.tenant_id = \(tenant)
               and s.show_id = any (\(shows))
             order by g.name
            """,
            """
            select e.episode_id as key, g.genre_id, g.name, g.code, g.revision
              from app.episode_genre e
              join app.genre g on g.tenant_id = e.tenant_id and g.genre_id = e.genre_id
             where e.tenant_id = \(tenant)
               and e.episode_id = any (\(episodes))
             order by g.name
            """,
            """
            select c.show_id as key, p.name, c.role
              from app.show_credit c
              join app.person p on p.tenant_id = c.tenant_id and p.person_id = c.person_id
             where c.tenant_id = \(tenant)
               and c.show_id = any (\(shows))
             order by c.show_id, c.position
            """,
            """
            select c.episode_id as key, p.name, c.role
              from app.episode_credit c
              join app.person p on p.tenant_id = c.tenant_id and p.person_id = c.person_id
             where c.tenant_id = \(tenant)
               and c.episode_id = any (\(episodes))
             order by c.episode_id, c.position
            """,
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

    /// Returns the genres in the rows, by the value of the column `key`.
    static func genres(_ rows: [Row]) throws(PostgresError) -> [Int64: [Genre]] {
        var genres: [Int64: [Genre]] = [:]
        for row in rows {
            genres[try row("key"), default: []].append(
                Genre(
                    id: Genre.ID(rawValue: try row("genre_id")), name: try row("name"), code: try row.optional("code"),
                    revision: try row("revision")))
        }
        return genres
    }

    /// Returns the sizes of the pictures in the rows, by `art_id`.
    static func pictures(_ rows: [Row]) throws(PostgresError) -> [Int64: [Art.Image]] {
        var pictures: [Int64: [Art.Image]] = [:]
        for row in rows {
            let (art, position): (Int64, Int32) = (try row("art_id"), try row("position"))
            pictures[art, default: []].append(
                Art.Image(
                    url: try row.optional("url") ?? Art.path(of: Art.ID(rawValue: art), at: position),
                    width: try row("width"),
                    height: try row("height"), mediaType: try row("media_type")))
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
