import HTTP
import SoundCloud
import Tenancy
import Web

/// The endpoints that add tracks to the podcasts and remove tracks from the podcasts (spec L12, L14).
public struct PodcastTrackRoutes: Sendable {
    private let changes: FilingChanges
    private let stations: StationStore
    private let browse: BrowseStore
    private let addition: TrackAddition

    /// Creates the endpoints. Without a SoundCloud application, only stored tracks can be added.
    public init(cloud: MusicCloud?, database: TenantDatabase, filing: FilingResources) {
        changes = FilingChanges(database: database, filing: filing)
        stations = StationStore(database: database)
        browse = BrowseStore(database: database)
        addition = TrackAddition(database: database, cloud: cloud, filing: filing)
    }

    private static let path = "/api/v1/me/podcasts/tracks"

    public var routes: [Route] {
        [
            Route(
                "addPodcastTrack", .post, Self.path, access: .account, bodyLimit: 16 * 1024, endpoint: addPodcastTrack),
            Route(
                "removePodcastTrack", .delete, Self.path + "/{libraryTrack}", access: .account,
                endpoint: removePodcastTrack),
        ]
    }

    /// Answers `addPodcastTrack`: the track in the podcasts, with 201 for a new track and 200 for a track that the listener already has, which is
    /// moved to the podcasts and corrected by the names in the body. Without a station in the body, the track keeps its station. 404 for an unknown
    /// track or station, 422 for an invalid URN or name, 503 if SoundCloud does not answer or other changes interfere.
    func addPodcastTrack(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        let body = try NewTrack(request)
        var station: Int64?
        if let text = body.station {
            guard let id = LibraryTrack.ID(text)?.rawValue, try await stations.has(id, of: listener) else {
                throw PodcastRoutes.noStation
            }
            station = id
        }
        let isNew = try await addition.add(body.urn, correction: body.correction, to: .podcasts, by: listener)
        let location = try await browse.track(body.urn, of: listener)?.location
        if location == .library || station != nil {
            try await PodcastRoutes.refusing {
                try await stations.move(body.urn, to: .podcasts, station: station, for: listener)
            }
        }
        return try await browse.response(body.urn, isNew: isNew, of: listener)
    }

    /// Answers `removePodcastTrack`: removes the track from the podcasts and its station, and answers 204; 404 if the podcasts do not contain the
    /// track, even if the library contains the track.
    func removePodcastTrack(_ request: Request, _ context: RequestContext) async throws -> Response {
        let urn = try LibraryTrack.urn(in: request)
        guard try await changes.remove(urn, from: .podcasts, by: try context.listener) else {
            throw APIError(
                .notFound, code: .noSuchTrack, "your podcasts do not contain this track: check the URN")
        }
        return .noContent
    }
}
