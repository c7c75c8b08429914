import HTTP
import Postgres
import SoundCloud
import Tenancy
import Web

/// The endpoints of a track's audio (spec L39, Decided 22, decision 0071). The endpoints use the listener's own connection to SoundCloud.
public struct TrackAudioRoutes: Sendable {
    private let cloud: MusicCloud?
    private let database: TenantDatabase

    /// Creates the endpoints. Without a SoundCloud application, both endpoints answer 503.
    public init(cloud: MusicCloud?, database: TenantDatabase) {
        self.cloud = cloud
        self.database = database
    }

    public var routes: [Route] {
        [
            Route(
                "getTrackStreams", .get, "/api/v1/tracks/{cloudTrack}/streams", access: .account,
                endpoint: getTrackStreams),
            Route(
                "getTrackAudio", .get, "/api/v1/tracks/{cloudTrack}/audio", access: .account, query: ["maxBitRate"],
                endpoint: getTrackAudio),
        ]
    }

    /// Answers `getTrackStreams`: the track, which is stored if this server does not know it, and its streams; 404 if SoundCloud has no such track or
    /// stream, 409 without a working connection or if apps may not play the track.
    func getTrackStreams(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (urn, listener) = (try Self.track(request), try context.listener)
        let cloud = try required()
        let streams = try await cloud.audio.streams(of: urn, for: listener)
        let track = try await item(urn, cloud, for: listener)
        return try .personal(TrackStreamsView(track, streams, isPassedOn: cloud.audio.isPassedOn))
    }

    /// Answers `getTrackAudio`: the track's file, or a redirect to SoundCloud if the server does not pass audio on; 404 if SoundCloud has no such
    /// track or stream, 409 without a working connection or if apps may not play the track, 422 for a `maxBitRate` outside 1 to 10,000 kbit/s, 429 if
    /// the listener already plays the maximum number of tracks.
    func getTrackAudio(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (urn, listener) = (try Self.track(request), try context.listener)
        let fields = try request.queryFields()
        let most = try fields.optional("maxBitRate") == nil ? nil : fields.integer("maxBitRate", in: 1...10_000)
        return try await required().audio.response(of: urn, maxBitRate: most, for: listener)
    }

    private static func track(_ request: Request) throws -> CloudURN {
        guard let urn = CloudURN(try request.parameter("cloudTrack"), of: .track) else {
            throw CloudError.notFound.problem()
        }
        return urn
    }

    private func required() throws(APIError) -> MusicCloud {
        guard let cloud else { throw .noCloud }
        return cloud
    }

    /// Returns the track, which is read from SoundCloud and stored if necessary. Throws 404 if SoundCloud does not have the track.
    private func item(_ urn: CloudURN, _ cloud: MusicCloud, for listener: Listener) async throws -> CloudTrackItem {
        let rows = try await database.rows(in: listener.tenant, urn.selection(in: listener.tenant))
        let keys: [Int64]
        if let row = rows.first {
            keys = [try row("id")]
        } else {
            let track = try await upstream { try await cloud.service.track(urn, as: cloud.tokens(of: listener)) }
            keys = try await CloudItemWriter(database: database).tracks([track], in: listener.tenant)
        }
        let items = try await CloudItemStore(database: database).items(tracks: keys, for: listener)
        guard let item = items.tracks.values.first else { throw CloudError.notFound.problem() }
        return item
    }
}
