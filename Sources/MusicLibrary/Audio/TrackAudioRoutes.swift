import HTTP
import Postgres
import SoundCloud
import Tenancy
import Web

/// The endpoints of a track's audio (spec L39, Decided 22, decision 0071). The endpoints use the listener's own connection to SoundCloud.
public struct TrackAudioRoutes: Sendable {
    private let cloud: MusicCloud?
    private let database: TenantDatabase

    /// Creates the endpoints.
    ///
    /// - Parameter cloud: The connection to SoundCloud; `nil` if the installation has no SoundCloud application, in which case both endpoints answer
    ///   503.
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

    /// Answers `getTrackStreams`: the track and its streams; 404 if SoundCloud has no such track or no stream of the track, 409 if SoundCloud does
    /// not allow apps to play the track, 503 if no SoundCloud application is configured or a stream is on a foreign host. A failed request to
    /// SoundCloud gives the error of `CloudError.problem(now:)`.
    func getTrackStreams(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (urn, listener) = (try Self.track(request), try context.listener)
        let cloud = try required()
        let streams = try await cloud.audio.streams(of: urn, for: listener)
        let track = try await item(urn, cloud, for: listener)
        return try .personal(TrackStreamsView(track, streams, isPassedOn: cloud.audio.isPassedOn))
    }

    /// Answers `getTrackAudio`: the track's file, or a redirect to SoundCloud if the server does not pass audio on; 404 if SoundCloud has no such
    /// track or no stream of the track, 422 for a `maxBitRate` outside 1 to 10,000 kbit/s, 429 if the listener already plays the maximum number of
    /// tracks, 503 if no SoundCloud application is configured. Gives 409 if the listener has no working connection or SoundCloud refuses, blocks or
    /// encrypts the track, and 503 if SoundCloud is busy or not available or the stream cannot be read.
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

    /// Returns the track. A track that is not stored is first read from SoundCloud and stored. Throws 404 if SoundCloud does not have the track, the
    /// error of `CloudError.problem(now:)` for any other failed request, and what the database throws.
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
