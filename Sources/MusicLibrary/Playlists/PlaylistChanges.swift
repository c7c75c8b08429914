import Postgres
import SoundCloud
import Tenancy
import Web

/// The operations that create, change and delete playlists on SoundCloud, and store what SoundCloud has confirmed (docs/decisions/0037).
public struct PlaylistChanges: Sendable {
    let database: TenantDatabase
    /// The installation's SoundCloud application; `nil` if none is configured.
    let cloud: MusicCloud?

    /// Creates the operations. Without an application, every call throws.
    public init(database: TenantDatabase, cloud: MusicCloud?) {
        self.database = database
        self.cloud = cloud
    }

    /// Creates a playlist, checked by the rules of `PlaylistBody`, and returns its URN. Throws 422 for an invalid draft, 409 without a connection,
    /// and 503 if no application is configured or SoundCloud does not answer. After 503 with the code `playlistUnconfirmed` the playlist may exist,
    /// so do not retry before the next sync.
    public func make(_ draft: CloudPlaylistDraft, for listener: Listener) async throws -> CloudURN {
        try await create(try PlaylistBody(draft).draft(needsTracks: false), for: listener).urn
    }

    /// Reads a playlist of the account from SoundCloud, lets `edit` change its data, and replaces the playlist with the result, so that changes made
    /// elsewhere are kept.
    ///
    /// Throws the error of `edit`, 404 for an unknown playlist, 409 without a connection, for another account's playlist or for one that SoundCloud
    /// does not show whole, 422 for an invalid result, and 503 if no application is configured or SoundCloud does not answer. After 503, SoundCloud
    /// may have made the change.
    public func change(
        _ urn: CloudURN, for listener: Listener, _ edit: (inout CloudPlaylistDraft) throws -> Void
    ) async throws {
        guard let cloud else { throw APIError.noCloud }
        let tokens = cloud.tokens(of: listener)
        let now = try await upstream { try await cloud.service.playlist(urn, as: tokens) }
        guard Int64(now.tracks.count) >= now.trackCount else {
            throw APIError(
                .conflict, code: .playlistNotWhole,
                "SoundCloud does not show this server all tracks of the playlist: change the playlist on SoundCloud")
        }
        var draft = CloudPlaylistDraft(
            title: now.title, about: now.about, isPublic: now.isPublic, tracks: now.tracks.map(\.urn))
        try edit(&draft)
        _ = try await replace(urn, by: try PlaylistBody(draft).draft(needsTracks: true), for: listener)
    }

    /// Creates a playlist on SoundCloud and stores the result. Returns the key and the URN of the playlist. If SoundCloud does not confirm the
    /// playlist, which may exist nevertheless, queues a sync of the playlists and throws 503 with the code `playlistUnconfirmed`.
    func create(_ draft: CloudPlaylistDraft, for listener: Listener) async throws -> (key: Int64, urn: CloudURN) {
        guard let cloud else { throw APIError.noCloud }
        let tokens = cloud.tokens(of: listener)
        // An error that occurs before the request is sent is reported as itself, not as an unconfirmed creation.
        _ = try await upstream { try await tokens.token() }
        let made: CloudPlaylist
        do {
            made = try await cloud.service.createPlaylist(draft, as: tokens)
        } catch CloudError.unavailable {
            // The playlist may exist, so a retry could create a second playlist. The next sync shows whether the playlist exists.
            _ = try? await SyncStore(database: database).create([.playlists], for: listener)
            throw APIError(
                .serviceUnavailable, code: .playlistUnconfirmed,
                "SoundCloud did not confirm the new playlist, which may exist: check your playlists before you try again"
            )
        } catch let error as CloudError {
            throw error.problem()
        }
        return (try await keep(await whole(made, cloud.service, tokens), isOwn: true, for: listener), made.urn)
    }

    /// Replaces a playlist on SoundCloud, stores the result and returns the key of the playlist. Throws 404 if the playlist is unknown, 409 if
    /// another account owns the playlist or no account is connected, and 503 if no application is configured or SoundCloud does not confirm the
    /// change, which may have been made.
    func replace(_ urn: CloudURN, by draft: CloudPlaylistDraft, for listener: Listener) async throws -> Int64 {
        let isStored = try await isStored(urn, asOwnOf: listener)
        guard let cloud else {
            // Without an application, a playlist that is not stored is reported as unknown.
            throw isStored ? APIError.noCloud : CloudError.notFound.problem()
        }
        let tokens = cloud.tokens(of: listener)
        let changed = try await upstream {
            await whole(try await cloud.service.replacePlaylist(urn, with: draft, as: tokens), cloud.service, tokens)
        }
        guard changed.urn == urn else {
            throw APIError(
                .serviceUnavailable, code: .upstreamUnavailable,
                "SoundCloud answered with another playlist: check your playlist before you try again",
                retryAfter: 30)
        }
        return try await keep(changed, isOwn: true, for: listener)
    }

