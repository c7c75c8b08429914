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

    static func page(
        after cursor: CloudCursor?, from cloud: any MusicService, as tokens: any TokenSource
    ) async throws -> CloudPage<Item>
    static func urn(of item: Item) -> CloudURN
    /// How many upstream says that there are, where it does.
    static func count(in me: CloudUser) -> Int64?

    /// Writes the things themselves.
    static func things(_ items: [Item], in tenant: TenantID) -> [SQL]
    /// Of each name `urn`, `id`, and where it stands: `rank`, `seen_in`.
    static func standing(_ urns: [CloudURN], of listener: Listener) -> SQL
    /// The greatest rank of anything that was not seen in this run and stands under `rank`; the page's own things aside.
    static func below(_ rank: Int64, besides ids: [Int64], sync: LibrarySync.ID, of listener: Listener) -> SQL
    /// The greatest rank there is, as `rank`; 0 for none.
    static func top(of listener: Listener) -> SQL
    /// What things are sorted by that the list itself does not say: true artists of tracks.
    static func artistKeys(of items: [Item], taught: Teaching) -> [CloudURN: String]
    /// - Parameter artists: of each its `artistKeys`; empty for none.
    static func place(
        _ ids: [Int64], at ranks: [Int64], artists: [String], sync: LibrarySync.ID, of listener: Listener
    ) -> SQL
    /// Takes away what was not seen in this run and stands over `rank`, except what the listener added here since it began;
    /// a row for each.
    static func remove(over rank: Int64, sync: LibrarySync.ID, of listener: Listener) -> SQL
    /// How many there are, as `count`.
    static func count(of listener: Listener) -> SQL
    /// Forgets what was seen in this run.
    static func forget(_ sync: LibrarySync.ID, of listener: Listener) -> SQL
}

extension RankedList {
    static func artistKeys(of items: [Item], taught: Teaching) -> [CloudURN: String] { [:] }
}

enum LikedTracks: RankedList {
    static let part = SyncPart.likedTracks
    static let acts: (add: String, remove: String)? = ("like", "unlike")

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

    static func standing(_ urns: [CloudURN], of listener: Listener) -> SQL {
        """
        select t.urn, t.track_id as id, l.rank, l.seen_in
          from app.cloud_track t
          left join app.cloud_like l
            on l.tenant_id = t.tenant_id and l.user_id = \(listener.account) and l.track_id = t.track_id
         where t.tenant_id = \(listener.tenant)
           and t.urn = any (\(urns))
        """
    }

    static func below(_ rank: Int64, besides ids: [Int64], sync: LibrarySync.ID, of listener: Listener) -> SQL {
        """
        select rank
          from app.cloud_like
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
           and track_id is not null
           and track_id <> all (\(ids))
           and seen_in <> \(sync)
           and rank < \(rank)
         order by rank desc
         limit 1
        """
    }

    static func top(of listener: Listener) -> SQL { CloudLike.top(of: listener) }

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

    static func remove(over rank: Int64, sync: LibrarySync.ID, of listener: Listener) -> SQL {
        """
        delete from app.cloud_like l
         using app.cloud_track t
         where l.tenant_id = \(listener.tenant)
           and l.user_id = \(listener.account)
           and l.seen_in <> \(sync)
           and l.rank > \(rank)
           and t.tenant_id = l.tenant_id
           and t.track_id = l.track_id
           and not exists (select 1
                             from app.cloud_write w
                             join app.library_sync s on s.tenant_id = w.tenant_id and s.sync_id = \(sync)
                            where w.tenant_id = l.tenant_id
                              and w.user_id = l.user_id
                              and w.urn = t.urn
                              and w.act = 'like'
                              and (w.state = 'pending' or w.finished_at >= s.started_at))
        returning l.like_id
        """
    }

    static func count(of listener: Listener) -> SQL {
        """
        select count(*) as count
          from app.cloud_like
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
           and track_id is not null
        """
    }

    static func forget(_ sync: LibrarySync.ID, of listener: Listener) -> SQL {
        """
        update app.cloud_like
           set seen_in = 0
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
           and seen_in = \(sync)
           and track_id is not null
        """
    }
}

enum LikedPlaylists: RankedList {
    static let part = SyncPart.likedPlaylists
    static let acts: (add: String, remove: String)? = ("like", "unlike")

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

    static func standing(_ urns: [CloudURN], of listener: Listener) -> SQL {
        """
        select p.urn, p.playlist_id as id, l.rank, l.seen_in
          from app.cloud_playlist p
          left join app.cloud_like l
            on l.tenant_id = p.tenant_id and l.user_id = \(listener.account) and l.playlist_id = p.playlist_id
         where p.tenant_id = \(listener.tenant)
           and p.urn = any (\(urns))
        """
    }

    static func below(_ rank: Int64, besides ids: [Int64], sync: LibrarySync.ID, of listener: Listener) -> SQL {
        """
        select rank
          from app.cloud_like
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
           and playlist_id is not null
           and playlist_id <> all (\(ids))
           and seen_in <> \(sync)
           and rank < \(rank)
         order by rank desc
         limit 1
        """
    }

    static func top(of listener: Listener) -> SQL { CloudLike.top(of: listener) }

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

    static func remove(over rank: Int64, sync: LibrarySync.ID, of listener: Listener) -> SQL {
        """
        delete from app.cloud_like l
         using app.cloud_playlist p
         where l.tenant_id = \(listener.tenant)
           and l.user_id = \(listener.account)
           and l.seen_in <> \(sync)
           and l.rank > \(rank)
           and p.tenant_id = l.tenant_id
           and p.playlist_id = l.playlist_id
           and not exists (select 1
                             from app.cloud_write w
                             join app.library_sync s on s.tenant_id = w.tenant_id and s.sync_id = \(sync)
                            where w.tenant_id = l.tenant_id
                              and w.user_id = l.user_id
                              and w.urn = p.urn
                              and w.act = 'like'
                              and (w.state = 'pending' or w.finished_at >= s.started_at))
        returning l.like_id
        """
    }

    static func count(of listener: Listener) -> SQL {
        """
        select count(*) as count
          from app.cloud_like
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
           and playlist_id is not null
        """
    }

    static func forget(_ sync: LibrarySync.ID, of listener: Listener) -> SQL {
        """
        update app.cloud_like
           set seen_in = 0
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
           and seen_in = \(sync)
           and playlist_id is not null
        """
    }
}

/// What both kinds of likes share: one list, in which tracks and playlists stand together.
enum CloudLike {
    static func top(of listener: Listener) -> SQL {
        """
        select coalesce(max(rank), 0) as rank
          from app.cloud_like
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
        """
    }
}
