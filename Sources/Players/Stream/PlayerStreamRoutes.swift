import HTTP
import Tenancy
import Web

/// The endpoint of the player's event stream.
public struct PlayerStreamRoutes: Sendable {
    private let hub: PlayerHub

    public init(hub: PlayerHub) { self.hub = hub }

    public var routes: [Route] {
        [
            Route(
                "getPlayerStream", .get, PlayerRoutes.path + "/stream", access: .account, endpoint: getPlayerStream)
        ]
    }

    /// Answers `getPlayerStream` with server-sent events `player`: the current player, unless the client has it, and the player after changes.
    func getPlayerStream(_ request: Request, _ context: RequestContext) async throws -> Response {
        let events = try await hub.events(of: context.owner)
        return Response(content: .events(events, lastEventID: request.fields["Last-Event-ID"]))
    }
}
