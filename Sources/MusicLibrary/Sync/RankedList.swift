import ArtistClassification
import Postgres
import Tenancy
import Web

/// A list of one listener that upstream orders and does not date: what a walk through it has to know of its table.
/// Spec M6.1.
protocol RankedList: Sendable {
    associatedtype Item: Sendable

    static var part: SyncPart { get }
    /// What a listener does here that upstream may not have heard of yet, and its opposite; `nil` for a list that is not
    /// written to.
    static var acts: (add: String, remove: String)? { get }
    static var table: RankedTable { get }

    static func page(
        after cursor: CloudCursor?, from cloud: any MusicService, as tokens: any TokenSource
    ) async throws -> CloudPage<Item>
    static func urn(of item: Item) -> CloudURN
    /// How many upstream says that there are, where it does.
    static func count(in me: CloudUser) -> Int64?

    /// Writes the things themselves.
    static func things(_ items: [Item], in tenant: TenantID) -> [SQL]
    /// What things are sorted by that the list itself does not say: true artists of tracks.
    static func artistKeys(of items: [Item], taught: Teaching) -> [CloudURN: String]
    /// - Parameter artists: of each its `artistKeys`; empty for none.
    static func place(
        _ ids: [Int64], at ranks: [Int64], artists: [String], sync: LibrarySync.ID, of listener: Listener
    ) -> SQL
}

extension RankedList {
    static func artistKeys(of items: [Item], taught: Teaching) -> [CloudURN: String] { [:] }
}

enum LikedTracks: RankedList {
    static let part = SyncPart.likedTracks
    static let acts: (add: String, remove: String)? = ("like", "unlike")
    static let table = RankedTable(
        table: "app.cloud_like", key: "track_id", things: "app.cloud_track", addition: acts?.add)

    static func page(
        after cursor: CloudCursor?, from cloud: any MusicService, as tokens: any TokenSource
    ) async throws -> CloudPage<CloudTrack> {
        try await cloud.tracks(.liked, after: cursor, as: tokens)
    }

    static func urn(of item: CloudTrack) -> CloudURN { item.urn }
    static func count(in me: CloudUser) -> Int64? { me.likeCount }

    /// By what the page itself knows: a filing in the library, made with all that is known, goes before it.
    static func artistKeys(of items: [CloudTrack], taught: Teaching) -> [CloudURN: String] {
        let uploads = items.map { ($0.urn, $0.upload) }
        let classifier = Classifier(Evidence(uploads.map(\.1)), teaching: taught)
        return Dictionary(
            uploads.compactMap { urn, upload in
                classifier.classify(upload).stored(upload).primaryArtist.map {
                    (urn, SortKey(artist: $0.name).description)
                }
            }, uniquingKeysWith: { one, _ in one })
    }

    static func things(_ items: [CloudTrack], in tenant: TenantID) -> [SQL] { CloudRows.tracks(items, in: tenant) }

    static func place(
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

enum LikedPlaylists: RankedList {
    static let part = SyncPart.likedPlaylists
    static let acts: (add: String, remove: String)? = ("like", "unlike")
    static let table = RankedTable(
        table: "app.cloud_like", key: "playlist_id", things: "app.cloud_playlist", addition: acts?.add)

    static func page(
        after cursor: CloudCursor?, from cloud: any MusicService, as tokens: any TokenSource
    ) async throws -> CloudPage<CloudPlaylist> {
        try await cloud.playlists(.liked, after: cursor, as: tokens)
    }

    static func urn(of item: CloudPlaylist) -> CloudURN { item.urn }
    static func count(in me: CloudUser) -> Int64? { nil }
    static func things(_ items: [CloudPlaylist], in tenant: TenantID) -> [SQL] {
        CloudRows.playlists(items, in: tenant)
    }

    static func place(
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
