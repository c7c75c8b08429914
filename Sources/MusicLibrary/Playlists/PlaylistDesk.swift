import Postgres
import Tenancy
import Web

/// Makes, changes and deletes playlists at SoundCloud and keeps what came of it. Nothing is kept before SoundCloud has said yes
/// (docs/decisions/0037).
public struct PlaylistDesk: Sendable {
    let database: TenantDatabase
    /// `nil` where the installation has no application at SoundCloud.
    let cloud: MusicCloud?

    /// - Parameter cloud: `nil` where the installation has no application at SoundCloud; then nothing is made.
    public init(database: TenantDatabase, cloud: MusicCloud?) {
        self.database = database
        self.cloud = cloud
    }

    /// Makes one, held to the rules of a wish.
    ///
    /// - Throws: 422 for what cannot be, 409 without a connection, 503 where SoundCloud does not answer.
    public func make(_ draft: CloudPlaylistDraft, for listener: Listener) async throws -> CloudURN {
        try await create(try PlaylistWish(draft).draft(needsTracks: false), for: listener).urn
    }

    /// Changes one of the account's own from what SoundCloud has of it now, so that nothing is lost of what was put in elsewhere.
    ///
    /// - Parameter edit: gets the playlist as it is and leaves it as it is to be.
    /// - Throws: as `make`; 404 for one that is nobody's, 409 for another account's or one whose tracks cannot all be read.
    public func change(
        _ urn: CloudURN, for listener: Listener, _ edit: (inout CloudPlaylistDraft) throws -> Void
    ) async throws {
        guard let cloud else { throw APIError.noCloud }
        let tokens = cloud.tokens(of: listener)
        let now = try await upstream { try await cloud.service.playlist(urn, as: tokens) }
        guard Int64(now.tracks.count) >= now.trackCount else {
            throw APIError(
                .conflict, code: "playlist-not-whole",
                "SoundCloud does not show all tracks of this playlist here: change the playlist on SoundCloud")
        }
        var draft = CloudPlaylistDraft(
            title: now.title, about: now.about, isPublic: now.isPublic, tracks: now.tracks.map(\.urn))
        try edit(&draft)
        _ = try await replace(urn, by: try PlaylistWish(draft).draft(needsTracks: true), for: listener)
    }

    /// Makes one.
    ///
    /// - Returns: its key.
    func create(_ draft: CloudPlaylistDraft, for listener: Listener) async throws -> (key: Int64, urn: CloudURN) {
        guard let cloud else { throw APIError.noCloud }
        let tokens = cloud.tokens(of: listener)
        // What fails before anything was sent is told as what it is.
        _ = try await upstream { try await tokens.token() }
        let made: CloudPlaylist
        do {
            made = try await cloud.service.createPlaylist(draft, as: tokens)
        } catch CloudError.unavailable {
            // It may have been made, and a second try would make a second one: the next sync shows it.
            _ = try? await SyncStore(database: database).create([.playlists], for: listener)
            throw APIError(
                .serviceUnavailable, code: "playlist-unconfirmed",
                "SoundCloud did not answer, so the playlist may or may not exist: check your playlists before you try again"
            )
        } catch let error as CloudError {
            throw error.problem()
        }
        return (try await keep(await whole(made, cloud.service, tokens), isOwn: true, for: listener), made.urn)
    }

    /// Replaces one of the account's own: its title, its words, its tracks.
    ///
    /// - Returns: its key.
    func replace(_ urn: CloudURN, by draft: CloudPlaylistDraft, for listener: Listener) async throws -> Int64 {
        let isStored = try await isStored(urn, asOwnOf: listener)
        guard let cloud else {
            // What is neither here nor to be asked for is nowhere.
            throw isStored ? APIError.noCloud : CloudError.notFound.problem()
        }
        let tokens = cloud.tokens(of: listener)
        let changed = try await upstream {
            await whole(try await cloud.service.replacePlaylist(urn, with: draft, as: tokens), cloud.service, tokens)
        }
        guard changed.urn == urn else {
            throw CloudError.unavailable(reason: "SoundCloud returned a different playlist").problem()
        }
        return try await keep(changed, isOwn: true, for: listener)
    }

