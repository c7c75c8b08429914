import Postgres
import Tenancy
import Web

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The statements that store SoundCloud items. Each item has one row per tenant.
///
/// Rows are written in the order of their URNs, so that two syncs rarely deadlock. Unchanged tracks are written again only after a day.
public enum CloudRows {
    /// Returns the statements that store users. Without a follower count, as in a list of tracks, only the name and the addresses are stored.
    public static func users(_ users: [CloudUser], in tenant: TenantID) -> [SQL] {
        let known = Dictionary(users.map { ($0.urn, $0) }) { $0.followerCount == nil ? $1 : $0 }
        let sorted = known.values.sorted { $0.urn.description < $1.urn.description }
        return [
            partialUsers(sorted.filter { $0.followerCount == nil }, tenant),
            fullUsers(sorted.filter { $0.followerCount != nil }, tenant),
        ]
        .compactMap { $0 }
    }

    private static func partialUsers(_ users: [CloudUser], _ tenant: TenantID) -> SQL? {
        guard !users.isEmpty else { return nil }
        let written: SQL = """
            with before as (
                select tenant_id, cloud_user_id, name_key
                  from app.cloud_user
                 where tenant_id = \(tenant)
                   and urn = any (\(users.map(\.urn)))
            ), written as (
            insert into app.cloud_user as u (tenant_id, urn, username, permalink_url, avatar_url, name_key)
            select \(tenant), urn, username, permalink_url, avatar_url, name_key
              from unnest(\(users.map(\.urn)), \(users.map(\.username)), \(users.map { $0.permalink ?? "" }),
                          \(users.map { $0.avatar ?? "" }), \(users.map { SortKey($0.username).description }))
                   as n (urn, username, permalink_url, avatar_url, name_key)
             order by urn
                on conflict (tenant_id, urn) do update
               set username = excluded.username, permalink_url = excluded.permalink_url,
                   avatar_url = excluded.avatar_url, name_key = excluded.name_key
             where excluded.username <> ''
               and (u.username, u.permalink_url, u.avatar_url, u.name_key)
                   is distinct from (excluded.username, excluded.permalink_url, excluded.avatar_url, excluded.name_key)
            returning cloud_user_id, name_key)
            """
        return written.appending(renaming)
    }

    private static func fullUsers(_ users: [CloudUser], _ tenant: TenantID) -> SQL? {
        guard !users.isEmpty else { return nil }
        let written: SQL = """
            with before as (
                select tenant_id, cloud_user_id, name_key
                  from app.cloud_user
                 where tenant_id = \(tenant)
                   and urn = any (\(users.map(\.urn)))
            ), written as (
            insert into app.cloud_user
                        (tenant_id, urn, username, permalink_url, avatar_url, name_key, full_name, description, city, country,
                         track_count, playlist_count, follower_count, following_count)
            select \(tenant), urn, username, permalink_url, avatar_url, name_key, full_name, description, city, country,
                   track_count, playlist_count, follower_count, following_count
              from unnest(\(users.map(\.urn)), \(users.map(\.username)), \(users.map { $0.permalink ?? "" }),
                          \(users.map { $0.avatar ?? "" }), \(users.map { SortKey($0.username).description }),
                          \(users.map { $0.fullName ?? "" }), \(users.map { $0.about ?? "" }),
                          \(users.map { $0.city ?? "" }), \(users.map { $0.country ?? "" }),
                          \(users.map { count($0.trackCount) }), \(users.map { count($0.playlistCount) }),
                          \(users.map { $0.followerCount ?? 0 }), \(users.map { count($0.followingCount) }))
                   as n (urn, username, permalink_url, avatar_url, name_key, full_name, description, city, country,
                         track_count, playlist_count, follower_count, following_count)
             order by urn
                on conflict (tenant_id, urn) do update
               set username = excluded.username, permalink_url = excluded.permalink_url,
                   avatar_url = excluded.avatar_url, name_key = excluded.name_key, full_name = excluded.full_name,
                   description = excluded.description, city = excluded.city, country = excluded.country,
                   track_count = excluded.track_count, playlist_count = excluded.playlist_count,
                   follower_count = excluded.follower_count, following_count = excluded.following_count,
                   fetched_at = now()
            returning cloud_user_id, name_key)
            """
        return written.appending(renaming)
    }

    /// The end of the statements that store users. It updates the sort names of renamed users in the likes and followings of all listeners, because
    /// these lists would otherwise be sorted by the old names until their next syncs.
    private static let renaming: StaticString = """
        , renamed as (
            select b.tenant_id, b.cloud_user_id, w.name_key
              from before b
              join written w on w.cloud_user_id = b.cloud_user_id
             where w.name_key <> b.name_key
        ), followed as (
            update app.cloud_following f
               set name_key = r.name_key
              from renamed r
             where f.tenant_id = r.tenant_id
               and f.cloud_user_id = r.cloud_user_id
        )
        update app.cloud_like k
           set user_key = r.name_key
          from renamed r
         where k.tenant_id = r.tenant_id
           and k.cloud_user_id = r.cloud_user_id
        """

