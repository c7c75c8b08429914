import FoundationEssentials
import Postgres
import Tenancy
import Web

/// Asks upstream for users and playlists that a listener opens and that are not stored, or were a while ago (spec L29). What
/// upstream tells is stored before it is answered; where upstream cannot be asked, what is stored is all there is.
struct PlaceFetch: Sendable {
    let database: TenantDatabase
    /// `nil` where the installation has no application at SoundCloud.
    let cloud: MusicCloud?

    /// After which what is stored is asked for again, in seconds: a user's profile, a playlist's tracks.
    private static let profileLife = 86_400
    private static let playlistLife = 3_600

    /// Calls for this listener; `nil` where there is nothing to call with: no application, no connection, one that is broken.
    func caller(for listener: Listener) async throws -> (service: any MusicService, tokens: any TokenSource)? {
        guard let cloud else { return nil }
        let rows = try await database.rows(in: listener.tenant, ConnectionStore.selection(of: listener))
        guard let row = rows.first, try CloudConnection(row: row).state == .connected else { return nil }
        return (cloud.service, cloud.tokens(of: listener))
    }

    /// Brings a user up to date here. What fails is told only where nothing is stored.
    func user(_ urn: CloudURN, for listener: Listener) async throws {
        let rows = try await database.rows(
            in: listener.tenant,
            """
            select fetched_at > now() - \(Self.profileLife) * interval '1 second'
                   and (follower_count > 0 or following_count > 0 or track_count > 0 or playlist_count > 0) as is_fresh
              from app.cloud_user
             where tenant_id = \(listener.tenant)
               and urn = \(urn)
            """)
        if let row = rows.first, try row("is_fresh", as: Bool.self) { return }
        guard let (service, tokens) = try await caller(for: listener) else { return }
        try await self.tell(unless: !rows.isEmpty) {
            _ = try await CloudKeep(database: database).users(
                [try await service.user(urn, as: tokens)], in: listener.tenant)
        }
    }

    /// Brings a playlist and its tracks up to date here. What fails is told only where nothing is stored.
    func playlist(_ urn: CloudURN, for listener: Listener) async throws {
        let rows = try await database.rows(
            in: listener.tenant,
            """
            select tracks_at is not null and tracks_at > now() - \(Self.playlistLife) * interval '1 second' as is_fresh
              from app.cloud_playlist
             where tenant_id = \(listener.tenant)
               and urn = \(urn)
            """)
        if let row = rows.first, try row("is_fresh", as: Bool.self) { return }
        guard let (service, tokens) = try await caller(for: listener) else { return }
        try await self.tell(unless: !rows.isEmpty) {
            let playlist = try await service.playlist(urn, as: tokens)
            // What upstream shows to its owner alone is the account's own, whether a sync has met it or not.
            let me = try await database.rows(in: listener.tenant, ConnectionStore.selection(of: listener)).first
            let isOwn = try me.flatMap { try CloudConnection(row: $0).user } == playlist.user.urn
            _ = try await PlaylistDesk(database: database, cloud: cloud).keep(playlist, isOwn: isOwn, for: listener)
        }
    }

    /// What upstream does not have is answered by what is stored, or by its absence there.
    private func tell(unless isStored: Bool, _ body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch CloudError.notFound {
            return
        } catch let error as CloudError {
            guard isStored else { throw error.problem() }
        }
    }
}

/// A page of what a user has posted or passed on, as upstream tells it.
struct CloudUserPage: Sendable {
    /// Their keys, in upstream's order.
    let keys: [Int64]
    /// post or repost.
    let via: String
    /// Opaque to clients.
    let next: String?
}

/// Which of a user's tracks are listed (spec L5).
enum UserTrackSelection: String, Sendable, CaseIterable {
    case posts, reposts, all

    /// How it is called in a cursor, behind the list's own name.
    fileprivate static let post = "post", repost = "repost"
}

extension PlaceFetch {
    /// A page of a user's uploads, or of what they passed on; of both, the uploads come first.
    ///
    /// - Parameter cursor: as the page before gave it.
    /// - Returns: `nil` where upstream cannot be asked, so that the uploads that are stored have to do.
    func tracks(
        of user: CloudURN, _ selection: UserTrackSelection, after cursor: String?, limit: Int, for listener: Listener
    ) async throws -> CloudUserPage? {
        let list = "tracks.of.\(user).\(selection.rawValue)"
        var via = selection == .reposts ? UserTrackSelection.repost : UserTrackSelection.post
        let after = try place(cursor, in: list, for: listener) { via = $0 }
        guard let cloud, let (service, tokens) = try await caller(for: listener) else {
            guard selection == .reposts || cursor != nil else { return nil }
            throw cloud == nil ? APIError.noCloud : CloudError.notConnected.problem()
        }
        let page: CloudPage<CloudTrack>
        do {
            let which: TrackList = via == UserTrackSelection.post ? .uploads(of: user) : .reposts(of: user)
            page = try await service.paged(by: limit).tracks(which, after: after, as: tokens)
        } catch let error as CloudError {
            if error.isTemporary, cursor == nil, selection != .reposts { return nil }
            throw error.problem()
        }
        let keys = try await CloudKeep(database: database).tracks(page.items, in: listener.tenant)
        var next = page.next.map { "\(via) \($0.rawValue)" }
        if next == nil, selection == .all, via == UserTrackSelection.post { next = "\(UserTrackSelection.repost) " }
        return CloudUserPage(
            keys: keys, via: via, next: try next.map { try cloud.cursors.seal($0, of: list, for: listener) })
    }

    /// The same of a user's playlists.
    func playlists(
        of user: CloudURN, after cursor: String?, limit: Int, for listener: Listener
    ) async throws -> CloudUserPage? {
        let list = "playlists.of.\(user)"
        let after = try place(cursor, in: list, for: listener) { _ in }
        guard let cloud, let (service, tokens) = try await caller(for: listener) else {
            guard cursor != nil else { return nil }
            throw CloudError.notConnected.problem()
        }
        let page: CloudPage<CloudPlaylist>
        do {
            page = try await service.paged(by: limit).playlists(.made(by: user), after: after, as: tokens)
        } catch let error as CloudError {
            if error.isTemporary, cursor == nil { return nil }
            throw error.problem()
        }
        let keys = try await CloudKeep(database: database).playlists(page.items, in: listener.tenant)
        let next = page.next.map { "\(UserTrackSelection.post) \($0.rawValue)" }
        return CloudUserPage(
            keys: keys, via: UserTrackSelection.post,
            next: try next.map { try cloud.cursors.seal($0, of: list, for: listener) })
    }

    /// Opens a cursor: what is listed from there, and upstream's own cursor in it.
    private func place(
        _ cursor: String?, in list: String, for listener: Listener, _ via: (String) -> Void
    ) throws(APIError) -> CloudCursor? {
        guard let cursor else { return nil }
        let parts = cloud?.cursors.open(cursor, of: list, for: listener)?
            .split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let parts, parts.count == 2 else {
            throw .noCursor()
        }
        via(parts[0])
        return CloudCursor(rawValue: parts[1])
    }
}
