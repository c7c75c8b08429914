import HTTP
import SoundCloud
import Tenancy
import Web

/// The endpoints for creating, replacing and deleting playlists of the connected account (spec L31).
public struct PlaylistRoutes: Sendable {
    private let changes: PlaylistChanges

    public init(cloud: MusicCloud?, database: TenantDatabase) {
        changes = PlaylistChanges(database: database, cloud: cloud)
    }

    public var routes: [Route] {
        [
            Route(
                "createPlaylist", .post, "/api/v1/me/playlists", access: .account, bodyLimit: 64 * 1024,
                endpoint: createPlaylist),
            Route(
                "replacePlaylist", .put, "/api/v1/playlists/{cloudPlaylist}", access: .account, bodyLimit: 64 * 1024,
                endpoint: replacePlaylist),
            Route(
                "deletePlaylist", .delete, "/api/v1/playlists/{cloudPlaylist}", access: .account,
                endpoint: deletePlaylist),
        ]
    }

    /// Answers `createPlaylist`: creates the playlist on SoundCloud and answers 201 with the stored playlist; 409 without a connection, 422 for an
    /// invalid body, 503 if SoundCloud does not confirm the playlist, which may exist nevertheless.
    func createPlaylist(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        let draft = try request.json(as: PlaylistBody.self).draft(needsTracks: false)
        let (key, urn) = try await changes.create(draft, for: listener)
        return try .json(
            try await view(key, for: listener), status: .created,
            fields: ["Location": "/api/v1/playlists/\(urn)", "Cache-Control": "no-store"])
    }

    /// Answers `replacePlaylist`: replaces the title, description, visibility and all tracks of the playlist on SoundCloud and returns the stored
    /// playlist; 404 if the playlist is unknown, 409 without a connection or if another account owns the playlist, 422 for an invalid body, 503 if
    /// SoundCloud does not confirm the change.
    func replacePlaylist(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        guard let urn = CloudURN(try request.parameter("cloudPlaylist"), of: .playlist) else {
            throw CloudError.notFound.problem()
        }
        let draft = try request.json(as: PlaylistBody.self).draft(needsTracks: true)
        let key = try await changes.replace(urn, by: draft, for: listener)
        return try .personal(try await view(key, for: listener))
    }

    /// Answers `deletePlaylist`: deletes the playlist on SoundCloud and, for all listeners, on this server, and answers 204; 404 if the playlist is
    /// not stored, 409 for a playlist of another account or without a connection, 503 if SoundCloud does not confirm the deletion.
    func deletePlaylist(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard let urn = CloudURN(try request.parameter("cloudPlaylist"), of: .playlist) else {
            throw CloudError.notFound.problem()
        }
        try await changes.delete(urn, for: try context.listener)
        return .noContent
    }

    private func view(_ key: Int64, for listener: Listener) async throws -> MarkedPlaylistView {
        let items = try await CloudItemStore(database: changes.database).items(playlists: [key], for: listener)
        guard let playlist = items.playlists[key] else { throw CloudError.notFound.problem() }
        let marks = try await ListenerMarkStore(database: changes.database).marks(of: items, for: listener)
        return MarkedPlaylistView(playlist, key: key, marks)
    }
}