    /// Returns the statements that store tracks and their uploaders, and update the sort keys of renamed tracks in likes; empty for no tracks.
    public static func tracks(_ tracks: [CloudTrack], in tenant: TenantID) -> [SQL] {
        guard !tracks.isEmpty else { return [] }
        let tracks = Dictionary(tracks.map { ($0.urn, $0) }) { $1 }.values
            .sorted { $0.urn.description < $1.urn.description }
        return users(tracks.map(\.user), in: tenant) + [
            """
            with before as (
                select tenant_id, track_id, title_key
                  from app.cloud_track
                 where tenant_id = \(tenant)
                   and urn = any (\(tracks.map(\.urn)))
            ), written as (
            insert into app.cloud_track as t
                        (tenant_id, urn, cloud_user_id, title, metadata_artist, label_name, release_title, isrc, genre, tags,
                         description, duration_ms, uploaded_at, access, is_streamable, is_downloadable, license,
                         artwork_url, waveform_url, permalink_url, like_count, play_count, title_key)
            select u.tenant_id, n.urn, u.cloud_user_id, n.title, n.metadata_artist, n.label_name, n.release_title, n.isrc,
                   n.genre, n.tags, n.description, n.duration_ms, n.uploaded_at, n.access, n.access <> 'blocked',
                   n.is_downloadable, n.license, n.artwork_url, n.waveform_url, n.permalink_url, n.like_count,
                   n.play_count, n.title_key
              from unnest(\(tracks.map(\.urn)), \(tracks.map(\.user.urn)), \(tracks.map(\.title)),
                          \(tracks.map { $0.metadataArtist ?? "" }), \(tracks.map { $0.labelName ?? "" }),
                          \(tracks.map { $0.release ?? "" }), \(tracks.map { $0.isrc ?? "" }),
                          \(tracks.map { $0.genre ?? "" }), \(tracks.map { $0.tags ?? "" }),
                          \(tracks.map { $0.about ?? "" }), \(tracks.map { count($0.durationMs) }),
                          \(tracks.map { $0.createdAt?.date }), \(tracks.map(\.access.rawValue)),
                          \(tracks.map(\.isDownloadable)), \(tracks.map { $0.licence ?? "" }),
                          \(tracks.map { $0.artwork ?? "" }), \(tracks.map { $0.waveform ?? "" }),
                          \(tracks.map { $0.permalink ?? "" }), \(tracks.map { $0.likeCount ?? 0 }),
                          \(tracks.map { $0.playCount ?? 0 }), \(tracks.map { SortKey($0.title).description }))
                   as n (urn, user_urn, title, metadata_artist, label_name, release_title, isrc, genre, tags, description,
                         duration_ms, uploaded_at, access, is_downloadable, license, artwork_url, waveform_url,
                         permalink_url, like_count, play_count, title_key)
              join app.cloud_user u on u.tenant_id = \(tenant) and u.urn = n.user_urn
             order by n.urn
                on conflict (tenant_id, urn) do update
               set cloud_user_id = excluded.cloud_user_id, title = excluded.title,
                   metadata_artist = excluded.metadata_artist, label_name = excluded.label_name,
                   release_title = excluded.release_title, isrc = excluded.isrc, genre = excluded.genre,
                   tags = excluded.tags, description = excluded.description, duration_ms = excluded.duration_ms,
                   uploaded_at = excluded.uploaded_at, access = excluded.access,
                   is_streamable = excluded.is_streamable, is_downloadable = excluded.is_downloadable,
                   license = excluded.license, artwork_url = excluded.artwork_url, waveform_url = excluded.waveform_url,
                   permalink_url = excluded.permalink_url, like_count = excluded.like_count,
                   play_count = excluded.play_count, title_key = excluded.title_key, fetched_at = now()
             where (t.cloud_user_id, t.title, t.metadata_artist, t.label_name, t.release_title, t.isrc, t.genre, t.tags,
                    t.description, t.duration_ms, t.access, t.is_downloadable, t.license, t.artwork_url, t.permalink_url,
                    t.title_key)
                   is distinct from
                   (excluded.cloud_user_id, excluded.title, excluded.metadata_artist, excluded.label_name,
                    excluded.release_title, excluded.isrc, excluded.genre, excluded.tags, excluded.description,
                    excluded.duration_ms, excluded.access, excluded.is_downloadable, excluded.license,
                    excluded.artwork_url, excluded.permalink_url, excluded.title_key)
                or t.fetched_at < now() - interval '1 day'
            returning track_id, title_key)
            update app.cloud_like k
               set title_key = w.title_key
              from before b
              join written w on w.track_id = b.track_id
             where b.title_key <> w.title_key
               and k.tenant_id = b.tenant_id
               and k.track_id = b.track_id
            """
        ]
    }

