import HTTP
import SoundCloud
import Tenancy
import Web

/// The endpoints of a listener's ListenBrainz connection (spec M3).
public struct ScrobbleRoutes: Sendable {
    private let connections: ScrobbleConnections

    /// Creates the endpoints for the allowed servers. Without a vault, `setScrobbleConnection` answers 503.
    public init(
        database: TenantDatabase, vault: TokenVault?, servers: ListenBrainzServers,
        fetcher: any Fetcher = SessionFetcher()
    ) {
        connections = ScrobbleConnections(database: database, vault: vault, servers: servers, fetcher: fetcher)
    }

    private static let path = "/api/v1/me/connections/listenbrainz"
    private static let fields: Fields = ["Cache-Control": "no-store"]

    public var routes: [Route] {
        [
            Route("getScrobbleConnection", .get, Self.path, access: .account, endpoint: getScrobbleConnection),
            Route(
                "setScrobbleConnection", .put, Self.path, access: .account, bodyLimit: 8 * 1024,
                endpoint: setScrobbleConnection),
            Route("deleteScrobbleConnection", .delete, Self.path, access: .account, endpoint: deleteScrobbleConnection),
        ]
    }

    /// Answers `getScrobbleConnection`: the connection; 404 if no account is connected.
    func getScrobbleConnection(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard let connection = try await connections.store.connection(of: context.listener) else {
            throw ScrobbleConnections.notConnected
        }
        return try .json(ScrobbleConnectionView(connection), fields: Self.fields)
    }

    private struct Body: Decodable {
        let userToken: String
        let server: String?
        let sendsHistory: Bool?
    }

    /// Answers `setScrobbleConnection`: stores the connection, if the server confirms the token, in place of an earlier connection, and returns it;
    /// 422 for an invalid server or token, 503 if the token cannot be confirmed or stored.
    func setScrobbleConnection(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        let body = try request.json(
            as: Body.self,
            readOnly: [
                "service", "username", "state", "fault", "waitingListens", "refusedListens", "connectedAt", "sentAt",
            ])
        let connection = try await connections.connect(
            token: body.userToken, server: body.server, sendsHistory: body.sendsHistory ?? false, of: listener, context)
        return try .json(ScrobbleConnectionView(connection), fields: Self.fields)
    }

    /// Answers `deleteScrobbleConnection`: 204, after which unsent listens are no longer sent; 404 if no account is connected.
    func deleteScrobbleConnection(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await connections.end(of: context.listener, context)
        return .noContent
    }
}
