import Postgres
import Tenancy
import Web

/// The users whom the listener follows (spec L27).
enum Followings: RankedList {
    static let part = SyncPart.followings
    static let actions: (add: String, remove: String)? = ("follow", "unfollow")
    static let table = RankedTable(table: "app.cloud_following", kind: .user, addition: actions?.add)

    static func page(
        after cursor: CloudCursor?, from cloud: any MusicService, as tokens: any TokenSource
    ) async throws -> CloudPage<CloudUser> {
        try await cloud.users(.followed, after: cursor, as: tokens)
    }

    static func urn(of item: CloudUser) -> CloudURN { item.urn }
    static func count(in me: CloudUser) -> Int64? { me.followingCount }
    static func storing(_ items: [CloudUser], in tenant: TenantID) -> [SQL] { CloudRows.users(items, in: tenant) }

    static func ranking(
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
}

/// The account's own playlists (spec L31).
enum OwnPlaylists: RankedList {
    static let part = SyncPart.playlists
    static let actions: (add: String, remove: String)? = nil
    static let table = RankedTable(table: "app.own_playlist", kind: .playlist, addition: actions?.add)

    /// Reads a page of playlists. SoundCloud's list may omit tracks, so incomplete playlists are read again; a refusal becomes a fault of the page.
    static func page(
        after cursor: CloudCursor?, from cloud: any MusicService, as tokens: any TokenSource
    ) async throws -> CloudPage<CloudPlaylist> {
        var page = try await cloud.playlists(.own, after: cursor, as: tokens)
        for index in page.items.indices where !page.items[index].isWhole {
            do {
                page.items[index] = try await cloud.playlist(page.items[index].urn, as: tokens)
            } catch CloudError.notFound {
                page.faults.append(
                    CloudFault(
                        position: index,
                        reason: "SoundCloud no longer has this playlist, or does not show it to this account"))
            } catch CloudError.refused {
                page.faults.append(
                    CloudFault(position: index, reason: "SoundCloud refused to show the tracks of this playlist"))
            }
        }
        return page
    }

    static func ranking(
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
}