    /// Deletes a playlist of the account on SoundCloud, and then on this server for all listeners, together with all likes of the playlist.
    ///
    /// Throws 404 for an unknown playlist, 409 if another account owns the playlist or no account is connected, and 503 if no application is
    /// configured or SoundCloud does not answer. After an error, the stored playlist is unchanged, but SoundCloud may have deleted the playlist; a
    /// retry then succeeds.
    public func delete(_ urn: CloudURN, for listener: Listener) async throws {
        guard try await isStored(urn, asOwnOf: listener) else { throw CloudError.notFound.problem() }
        guard let cloud else { throw APIError.noCloud }
        let tokens = cloud.tokens(of: listener)
        try await upstream { try await cloud.service.deletePlaylist(urn, as: tokens) }
        try await database.transaction(in: listener.tenant) { transaction in
            _ = try await transaction.batch(Self.deletion(of: urn, in: listener.tenant))
        }
    }

    /// Returns whether the playlist is stored. Throws 409 for a playlist of another account, or 404 if the listener may not see the playlist.
    private func isStored(_ urn: CloudURN, asOwnOf listener: Listener) async throws -> Bool {
        let rows = try await database.rows(in: listener.tenant, Self.owner(of: urn, listener))
        guard let row = rows.first else { return false }
        if try !row("is_own", as: Bool.self) {
            guard try row("is_visible", as: Bool.self) else { throw CloudError.notFound.problem() }
            throw APIError(
                .conflict, code: .notYourPlaylist,
                "this playlist belongs to somebody else: only its owner can change or delete it")
        }
        return true
    }

    /// Returns the statements that delete the playlist and everything that refers to it, including likes of other listeners.
    private static func deletion(of urn: CloudURN, in tenant: TenantID) -> [SQL] {
        let references: [StaticString] = ["app.cloud_like", "app.stream_entry", "app.own_playlist"]
        return [
            """
            delete from app.library_word w
             using app.cloud_playlist p
             where p.tenant_id = \(tenant)
               and p.urn = \(urn)
               and w.tenant_id = p.tenant_id
               and w.kind = 4
               and w.item_id = p.playlist_id
            """
        ]
            + references.map { table in
                """
                delete from \(name: table) r
                 using app.cloud_playlist p
                 where p.tenant_id = \(tenant)
                   and p.urn = \(urn)
                   and r.tenant_id = p.tenant_id
                   and r.playlist_id = p.playlist_id
                """
            } + [
                """
                delete from app.cloud_playlist
                 where tenant_id = \(tenant)
                   and urn = \(urn)
                """
            ]
    }

    /// Returns the playlist with its tracks. If SoundCloud omitted tracks, reads the playlist again; if this fails, returns `playlist` as it is.
    private func whole(
        _ playlist: CloudPlaylist, _ service: any MusicService, _ tokens: any TokenSource
    ) async -> CloudPlaylist {
        guard !playlist.isWhole else { return playlist }
        return (try? await service.playlist(playlist.urn, as: tokens)) ?? playlist
    }

    /// Stores the playlist and its search words in one transaction and returns its key. With `isOwn`, lists it among the account's own playlists.
    func keep(_ playlist: CloudPlaylist, isOwn: Bool, for listener: Listener) async throws -> Int64 {
        try await database.transaction(in: listener.tenant) { transaction in
            var statements = CloudRows.playlists([playlist], in: listener.tenant)
            if isOwn { statements.append(Self.owning(playlist.urn, listener)) }
            statements.append(playlist.urn.selection(in: listener.tenant))
            let answers = try await transaction.batch(statements)
            try await LibrarySearchIndex.write(playlist.urn, of: listener, in: transaction)
            guard let row = answers.last?.first else { throw APIError.notLoggedIn }
            return try row("id")
        }
    }

    private static func owning(_ urn: CloudURN, _ listener: Listener) -> SQL {
        """
        insert into app.own_playlist (tenant_id, user_id, playlist_id, rank)
        select p.tenant_id, \(listener.account), p.playlist_id,
               (select coalesce(max(rank), 0) + \(RankPlan.step)
                  from app.own_playlist
                 where tenant_id = \(listener.tenant) and user_id = \(listener.account))
          from app.cloud_playlist p
         where p.tenant_id = \(listener.tenant)
           and p.urn = \(urn)
            on conflict (tenant_id, user_id, playlist_id) do nothing
        """
    }

    /// Returns the statement that selects whether a stored playlist is the account's own, and whether the playlist is public or liked by the
    /// listener.
    private static func owner(of urn: CloudURN, _ listener: Listener) -> SQL {
        """
        select p.is_public
               or exists (select from app.cloud_like k
                           where k.tenant_id = p.tenant_id and k.user_id = \(listener.account)
                             and k.playlist_id = p.playlist_id) as is_visible,
               exists (select from app.own_playlist o
                        where o.tenant_id = p.tenant_id and o.user_id = \(listener.account)
                          and o.playlist_id = p.playlist_id)
               or exists (select from app.cloud_connection c
                           where c.tenant_id = p.tenant_id and c.user_id = \(listener.account)
                             and c.cloud_user_id = p.cloud_user_id) as is_own
          from app.cloud_playlist p
         where p.tenant_id = \(listener.tenant)
           and p.urn = \(urn)
        """
    }
}
