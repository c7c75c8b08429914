import FoundationEssentials
import HTTP
import Postgres
import SoundCloud
import Tenancy
import Web

/// The endpoints of SoundCloud users and playlists, read from SoundCloud or, if SoundCloud cannot be reached, from the store (spec L29, L31).
public struct CloudItemRoutes: Sendable {
    private let database: TenantDatabase
    private let items: CloudItemStore
    private let lists: CloudLists
    private let marks: ListenerMarkStore
    private let fetch: CloudItemRefresh

    /// Creates the endpoints. Without a SoundCloud application, only stored items are returned.
    public init(cloud: MusicCloud? = nil, database: TenantDatabase) {
        self.database = database
        items = CloudItemStore(database: database)
        lists = CloudLists(database: database)
        marks = ListenerMarkStore(database: database)
        fetch = CloudItemRefresh(database: database, cloud: cloud)
    }

    public var routes: [Route] {
        [
            Route("getCloudUser", .get, "/api/v1/users/{cloudUser}", access: .account, endpoint: getCloudUser),
            Route(
                "findTracksOfUser", .get, "/api/v1/users/{cloudUser}/tracks", access: .account,
                query: ["cursor", "include", "limit"],
                endpoint: findTracksOfUser),
            Route(
                "findPlaylistsOfUser", .get, "/api/v1/users/{cloudUser}/playlists", access: .account,
                query: ["cursor", "limit"],
                endpoint: findPlaylistsOfUser),
            Route(
                "getCloudPlaylist", .get, "/api/v1/playlists/{cloudPlaylist}", access: .account,
                query: ["cursor", "limit"],
                endpoint: getCloudPlaylist),
        ]
    }

    /// Answers `getCloudUser`: the user's profile, read from SoundCloud if the profile is not stored or is older than a day. If SoundCloud cannot be
    /// reached, a stored profile is returned. 404 if there is no such user.
    func getCloudUser(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        let name = try request.parameter("cloudUser")
        if let urn = CloudURN(name, of: .user) { try await fetch.user(urn, for: listener) }
        let user = try await items.requireUser(name, in: listener.tenant)
        guard let row = try await database.rows(in: listener.tenant, CloudListSQL.profile(user, for: listener)).first
        else {
            throw CloudItemStore.noSuchUser
        }
        return try .personal(CloudUserProfileView(row: row))
    }

    /// Answers `findTracksOfUser`: a page of the user's uploads, reposts or both; 404 if there is no such user, 422 for an invalid parameter. If
    /// SoundCloud cannot be used, the first page has the stored uploads, unless only reposts are requested.
    func findTracksOfUser(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        let fields = try request.queryFields()
        let limit = try fields.pageSize()
        let include: UserTrackSelection = try fields.choice("include") ?? .posts
        let urn = try Self.user(request)
        try await fetch.user(urn, for: listener)
        let user = try await items.requireUser(urn.description, in: listener.tenant)
        let list = "tracks.of.\(user)"
        let cursor = try fields.optional("cursor")
        if cursor.flatMap({ ListCursor($0, of: list) }) == nil {
            if let page = try await fetch.tracks(of: urn, include, after: cursor, limit: limit, for: listener) {
                return try await answer(
                    page.keys, via: page.via, next: page.next, isStored: false, for: listener)
            }
        }
        let page = try await lists.uploads(of: user, fields, limit: limit, in: listener.tenant)
        return try await answer(page.rows, via: "post", next: page.next, isStored: true, for: listener)
    }

    private func answer(
        _ tracks: [Int64], via: String, next: String?, isStored: Bool, for listener: Listener
    ) async throws -> Response {
        let known = try await items.items(tracks: tracks, for: listener)
        let marks = try await marks.marks(of: known, for: listener)
        return try .personal(
            CloudUserListView(
                items: tracks.compactMap { key in
                    known.tracks[key].map { TrackView($0, key: key, marks, via: via) }
                },
                next: next, isStored: isStored))
    }