    /// Returns the statements that store playlists; empty for none. A playlist's list of tracks is replaced only if SoundCloud sent all tracks.
    public static func playlists(_ playlists: [CloudPlaylist], in tenant: TenantID) -> [SQL] {
        guard !playlists.isEmpty else { return [] }
        let playlists = Dictionary(playlists.map { ($0.urn, $0) }) { $1 }.values
            .sorted { $0.urn.description < $1.urn.description }
        let whole = playlists.filter(\.isWhole)
        let places = whole.flatMap { playlist in playlist.tracks.map { (playlist.urn, $0.urn) } }
        let positions = whole.flatMap { playlist in playlist.tracks.indices.map { Int32($0) } }
        // Stores the users of all playlists and tracks together, so that all users are written in one order.
        let people = playlists.map(\.user) + playlists.flatMap(\.tracks).map(\.user)
        var statements = users(people, in: tenant)
        statements += tracks(playlists.flatMap(\.tracks), in: tenant).suffix(1)
        statements.append(
            """
            insert into app.cloud_playlist
                        (tenant_id, urn, cloud_user_id, title, description, kind, label_name, genre, is_public, track_count,
                         duration_ms, artwork_url, permalink_url, made_at, changed_at, title_key)
            select u.tenant_id, n.urn, u.cloud_user_id, n.title, n.description, n.kind, n.label_name, n.genre, n.is_public,
                   n.track_count, n.duration_ms, n.artwork_url, n.permalink_url, n.made_at, n.changed_at, n.title_key
              from unnest(\(playlists.map(\.urn)), \(playlists.map(\.user.urn)), \(playlists.map(\.title)),
                          \(playlists.map { $0.about ?? "" }), \(playlists.map { $0.type ?? "" }),
                          \(playlists.map { $0.labelName ?? "" }), \(playlists.map { $0.genre ?? "" }),
                          \(playlists.map(\.isPublic)), \(playlists.map { count($0.trackCount) }),
                          \(playlists.map { $0.durationMs ?? 0 }), \(playlists.map { $0.artwork ?? "" }),
                          \(playlists.map { $0.permalink ?? "" }), \(playlists.map { $0.createdAt?.date }),
                          \(playlists.map { $0.modifiedAt?.date }),
                          \(playlists.map { SortKey($0.title).description }))
                   as n (urn, user_urn, title, description, kind, label_name, genre, is_public, track_count, duration_ms,
                         artwork_url, permalink_url, made_at, changed_at, title_key)
              join app.cloud_user u on u.tenant_id = \(tenant) and u.urn = n.user_urn
             order by n.urn
                on conflict (tenant_id, urn) do update
               set cloud_user_id = excluded.cloud_user_id, title = excluded.title, description = excluded.description,
                   kind = excluded.kind, label_name = excluded.label_name, genre = excluded.genre,
                   is_public = excluded.is_public, track_count = excluded.track_count,
                   duration_ms = excluded.duration_ms, artwork_url = excluded.artwork_url,
                   permalink_url = excluded.permalink_url, made_at = excluded.made_at, changed_at = excluded.changed_at,
                   title_key = excluded.title_key, fetched_at = now()
            """)
        guard !whole.isEmpty else { return statements }
        statements.append(
            """
            update app.cloud_playlist
               set tracks_at = now()
             where tenant_id = \(tenant)
               and urn = any (\(whole.map(\.urn)))
            """)
        statements.append(
            """
            delete from app.cloud_playlist_track x
             using app.cloud_playlist p
             where x.tenant_id = \(tenant)
               and p.tenant_id = x.tenant_id
               and p.playlist_id = x.playlist_id
               and p.urn = any (\(whole.map(\.urn)))
            """)
        statements.append(
            """
            insert into app.cloud_playlist_track (tenant_id, playlist_id, position, track_id)
            select p.tenant_id, p.playlist_id, n.position, t.track_id
              from unnest(\(places.map(\.0)), \(positions), \(places.map(\.1))) as n (playlist_urn, position, track_urn)
              join app.cloud_playlist p on p.tenant_id = \(tenant) and p.urn = n.playlist_urn
              join app.cloud_track t on t.tenant_id = \(tenant) and t.urn = n.track_urn
             order by p.playlist_id, n.position
            """)
        return statements
    }

    /// Returns a number clamped to the range from 0 to the maximum of an `integer` column; 0 for `nil`.
    private static func count(_ number: Int64?) -> Int32 { Int32(clamping: max(0, number ?? 0)) }
}

extension CloudPlaylist {
    /// Whether SoundCloud sent all tracks, including tracks that could not be read.
    package var isWhole: Bool { Int64(tracks.count + faults.count) >= trackCount }
}
