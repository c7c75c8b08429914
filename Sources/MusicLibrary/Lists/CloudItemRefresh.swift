import FoundationEssentials
import Postgres
import SoundCloud
import Tenancy
import Web

/// A reader that refreshes users and playlists from SoundCloud when a listener opens them (spec L29). The profile of a user is refreshed after a day,
/// and the tracks of a playlist after an hour; a user or playlist that is not stored is read immediately. Each response is stored before the page
/// shows it. If SoundCloud cannot be reached, the stored copy is shown.
package struct CloudItemRefresh: Sendable {
    let database: TenantDatabase
    /// The installation's SoundCloud application; `nil` if none is configured.
    let cloud: MusicCloud?

    package init(database: TenantDatabase, cloud: MusicCloud?) {
        self.database = database
        self.cloud = cloud
    }

    /// The maximum age, in seconds, of the stored copy of a user's profile.
    private static let profileLife = 86_400
    /// The maximum age, in seconds, of the stored copy of a playlist's tracks.
    private static let playlistLife = 3_600

    /// Returns the service and tokens for calls on behalf of this listener, or `nil` if no application is configured or the listener's account is not
    /// connected. Throws a database error.
    func caller(for listener: Listener) async throws -> (service: any MusicService, tokens: any TokenSource)? {
        guard let cloud else { return nil }
        guard try await database.connection(of: listener)?.state == .connected else { return nil }
        return (cloud.service, cloud.tokens(of: listener))
    }

    /// Refreshes the stored copy of a user if the copy is missing, older than a day or without counts. Makes no request if no application is
    /// configured or the listener's account is not connected.
    ///
    /// - Throws: The error of `CloudError.problem(now:)` if the request fails and no copy is stored, or a database error. No error is thrown for a
    ///   user that SoundCloud does not have.
    package func user(_ urn: CloudURN, for listener: Listener) async throws {
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
        try await self.tolerateFailure(if: !rows.isEmpty) {
            _ = try await CloudItemWriter(database: database).users(
                [try await service.user(urn, as: tokens)], in: listener.tenant)
        }
    }

    /// Refreshes the stored copy of a playlist and its tracks if the copy is missing, or if its tracks were never read or were read more than an hour
    /// ago. Otherwise behaves like ``user(_:for:)`` and throws the same errors.
    package func playlist(_ urn: CloudURN, for listener: Listener) async throws {
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
        try await self.tolerateFailure(if: !rows.isEmpty) {
            let playlist = try await service.playlist(urn, as: tokens)
            // SoundCloud shows a private playlist to its owner only, so the playlist belongs to the account even if no sync has listed it.
            let isOwn = try await database.connection(of: listener)?.user == playlist.user.urn
            _ = try await PlaylistChanges(database: database, cloud: cloud).keep(playlist, isOwn: isOwn, for: listener)
        }
    }

    /// Runs `body`. Ignores `CloudError.notFound` and, if a copy is stored, every other `CloudError`; without a copy, throws the error of
    /// `CloudError.problem(now:)`. Throws every other error of `body` unchanged.
    private func tolerateFailure(if isStored: Bool, _ body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch CloudError.notFound {
            return
        } catch let error as CloudError {
            guard isStored else { throw error.problem() }
        }
    }
}

/// A page of a user's posts, reposts or playlists, as SoundCloud returned it.
package struct CloudUserPage: Sendable {
    /// The keys of the items on the page, which are stored, in SoundCloud's order.
    package let keys: [Int64]
    /// Whether the user posted or reposted the items of the page: `post` or `repost`. Playlists always have `post`.
    let via: String
    /// The cursor of the next page, opaque to clients; `nil` on the last page.
    package let next: String?
}

/// A selection of a user's tracks to list (spec L5).
package enum UserTrackSelection: String, Sendable, CaseIterable {
    case posts, reposts, all

    /// The names of the two parts of the list, used in cursors.
    fileprivate static let post = "post", repost = "repost"
}

extension CloudItemRefresh {
    /// Returns a page of a user's uploads, reposts, or uploads followed by reposts.
    ///
    /// - Parameters:
    ///   - cursor: The `next` of the previous page; `nil` for the first page.
    ///   - hasStored: Whether the caller can show a stored list instead; by default for every list with uploads.
    /// - Returns: The page, or `nil` if the stored list should be shown instead: for the first page with `hasStored`, if SoundCloud cannot be
    ///   reached, no application is configured or no account is connected.
    /// - Throws: 422 if the cursor is not valid. Where the result is not `nil`: 503 if no application is configured, 409 if no account is connected,
    ///   or the error of `CloudError.problem(now:)` for a failed request. A database error in any case.
    package func tracks(
        of user: CloudURN, _ selection: UserTrackSelection, after cursor: String?, limit: Int, for listener: Listener,
        hasStored: Bool? = nil
    ) async throws -> CloudUserPage? {
        let list = "tracks.of.\(user).\(selection.rawValue)"
        let hasStored = hasStored ?? (selection != .reposts)
        var via = selection == .reposts ? UserTrackSelection.repost : UserTrackSelection.post
        let after = try position(cursor, in: list, for: listener) { via = $0 }
        guard let cloud, let (service, tokens) = try await caller(for: listener) else {
            guard !hasStored || cursor != nil else { return nil }
            throw cloud == nil ? APIError.noCloud : CloudError.notConnected.problem()
        }
        let page: CloudPage<CloudTrack>
        do {
            let which: TrackList = via == UserTrackSelection.post ? .uploads(of: user) : .reposts(of: user)
            page = try await service.paged(by: limit).tracks(which, after: after, as: tokens)
        } catch let error as CloudError {
            if error.isTemporary, cursor == nil, hasStored { return nil }
            throw error.problem()
        }
        let keys = try await CloudItemWriter(database: database).tracks(page.items, in: listener.tenant)
        var next = page.next.map { "\(via) \($0.rawValue)" }
        if next == nil, selection == .all, via == UserTrackSelection.post { next = "\(UserTrackSelection.repost) " }
        return CloudUserPage(
            keys: keys, via: via, next: try next.map { try cloud.cursors.seal($0, of: list, for: listener) })
    }

    /// Returns a page of a user's playlists.
    ///
    /// - Parameter cursor: The `next` of the previous page; `nil` for the first page.
    /// - Returns: The page, or `nil` if the stored playlists should be shown instead. The result can only be `nil` for the first page, if SoundCloud
    ///   cannot be reached, no application is configured or no account is connected.
    /// - Throws: 422 if the cursor is not valid, 409 for a later page if no account is connected, the error of `CloudError.problem(now:)` for any
    ///   other failed request, or a database error.
    package func playlists(
        of user: CloudURN, after cursor: String?, limit: Int, for listener: Listener
    ) async throws -> CloudUserPage? {
        let list = "playlists.of.\(user)"
        let after = try position(cursor, in: list, for: listener) { _ in }
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
        let keys = try await CloudItemWriter(database: database).playlists(page.items, in: listener.tenant)
        let next = page.next.map { "\(UserTrackSelection.post) \($0.rawValue)" }
        return CloudUserPage(
            keys: keys, via: UserTrackSelection.post,
            next: try next.map { try cloud.cursors.seal($0, of: list, for: listener) })
    }

    /// Decrypts a cursor and returns SoundCloud's own cursor, or `nil` for the first page. Passes the part of the list to which the cursor belongs,
    /// posts or reposts, to `via`. Throws 422 for a cursor that is not of this list and listener.
    private func position(
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
