import Postgres
import Tenancy
import Web

/// Whom the listener follows (spec L27).
enum Followings: RankedList {
    static let part = SyncPart.followings
    static let acts: (add: String, remove: String)? = ("follow", "unfollow")

    static func page(
        after cursor: CloudCursor?, from cloud: any MusicService, as tokens: any TokenSource
    ) async throws -> CloudPage<CloudUser> {
        try await cloud.users(.followed, after: cursor, as: tokens)
    }

    static func urn(of item: CloudUser) -> CloudURN { item.urn }
    static func count(in me: CloudUser) -> Int64? { me.followingCount }
    static func things(_ items: [CloudUser], in tenant: TenantID) -> [SQL] { CloudRows.users(items, in: tenant) }

    static func standing(_ urns: [CloudURN], of listener: Listener) -> SQL {
        """
        select u.urn, u.cloud_user_id as id, f.rank, f.seen_in
          from app.cloud_user u
          left join app.cloud_following f
            on f.tenant_id = u.tenant_id and f.user_id = \(listener.account) and f.cloud_user_id = u.cloud_user_id
         where u.tenant_id = \(listener.tenant)
           and u.urn = any (\(urns))
        """
    }

    static func below(_ rank: Int64, besides ids: [Int64], sync: LibrarySync.ID, of listener: Listener) -> SQL {
        """
        select rank
          from app.cloud_following
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
           and cloud_user_id <> all (\(ids))
           and seen_in <> \(sync)
           and rank < \(rank)
         order by rank desc
         limit 1
        """
    }

    static func top(of listener: Listener) -> SQL {
        """
        select coalesce(max(rank), 0) as rank
          from app.cloud_following
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
        """
    }

    static func place(
        _ ids: [Int64], at ranks: [Int64], artists: [String], sync: LibrarySync.ID, of listener: Listener
    ) -> SQL {
        """
        insert into app.cloud_following as f (tenant_id, user_id, cloud_user_id, rank, seen_in, name_key)
        select u.tenant_id, \(listener.account), u.cloud_user_id, n.rank, \(sync), u.name_key
          from unnest(\(ids), \(ranks)) as n (id, rank)
          join app.cloud_user u on u.tenant_id = \(listener.tenant) and u.cloud_user_id = n.id
         order by n.rank
            on conflict (tenant_id, user_id, cloud_user_id) do update
           set rank = excluded.rank, seen_in = excluded.seen_in, name_key = excluded.name_key
        """
    }

    static func remove(over rank: Int64, sync: LibrarySync.ID, of listener: Listener) -> SQL {
        """
        delete from app.cloud_following f
         using app.cloud_user u
         where f.tenant_id = \(listener.tenant)
           and f.user_id = \(listener.account)
           and f.seen_in <> \(sync)
           and f.rank > \(rank)
           and u.tenant_id = f.tenant_id
           and u.cloud_user_id = f.cloud_user_id
           and not exists (select 1
                             from app.cloud_write w
                             join app.library_sync s on s.tenant_id = w.tenant_id and s.sync_id = \(sync)
                            where w.tenant_id = f.tenant_id
                              and w.user_id = f.user_id
                              and w.urn = u.urn
                              and w.act = 'follow'
                              and (w.state = 'pending' or w.finished_at >= s.started_at))
        returning f.cloud_user_id
        """
    }

    static func count(of listener: Listener) -> SQL {
        """
        select count(*) as count
          from app.cloud_following
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
        """
    }

    static func forget(_ sync: LibrarySync.ID, of listener: Listener) -> SQL {
        """
        update app.cloud_following
           set seen_in = 0
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
           and seen_in = \(sync)
        """
    }
}

/// The playlists of the account itself (spec L31).
enum OwnPlaylists: RankedList {
    static let part = SyncPart.playlists
    static let acts: (add: String, remove: String)? = nil

    /// A list sends playlists with as many tracks as it likes; what is not whole is asked for by itself.
    static func page(
        after cursor: CloudCursor?, from cloud: any MusicService, as tokens: any TokenSource
    ) async throws -> CloudPage<CloudPlaylist> {
        var page = try await cloud.playlists(.own, after: cursor, as: tokens)
        for index in page.items.indices where !page.items[index].isWhole {
            do {
                page.items[index] = try await cloud.playlist(page.items[index].urn, as: tokens)
            } catch CloudError.notFound {
                page.faults.append(
                    CloudFault(position: index, reason: "SoundCloud does not have the tracks of this playlist"))
            } catch CloudError.refused {
                page.faults.append(
                    CloudFault(position: index, reason: "SoundCloud refused to show the tracks of this playlist"))
            }
        }
        return page
    }

    static func urn(of item: CloudPlaylist) -> CloudURN { item.urn }
    static func count(in me: CloudUser) -> Int64? { nil }
    static func things(_ items: [CloudPlaylist], in tenant: TenantID) -> [SQL] {
        CloudRows.playlists(items, in: tenant)
    }

    static func standing(_ urns: [CloudURN], of listener: Listener) -> SQL {
        """
        select p.urn, p.playlist_id as id, o.rank, o.seen_in
          from app.cloud_playlist p
          left join app.own_playlist o
            on o.tenant_id = p.tenant_id and o.user_id = \(listener.account) and o.playlist_id = p.playlist_id
         where p.tenant_id = \(listener.tenant)
           and p.urn = any (\(urns))
        """
    }

    static func below(_ rank: Int64, besides ids: [Int64], sync: LibrarySync.ID, of listener: Listener) -> SQL {
        """
        select rank
          from app.own_playlist
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
           and playlist_id <> all (\(ids))
           and seen_in <> \(sync)
           and rank < \(rank)
         order by rank desc
         limit 1
        """
    }

    static func top(of listener: Listener) -> SQL {
        """
        select coalesce(max(rank), 0) as rank
          from app.own_playlist
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
        """
    }

    static func place(
        _ ids: [Int64], at ranks: [Int64], artists: [String], sync: LibrarySync.ID, of listener: Listener
    ) -> SQL {
        """
        insert into app.own_playlist (tenant_id, user_id, playlist_id, rank, seen_in)
        select \(listener.tenant), \(listener.account), n.id, n.rank, \(sync)
          from unnest(\(ids), \(ranks)) as n (id, rank)
         order by n.rank
            on conflict (tenant_id, user_id, playlist_id) do update
           set rank = excluded.rank, seen_in = excluded.seen_in
        """
    }

    static func remove(over rank: Int64, sync: LibrarySync.ID, of listener: Listener) -> SQL {
        """
        delete from app.own_playlist
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
           and seen_in <> \(sync)
           and rank > \(rank)
        returning playlist_id
        """
    }

    static func count(of listener: Listener) -> SQL {
        """
        select count(*) as count
          from app.own_playlist
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
        """
    }

    static func forget(_ sync: LibrarySync.ID, of listener: Listener) -> SQL {
        """
        update app.own_playlist
           set seen_in = 0
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
           and seen_in = \(sync)
        """
    }
}
