import Postgres
import Tenancy
import Web

/// A listener's list that SoundCloud orders but does not date (spec M6.1), with the statements that store the list.
protocol RankedList: Sendable {
    associatedtype Item: Sendable

    static var part: SyncPart { get }
    /// The changes with which a listener adds and removes items on this server; `nil` for a list that this server does not change.
    static var actions: (add: String, remove: String)? { get }
    static var table: RankedTable { get }

    static func page(
        after cursor: CloudCursor?, from cloud: any MusicService, as tokens: any TokenSource
    ) async throws -> CloudPage<Item>
    static func urn(of item: Item) -> CloudURN
    /// Returns the number of items according to SoundCloud, or `nil` if SoundCloud sends none.
    static func count(in me: CloudUser) -> Int64?

    /// Returns the statements that store the items, without their ranks.
    static func storing(_ items: [Item], in tenant: TenantID) -> [SQL]
    /// Returns the tracks among the items, which can be sorted by true artist.
    static func tracks(_ items: [Item]) -> [CloudTrack]
    /// Returns the statement that writes the ranks of the items. `ids`, `ranks` and `artists` have one element for each item, in the same order. An
    /// element of `artists` is the sort key of a track's true artist; empty if unknown.
    static func ranking(
        _ ids: [Int64], at ranks: [Int64], artists: [String], sync: LibrarySync.ID, of listener: Listener
    ) -> SQL
}

extension RankedList {
    static func tracks(_ items: [Item]) -> [CloudTrack] { [] }
}

extension RankedList where Item == CloudPlaylist {
    static func urn(of item: CloudPlaylist) -> CloudURN { item.urn }
    static func count(in me: CloudUser) -> Int64? { nil }
    static func storing(_ items: [CloudPlaylist], in tenant: TenantID) -> [SQL] {
        CloudRows.playlists(items, in: tenant)
    }
}

/// The tracks that the account likes (spec L16).
enum LikedTracks: RankedList {
    static let part = SyncPart.likedTracks
    static let actions: (add: String, remove: String)? = ("like", "unlike")
    static let table = RankedTable(table: "app.cloud_like", kind: .track, addition: actions?.add)

    static func page(
        after cursor: CloudCursor?, from cloud: any MusicService, as tokens: any TokenSource
    ) async throws -> CloudPage<CloudTrack> {
        try await cloud.tracks(.liked, after: cursor, as: tokens)
    }

    static func urn(of item: CloudTrack) -> CloudURN { item.urn }
    static func count(in me: CloudUser) -> Int64? { me.likeCount }

    static func tracks(_ items: [CloudTrack]) -> [CloudTrack] { items }

    static func storing(_ items: [CloudTrack], in tenant: TenantID) -> [SQL] { CloudRows.tracks(items, in: tenant) }

    static func ranking(
        _ ids: [Int64], at ranks: [Int64], artists: [String], sync: LibrarySync.ID, of listener: Listener
    ) -> SQL {
        """
        insert into app.cloud_like as l
                    (tenant_id, user_id, track_id, rank, seen_in, title_key, user_key, cloud_user_id, artist_key,
                     duration_ms)
        select t.tenant_id, \(listener.account), t.track_id, n.rank, \(sync), t.title_key, u.name_key, u.cloud_user_id,
               coalesce(x.artist_key, nullif(n.artist_key, ''), u.name_key), t.duration_ms
          from unnest(\(ids), \(ranks), \(artists)) as n (id, rank, artist_key)
          join app.cloud_track t on t.tenant_id = \(listener.tenant) and t.track_id = n.id
          join app.cloud_user u on u.tenant_id = t.tenant_id and u.cloud_user_id = t.cloud_user_id
          left join app.library_track x
            on x.tenant_id = t.tenant_id and x.user_id = \(listener.account) and x.track_id = t.track_id
         order by n.rank
            on conflict (tenant_id, user_id, track_id) do update
           set rank = excluded.rank, seen_in = excluded.seen_in, title_key = excluded.title_key,
               user_key = excluded.user_key, cloud_user_id = excluded.cloud_user_id, artist_key = excluded.artist_key,
               duration_ms = excluded.duration_ms
        """
    }
}

/// The playlists that the account likes (spec L16).
enum LikedPlaylists: RankedList {
    static let part = SyncPart.likedPlaylists
    static let actions: (add: String, remove: String)? = ("like", "unlike")
    static let table = RankedTable(table: "app.cloud_like", kind: .playlist, addition: actions?.add)

    static func page(
        after cursor: CloudCursor?, from cloud: any MusicService, as tokens: any TokenSource
    ) async throws -> CloudPage<CloudPlaylist> {
        try await cloud.playlists(.liked, after: cursor, as: tokens)
    }

    static func ranking(
        _ ids: [Int64], at ranks: [Int64], artists: [String], sync: LibrarySync.ID, of listener: Listener
    ) -> SQL {
        """
        insert into app.cloud_like as l
                    (tenant_id, user_id, playlist_id, rank, seen_in, title_key, user_key, cloud_user_id, artist_key,
                     duration_ms)
        select p.tenant_id, \(listener.account), p.playlist_id, n.rank, \(sync), p.title_key, u.name_key, u.cloud_user_id,
               u.name_key, p.duration_ms
          from unnest(\(ids), \(ranks)) as n (id, rank)
          join app.cloud_playlist p on p.tenant_id = \(listener.tenant) and p.playlist_id = n.id
          join app.cloud_user u on u.tenant_id = p.tenant_id and u.cloud_user_id = p.cloud_user_id
         order by n.rank
            on conflict (tenant_id, user_id, playlist_id) do update
           set rank = excluded.rank, seen_in = excluded.seen_in, title_key = excluded.title_key,
               user_key = excluded.user_key, cloud_user_id = excluded.cloud_user_id, artist_key = excluded.artist_key,
               duration_ms = excluded.duration_ms
        """
    }
}
