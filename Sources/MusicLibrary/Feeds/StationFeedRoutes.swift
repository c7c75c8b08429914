import HTTP
import SoundCloud
import Tenancy
import Web

/// The endpoints of station feeds: the secret address of each station, and the feed and audio for podcast apps (spec L13, L39).
public struct StationFeedRoutes: Sendable {
    private let store: StationFeedStore
    private let cloud: MusicCloud?
    private let now: @Sendable () -> Instant

    private let workers = Workers("tutti.feeds", width: 1, limit: 256)

    /// Creates the endpoints. Without a SoundCloud application, no track has an enclosure, and `getStationFeedAudio` answers 503.
    public init(database: TenantDatabase, cloud: MusicCloud?, now: @escaping @Sendable () -> Instant = { .now }) {
        store = StationFeedStore(database: database)
        self.cloud = cloud
        self.now = now
    }

    static let path = "/api/v1/me/podcasts/feed.xml"
    static let audioPath = "/api/v1/me/podcasts/audio"

    public var routes: [Route] {
        let path = "/api/v1/me/podcasts/stations/{station}/feed"
        return [
            Route("getStationFeedLink", .get, path, access: .account, endpoint: getStationFeedLink),
            Route("setStationFeedLink", .put, path, access: .account, endpoint: setStationFeedLink),
            Route("deleteStationFeedLink", .delete, path, access: .account, endpoint: deleteStationFeedLink),
            Route("getStationFeed", .get, Self.path, access: .everyone, query: ["token"], endpoint: getStationFeed),
            Route(
                "getStationFeedAudio", .get, Self.audioPath, access: .everyone, query: ["token", "track"],
                endpoint: getStationFeedAudio),
        ]
    }

    private static let noStation = APIError(
        .notFound, code: .noSuchStation, "you have no station with this ID: check the ID")
    private static let noLink = APIError(
        .notFound, code: .noSuchFeed,
        "you have no station with this ID, or the station has no feed address: check the ID, or create a feed address with PUT"
    )
    private static let nothingToEnd = APIError(
        .notFound, code: .noSuchFeed,
        "you have no station with this ID, or the station has no feed address: check the ID")

    private static func station(_ request: Request) throws -> Int64 {
        guard let id = LibraryTrack.ID(try request.parameter("station")) else { throw noStation }
        return id.rawValue
    }

    /// Answers `getStationFeedLink`: the time at which the address was created, without the address, because only a hash of its secret is
    /// stored; 404 if the listener has no such station, or if the station has no feed address.
    func getStationFeedLink(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard let createdAt = try await store.createdAt(Self.station(request), of: context.listener) else {
            throw Self.noLink
        }
        return try .personal(StationFeedLinkView(createdAt: createdAt, url: nil))
    }

    /// Answers `setStationFeedLink`: 201 with a new address, which replaces the previous one and cannot be read again; 404 for an unknown station.
    func setStationFeedLink(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (station, origin) = (try Self.station(request), try Self.origin(request, context))
        let (key, createdAt) = (SecretKey(), now())
        let event = try context.audit("podcast.feed.make", subject: "\(station)")
        guard try await store.make(key, for: station, of: context.listener, at: createdAt, recorded: event) else {
            throw Self.noStation
        }
        return try .json(
            StationFeedLinkView(createdAt: createdAt, url: Self.address(key, at: origin)), status: .created,
            fields: .personal
        )
    }

    /// Answers `deleteStationFeedLink` with 204. The feed and its audio can no longer be read. Returns 404 if the listener has no such station, or if
    /// the station has no feed address.
    func deleteStationFeedLink(_ request: Request, _ context: RequestContext) async throws -> Response {
        let station = try Self.station(request)
        let event = try context.audit("podcast.feed.revoke", subject: "\(station)")
        guard try await store.revoke(station, of: context.listener, recorded: event) else { throw Self.nothingToEnd }
        return .noContent
    }

    /// Answers `getStationFeed`: the feed as RSS, with at most 1,000 tracks, for private caches only; 401 if the secret is missing or unknown, 503 if
    /// too many feeds are waiting.
    func getStationFeed(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (secret, reader) = try await reader(request, context)
        let document = StationFeedDocument(
            name: reader.name, items: try await store.items(of: reader), origin: try Self.origin(request, context),
            secret: secret, hasAudio: cloud != nil)
        let bytes = try await workers.run(for: reader.listener.tenant.description) { try document.bytes() }
        return .bytes(
            bytes, mediaType: StationFeedDocument.mediaType,
            fields: ["Cache-Control": "private, no-cache", "ETag": DocumentExport.tag(of: bytes, reader.listener)])
    }

    /// Answers `getStationFeedAudio`: the track's file, or a redirect to SoundCloud if the server does not pass audio on; 401 if the secret is
    /// missing or unknown, 404 if the station does not offer the track for download, 409 without a working connection or if apps may not play
    /// the track, 429 if the listener already plays the maximum number of tracks, 503 without a SoundCloud application.
    func getStationFeedAudio(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (_, reader) = try await reader(request, context)
        let absent = APIError(
            .notFound, code: .noSuchTrack,
            "the station does not contain this track, or the track cannot be downloaded: load the feed again")
        guard let urn = CloudURN(try request.queryFields()("track"), of: .track),
            try await store.offers(urn, to: reader)
        else { throw absent }
        guard let cloud else { throw APIError.noCloud }
        return try await cloud.audio.response(of: urn, for: reader.listener)
    }

    private func reader(
        _ request: Request, _ context: RequestContext
    ) async throws -> (secret: String, reader: StationFeedStore.Reader) {
        guard let secret = try request.queryFields().optional("token"),
            let reader = try await store.reader(secret, in: context.tenant.id)
        else { throw APIError.notLoggedIn }
        return (secret, reader)
    }

    /// Returns the absolute address of a station's feed. The query of the address contains the secret.
    package static func address(_ key: SecretKey, at origin: String) -> String { "\(origin)\(path)?token=\(key.text)" }

    /// Returns the scheme and host of absolute addresses, such as "https://music.example". Throws 400 for a missing host, or a host with characters
    /// other than letters, digits and `-._:[]`.
    package static func origin(_ request: Request, _ context: RequestContext) throws(APIError) -> String {
        let authority = request.authority?.lowercased() ?? ""
        guard !authority.isEmpty else {
            throw APIError(
                .badRequest, code: .noHost,
                "the request has no host: send a Host header with a host name or an IP address")
        }
        let isPlain = authority.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || "-._:[]".utf8.contains($0)
        }
        guard isPlain else {
            throw APIError(
                .badRequest, code: .noHost,
                "the host of the request must be a host name or an IP address, with or without a port, found "
                    + "\"\(authority.prefix(100))\": correct the Host header")
        }
        return "\(context.isSecure ? "https" : "http")://\(authority)"
    }
}

/// The response of `setStationFeedLink` and `getStationFeedLink`.
struct StationFeedLinkView: Encodable, Sendable {
    let createdAt: Instant
    /// The absolute address of the feed, including the secret; `nil` in the response of `getStationFeedLink`.
    let url: String?
}
