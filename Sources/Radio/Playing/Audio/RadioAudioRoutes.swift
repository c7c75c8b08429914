import HTTP
import Tenancy
import Web

/// The endpoints that redirect players to the audio of channels and episodes, on the station's stream servers or on this server.
public struct RadioAudioRoutes: Sendable {
    private let hub: PlayingHub
    private let store: OnDemandStore
    private let localPath: @Sendable (String, Tenant) -> String?
    private let now: @Sendable () -> Instant

    /// Creates the endpoints.
    ///
    /// - Parameter localPath: Returns the path part of `address` if this server itself sends the tenant's audio there; `nil` for any other address. A
    ///   redirect to a path keeps the host by which the listener reaches this server.
    public init(
        hub: PlayingHub, database: TenantDatabase,
        localPath: @escaping @Sendable (_ address: String, _ tenant: Tenant) -> String? = { _, _ in nil },
        now: @escaping @Sendable () -> Instant = { .now }
    ) {
        self.hub = hub
        store = OnDemandStore(database: database)
        self.localPath = localPath
        self.now = now
    }

    public var routes: [Route] {
        [
            Route(
                "getChannelAudio", .get, "/api/v1/channels/{channel}/audio", access: .everyone,
                endpoint: getChannelAudio),
            Route(
                "getEpisodeAudio", .get, "/api/v1/episodes/{episode}/audio", access: .everyone,
                endpoint: getEpisodeAudio),
        ]
    }

    /// Answers `getChannelAudio`: 303 with the address of the channel's first live HTTP stream; 404 if there is none.
    func getChannelAudio(_ request: Request, _ context: RequestContext) async throws -> Response {
        let channel = try request.channel(in: try await hub.snapshot(of: context.tenant.id))
        guard let stream = channel.streams.first else { throw APIError.noChannelStream }
        return redirect(to: stream.uri, in: context.tenant)
    }

    /// Answers `getEpisodeAudio`: 303 with the address of the newest available recording that has a stream; 404 if there is none.
    func getEpisodeAudio(_ request: Request, _ context: RequestContext) async throws -> Response {
        let id = Episode.ID(rawValue: try request.key(of: .episode))
        guard let episode = try await store.episodes([id], at: now(), in: context.tenant.id).first else {
            throw APIError.unknownEpisode
        }
        guard let url = episode.streamURL else { throw APIError.noEpisodeStream }
        return redirect(to: url, in: context.tenant)
    }

    private func redirect(to address: String, in tenant: Tenant) -> Response {
        Response(
            .seeOther, fields: ["Location": localPath(address, tenant) ?? address, "Cache-Control": "no-store"])
    }
}

extension APIError {
    /// The 404 error for a channel without a live HTTP stream.
    package static let noChannelStream = APIError(
        .notFound, code: .noAudio,
        "the station offers no stream of this channel: choose another channel, or ask the station")
    /// The 404 error for an episode without an available recording that has a stream.
    package static let noEpisodeStream = APIError(
        .notFound, code: .noAudio, "no recording of this episode can be played now: choose another episode")
}
