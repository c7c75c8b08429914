import MusicLibrary
import Postgres
import SoundCloud
import Tenancy
import Web

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A playlist as shown in apps.
struct Playlist: Sendable, Hashable {
    let id: ItemID
    let title: String
    let about: String
    let owner: String
    let isPublic: Bool
    let songs: Int64
    let durationMs: Int64
    let createdAt: Instant
    let changedAt: Instant
    /// Whether the account owns the playlist and can therefore change it.
    let isOwn: Bool

    /// Returns the playlist as a `Playlist`, or with `tracks` as a `PlaylistWithSongs`.
    func element(_ tracks: [Song]? = nil) -> Element {
        Element(
            [
                ("id", id.value), ("name", .text(title)), ("comment", .init(known: about)), ("owner", .text(owner)),
                ("public", .flag(isPublic)), ("songCount", .number(tracks.map { Int64($0.count) } ?? songs)),
                ("duration", .number(durationMs / 1000)), ("created", .text(createdAt.description)),
                ("changed", .text(changedAt.description)), ("coverArt", id.value), ("readonly", .flag(!isOwn)),
            ], tracks.map { [.many("entry", $0.map(\.element))] } ?? [])
    }
}

extension Playlist: RowDecodable {
    init(row: Row) throws(PostgresError) {
        id = .playlist(try row("urn"))
        title = try row("title")
        about = try row("description")
        owner = try row("owner")
        isPublic = try row("is_public")
        songs = Int64(try row("track_count", as: Int32.self))
        durationMs = try row("duration_ms")
        createdAt = Instant(try row("made_at", as: Date.self))
        changedAt = Instant(try row("changed_at", as: Date.self))
        isOwn = try row("is_own")
    }
}

/// The SQL for playlists.
struct PlaylistStore: Sendable {
    let database: TenantDatabase

    /// Returns Discover, if it has a starting track, the account's own playlists in SoundCloud's order, and the other liked playlists, most recent
    /// like first. `login` is shown as the owner of Discover and of the account's own playlists.
    func playlists(of listener: Listener, login: String) async throws -> [Playlist] {
        let rows = try await database.batch(
            in: listener.tenant, [Self.listed(listener, login), Self.discover(listener, login)])
        return try rows[1].map { try Self.discover($0, login) } + rows[0].map { try Playlist(row: $0) }
    }

    /// Returns a playlist and the keys of its tracks in order; `nil` if `id` is neither a stored playlist nor Discover, if Discover has no starting
    /// track, or if the listener may not see the playlist. `login` is shown as the owner of Discover and of the account's own playlists.
    func playlist(
        _ id: ItemID, of listener: Listener, login: String
    ) async throws -> (playlist: Playlist, tracks: [Int64])? {
        let (playlist, tracks): (Playlist?, [Row])
        switch id {
        case .discover:
            let rows = try await database.batch(
                in: listener.tenant, [Self.discover(listener, login), SongStore.discovered(listener)])
            (playlist, tracks) = (try rows[0].first.map { try Self.discover($0, login) }, rows[1])
        case .playlist(let urn):
            let rows = try await database.batch(
                in: listener.tenant, [Self.one(urn, listener, login), Self.tracks(of: urn, listener)])
            (playlist, tracks) = (try rows[0].first.map { try Playlist(row: $0) }, rows[1])
        default: return nil
        }
        guard let playlist else { return nil }
        return (playlist, try tracks.map { try $0("track_id") })
    }

    private static func discover(_ row: Row, _ login: String) throws(PostgresError) -> Playlist {
        let fetchedAt = Instant(try row("fetched_at", as: Date.self))
        return Playlist(
            id: .discover, title: "Discover", about: "Related to \(try row("title", as: String.self))", owner: login,
            isPublic: false, songs: try row("songs"), durationMs: try row("duration_ms"), createdAt: fetchedAt,
            changedAt: fetchedAt, isOwn: false)
    }

    private static func discover(_ listener: Listener, _ login: String) -> SQL {
        """
        select s.fetched_at, t.title, n.songs, n.duration_ms
          from app.discover s
          join app.cloud_track t on t.tenant_id = s.tenant_id and t.track_id = s.seed_id
         cross join lateral (
               select count(*) as songs, coalesce(sum(r.duration_ms), 0)::bigint as duration_ms
                 from app.discover_track d
                 join app.cloud_track r on r.tenant_id = d.tenant_id and r.track_id = d.track_id
                where d.tenant_id = s.tenant_id and d.user_id = s.user_id) n
         where s.tenant_id = \(listener.tenant)
           and s.user_id = \(listener.account)
        """
    }

    private static func listed(_ listener: Listener, _ login: String) -> SQL {
        """
        select p.urn, p.title, p.description, case when m.is_own then \(login) else u.username end as owner, p.is_public,
               p.track_count, p.duration_ms, coalesce(p.made_at, p.fetched_at) as made_at,
               coalesce(p.changed_at, p.made_at, p.fetched_at) as changed_at, m.is_own
          from (select playlist_id, rank, true as is_own
                  from app.own_playlist
                 where tenant_id = \(listener.tenant)
                   and user_id = \(listener.account)
                 union all
                select l.playlist_id, l.rank, false
                  from app.cloud_like l
                 where l.tenant_id = \(listener.tenant)
                   and l.user_id = \(listener.account)
                   and l.playlist_id is not null
                   and not exists (select 1
                                     from app.own_playlist o
                                    where o.tenant_id = l.tenant_id and o.user_id = l.user_id
                                      and o.playlist_id = l.playlist_id)) m
          join app.cloud_playlist p on p.tenant_id = \(listener.tenant) and p.playlist_id = m.playlist_id
          join app.cloud_user u on u.tenant_id = \(listener.tenant) and u.cloud_user_id = p.cloud_user_id
         order by m.is_own desc, m.rank desc, p.playlist_id desc
        """
    }

    /// Returns the statement for a playlist that is public or that the listener owns or likes.
    private static func one(_ urn: CloudURN, _ listener: Listener, _ login: String) -> SQL {
        """
        select p.urn, p.title, p.description, case when m.is_own then \(login) else u.username end as owner, p.is_public,
               p.track_count, p.duration_ms, coalesce(p.made_at, p.fetched_at) as made_at,
               coalesce(p.changed_at, p.made_at, p.fetched_at) as changed_at, m.is_own
          from app.cloud_playlist p
          join app.cloud_user u on u.tenant_id = p.tenant_id and u.cloud_user_id = p.cloud_user_id
         cross join lateral (
               select exists (select 1
                                from app.own_playlist o
                               where o.tenant_id = p.tenant_id and o.user_id = \(listener.account)
                                 and o.playlist_id = p.playlist_id) as is_own) m
         where p.tenant_id = \(listener.tenant)
           and p.urn = \(urn)
           and (p.is_public or m.is_own
                or exists (select 1
                             from app.cloud_like l
                            where l.tenant_id = p.tenant_id and l.user_id = \(listener.account)
                              and l.playlist_id = p.playlist_id))
        """
    }

    private static func tracks(of urn: CloudURN, _ listener: Listener) -> SQL {
        """
        select e.track_id
          from app.cloud_playlist p
          join app.cloud_playlist_track e on e.tenant_id = p.tenant_id and e.playlist_id = p.playlist_id
         where p.tenant_id = \(listener.tenant)
           and p.urn = \(urn)
         order by e.position
        """
    }
}
