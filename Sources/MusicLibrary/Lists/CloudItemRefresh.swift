import FoundationEssentials
import Postgres
import SoundCloud
import Tenancy
import Web

/// A reader that refreshes the SoundCloud items that a listener opens: a user's profile after a day, and a playlist with its tracks after an hour
/// (spec L29). If SoundCloud cannot be reached, the stored copy is shown.
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

    /// Returns the service and tokens for this listener, or `nil` if no application is configured or the listener's account is not connected.
    func caller(for listener: Listener) async throws -> (service: any MusicService, tokens: any TokenSource)? {
        guard let cloud else { return nil }
        guard try await database.connection(of: listener)?.state == .connected else { return nil }
        return (cloud.service, cloud.tokens(of: listener))
    }

    /// Refreshes a user if the stored copy is missing, older than a day or without counts, and the listener's account is connected. If no
    /// copy is stored, throws the error of `CloudError.problem(now:)`, except for a user that SoundCloud does not have.
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

    /// Refreshes a playlist and its tracks if they were not read within the last hour and the listener's account is connected. A playlist of the
    /// connected account is added to the account's own playlists. Throws the same errors as ``user(_:for:)``, under the same conditions.
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

    /// Runs `body`. Ignores `CloudError.notFound` and, if a copy is stored, every other `CloudError`. Without a stored copy, throws the `APIError`
    /// for the `CloudError`.
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

/// A page of a user's uploads, reposts or playlists, as SoundCloud returned it.
package struct CloudUserPage: Sendable {
    /// The keys of the stored items of the page, in SoundCloud's order.
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
    /// Returns a page of a user's uploads, reposts, or uploads followed by reposts. `cursor` is `nil` for the first page.
    ///
    /// `hasStored` says whether the caller can show a stored copy of the list instead; `nil` means that it can, except for reposts alone. The result
    /// is `nil` if SoundCloud cannot be used (no application, no connection or a temporary error), a stored copy can be shown, and the first page is
    /// requested. Throws 422 for an invalid cursor, and otherwise 503 without an application, 409 if no account is connected, or the error of
    /// SoundCloud.
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

    /// Returns a page of a user's playlists, or `nil` for the first page if SoundCloud cannot be used (no application, no connection or a temporary
    /// error); the caller then shows the stored playlists. Throws 422 for an invalid cursor, 409 for a later page if no account is connected, and any
    /// other error of SoundCloud.
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

    /// Decrypts a cursor and returns SoundCloud's cursor, or `nil` if the list or its second part begins. Passes the part of the list to `via`.
    /// Throws 422 if the cursor is not valid.
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