    private func answer(
        playlists: [Int64], next: String?, isStored: Bool, for listener: Listener
    ) async throws -> Response {
        let known = try await items.items(playlists: playlists, for: listener)
        let marks = try await marks.marks(of: known, for: listener)
        return try .personal(
            CloudUserListView(
                items: playlists.compactMap { key in
                    known.playlists[key].map { MarkedPlaylistView($0, key: key, marks) }
                },
                next: next, isStored: isStored))
    }

    private static func user(_ request: Request) throws -> CloudURN {
        guard let urn = CloudURN(try request.parameter("cloudUser"), of: .user) else {
            throw CloudItemStore.noSuchUser
        }
        return urn
    }

    /// Answers `findPlaylistsOfUser`: a page of the user's playlists; 404 if there is no such user, 422 for an invalid parameter. If SoundCloud
    /// cannot be used, the first page has the stored playlists.
    func findPlaylistsOfUser(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        let fields = try request.queryFields()
        let limit = try fields.pageSize()
        let urn = try Self.user(request)
        try await fetch.user(urn, for: listener)
        let user = try await items.requireUser(urn.description, in: listener.tenant)
        let list = "playlists.of.\(user)"
        let cursor = try fields.optional("cursor")
        if cursor.flatMap({ ListCursor($0, of: list) }) == nil {
            if let page = try await fetch.playlists(of: urn, after: cursor, limit: limit, for: listener) {
                return try await answer(playlists: page.keys, next: page.next, isStored: false, for: listener)
            }
        }
        let page = try await lists.playlists(of: user, fields, limit: limit, for: listener)
        return try await answer(playlists: page.rows, next: page.next, isStored: true, for: listener)
    }

    /// Answers `getCloudPlaylist`: the playlist and a page of its tracks. A request for the first page reads the tracks from SoundCloud if they are
    /// not stored or are older than an hour. 404 if there is no such playlist or the listener may not see the playlist, 422 for an invalid cursor or
    /// limit.
    func getCloudPlaylist(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        let fields = try request.queryFields()
        let limit = try fields.pageSize()
        guard let urn = CloudURN(try request.parameter("cloudPlaylist"), of: .playlist) else { throw Self.noPlaylist }
        // Refreshes only for the first page, because a refresh between two pages could change the order of the tracks.
        if try fields.optional("cursor") == nil { try await fetch.playlist(urn, for: listener) }
        guard
            let row = try await database.rows(in: listener.tenant, CloudListSQL.playlist(urn, for: listener)).first
        else { throw Self.noPlaylist }
        let key: Int64 = try row("playlist_id")
        let page = try await lists.tracks(in: key, fields, limit: limit, in: listener.tenant)
        let known = try await items.items(tracks: page.rows.map(\.track), playlists: [key], for: listener)
        guard let playlist = known.playlists[key] else { throw Self.noPlaylist }
        return try .personal(
            CloudPlaylistTracksView(
                playlist: CloudPlaylistView(playlist),
                tracksReadAt: try row.optional("tracks_at", as: Date.self).map { Instant($0) },
                items: page.rows.compactMap { row in
                    known.tracks[row.track].map { .init(position: row.position, track: TrackView($0)) }
                }, next: page.next))
    }

    private static let noPlaylist = APIError(
        .notFound, code: .noSuchPlaylist,
        "this server does not know the playlist and cannot load it from SoundCloud, or the playlist is private and owned by somebody "
            + "else: check the URN, and connect a SoundCloud account if none is connected")
}

/// A position in the list of a user's uploads.
package struct UploadPosition: Sendable {
    package let id: Int64
    /// The time of the upload; `nil` if the time is unknown.
    let time: TimePosition?

    package init(row: Row) throws(PostgresError) {
        let key: Int64 = try row("track_id")
        id = key
        time = try row.optional("at_us", as: Int64.self).map { TimePosition(microseconds: $0, id: key) }
    }

    package init?(_ cursor: ListCursor) {
        guard cursor.values.count == 2, let id = cursor.number(1) else { return nil }
        self.id = id
        if cursor.values[0].isEmpty {
            time = nil
        } else {
            guard let time = TimePosition(cursor) else { return nil }
            self.time = time
        }
    }

    /// Returns the cursor of the page after this position.
    package func cursor(_ list: String) -> ListCursor { time?.cursor(list) ?? ListCursor(list, ["", "\(id)"]) }
}