    /// Deletes one of the account's own, at SoundCloud first and then here: for everybody, since it is gone there for everybody.
    ///
    /// - Throws: 404 for one that is not stored here or that the listener may not know of, 409 for another account's and without a
    ///   connection, 503 where SoundCloud does not answer; then nothing changes here.
    public func delete(_ urn: CloudURN, for listener: Listener) async throws {
        guard try await isStored(urn, asOwnOf: listener) else { throw CloudError.notFound.problem() }
        guard let cloud else { throw APIError.noCloud }
        let tokens = cloud.tokens(of: listener)
        try await upstream { try await cloud.service.deletePlaylist(urn, as: tokens) }
        try await database.transaction(in: listener.tenant) { transaction in
            _ = try await transaction.batch(Self.deletion(of: urn, in: listener.tenant))
        }
    }

    /// Whether a playlist is stored here; one that is, is the account's own.
    private func isStored(_ urn: CloudURN, asOwnOf listener: Listener) async throws -> Bool {
        let rows = try await database.rows(in: listener.tenant, Self.owner(of: urn, listener))
        guard let row = rows.first else { return false }
        if try !row("is_own", as: Bool.self) {
            guard try row("is_visible", as: Bool.self) else { throw CloudError.notFound.problem() }
            throw APIError(
                .conflict, code: "not-your-playlist",
                "this playlist belongs to somebody else: only its owner can change or delete it")
        }
        return true
    }

    /// All that names a playlist, and then the playlist with its tracks. What the tenant's listeners like of it goes too, as at SoundCloud.
    private static func deletion(of urn: CloudURN, in tenant: TenantID) -> [SQL] {
        [
            """
            delete from app.library_word w
             using app.cloud_playlist p
             where p.tenant_id = \(tenant)
               and p.urn = \(urn)
               and w.tenant_id = p.tenant_id
               and w.kind = 4
               and w.item_id = p.playlist_id
            """,
            """
            delete from app.cloud_like k
             using app.cloud_playlist p
             where p.tenant_id = \(tenant)
               and p.urn = \(urn)
               and k.tenant_id = p.tenant_id
               and k.playlist_id = p.playlist_id
            """,
            """
            delete from app.stream_entry e
             using app.cloud_playlist p
             where p.tenant_id = \(tenant)
               and p.urn = \(urn)
               and e.tenant_id = p.tenant_id
               and e.playlist_id = p.playlist_id
            """,
            """
            delete from app.own_playlist o
             using app.cloud_playlist p
             where p.tenant_id = \(tenant)
               and p.urn = \(urn)
               and o.tenant_id = p.tenant_id
               and o.playlist_id = p.playlist_id
            """,
            """
            delete from app.cloud_playlist
             where tenant_id = \(tenant)
               and urn = \(urn)
            """,
        ]
    }

    /// With its tracks: some answers leave them out.
    private func whole(
        _ playlist: CloudPlaylist, _ service: any MusicService, _ tokens: any TokenSource
    ) async -> CloudPlaylist {
        guard !playlist.isWhole else { return playlist }
        return (try? await service.playlist(playlist.urn, as: tokens)) ?? playlist
    }

    /// Keeps a playlist, and that it is the account's own, on top of those: one transaction.
    func keep(_ playlist: CloudPlaylist, isOwn: Bool, for listener: Listener) async throws -> Int64 {
        try await database.transaction(in: listener.tenant) { transaction in
            var statements = CloudRows.playlists([playlist], in: listener.tenant)
            if isOwn { statements.append(Self.owning(playlist.urn, listener)) }
            statements.append(
                """
                select playlist_id
                  from app.cloud_playlist
                 where tenant_id = \(listener.tenant)
                   and urn = \(playlist.urn)
                """)
            let answers = try await transaction.batch(statements)
            try await LibraryWords.write(playlist.urn, of: listener, in: transaction)
            guard let row = answers.last?.first else { throw APIError.notLoggedIn }
            return try row("playlist_id")
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

    /// Whether a playlist that is stored is the account's own, and whether this listener may know of it; no row for one that is
    /// not stored.
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
