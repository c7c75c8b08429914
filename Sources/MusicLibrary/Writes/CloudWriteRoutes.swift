import HTTP
import SoundCloud
import Tenancy
import Web

/// The endpoints of likes and follows (spec L22, L28). A change takes effect on this server immediately and is queued for SoundCloud.
public struct CloudWriteRoutes: Sendable {
    private let cloud: MusicCloud?
    private let store: CloudWriteStore

    public init(cloud: MusicCloud?, database: TenantDatabase) {
        self.cloud = cloud
        store = CloudWriteStore(database: database)
    }

    public var routes: [Route] {
        [
            route("likeTrack", .put, "/api/v1/me/likes/tracks/{cloudTrack}", "cloudTrack", .track, .like),
            route("unlikeTrack", .delete, "/api/v1/me/likes/tracks/{cloudTrack}", "cloudTrack", .track, .unlike),
            route(
                "likePlaylist", .put, "/api/v1/me/likes/playlists/{cloudPlaylist}", "cloudPlaylist", .playlist, .like),
            route(
                "unlikePlaylist", .delete, "/api/v1/me/likes/playlists/{cloudPlaylist}", "cloudPlaylist", .playlist,
                .unlike),
            route("follow", .put, "/api/v1/me/followings/{cloudUser}", "cloudUser", .user, .follow),
            route("unfollow", .delete, "/api/v1/me/followings/{cloudUser}", "cloudUser", .user, .unfollow),
        ]
    }

    private func route(
        _ operation: String, _ method: HTTP.Method, _ path: String, _ parameter: String, _ kind: CloudURN.Kind,
        _ update: CloudWrite.Action
    ) -> Route {
        Route(operation, method, path, access: .account) { request, context in
            try await perform(update, request, context, parameter, kind)
        }
    }

    /// Performs a change. Responds with 202 while the change waits for SoundCloud, otherwise with 200. Throws 404 for an invalid parameter.
    private func perform(
        _ update: CloudWrite.Action, _ request: Request, _ context: RequestContext, _ parameter: String,
        _ kind: CloudURN.Kind
    ) async throws -> Response {
        let listener = try context.listener
        guard let urn = CloudURN(try request.parameter(parameter), of: kind) else {
            throw CloudError.notFound.problem()
        }
        return try answer(update, urn, try await perform(update, on: urn, by: listener))
    }

    /// Likes, unlikes, follows or unfollows an item on this server and queues the change for SoundCloud. An item that is not stored is first read
    /// from SoundCloud. Returns the last change, or `nil` if the item was never changed. Throws 409 without a connection, 404 if the item does not
    /// exist or cannot be unliked or unfollowed because it is not stored, and 503 if SoundCloud does not answer.
    package func perform(_ update: CloudWrite.Action, on urn: CloudURN, by listener: Listener) async throws
        -> CloudWrite?
    {
        try await store.database.requireConnection(of: listener)
        let isKnown = try await store.isKnown(urn, in: listener.tenant)
        if !isKnown {
            // An item that is not stored has no like or follow to remove.
            guard update == .like || update == .follow else { throw CloudError.notFound.problem() }
            try await fetch(urn, for: listener)
        }
        return try await store.perform(update, on: urn, by: listener)
    }

    /// Reads an item from SoundCloud and stores the item. Throws 404 if SoundCloud does not have the item or no application is configured.
    private func fetch(_ urn: CloudURN, for listener: Listener) async throws {
        guard let cloud else { throw CloudError.notFound.problem() }
        let tokens = cloud.tokens(of: listener)
        let statements = try await upstream {
            switch urn.kind {
            case .track: CloudRows.tracks([try await cloud.service.track(urn, as: tokens)], in: listener.tenant)
            case .playlist:
                CloudRows.playlists([try await cloud.service.playlist(urn, as: tokens)], in: listener.tenant)
            case .user: CloudRows.users([try await cloud.service.user(urn, as: tokens)], in: listener.tenant)
            }
        }
        _ = try await store.database.batch(in: listener.tenant, statements, idempotent: true)
    }

    private func answer(_ update: CloudWrite.Action, _ urn: CloudURN, _ write: CloudWrite?) throws -> Response {
        let view = CloudWriteView(update, urn, write)
        return try .personal(view, status: view.upstream.state == .pending ? .accepted : .ok)
    }
}

/// The response to a like, unlike, follow or unfollow: the state on this server and the state of the change at SoundCloud.
struct CloudWriteView: Encodable, Sendable {
    let urn: CloudURN
    let isSet: Bool
    let upstream: Upstream

    struct Upstream: Encodable, Sendable {
        let state: CloudWrite.State
        let attempts: Int32
        let fault: String?
    }

    init(_ update: CloudWrite.Action, _ urn: CloudURN, _ write: CloudWrite?) {
        self.urn = urn
        isSet = update == .like || update == .follow
        upstream = Upstream(
            state: write?.state ?? .done, attempts: write?.attempts ?? 0,
            fault: write.flatMap { $0.fault.isEmpty ? nil : $0.fault })
    }
}
