import HTTP
import SoundCloud
import Tenancy
import Web

/// The endpoints of the podcasts and of the listener's stations (spec L12-L15).
public struct PodcastRoutes: Sendable {
    private let stations: StationStore
    private let browse: BrowseStore

    public init(database: TenantDatabase) {
        stations = StationStore(database: database)
        browse = BrowseStore(database: database)
    }

    private static let path = "/api/v1/me/podcasts/stations"

    public var routes: [Route] {
        [
            Route(
                "moveLibraryTrack", .post, "/api/v1/me/library/tracks/{libraryTrack}/move", access: .account,
                bodyLimit: 8 * 1024, endpoint: moveLibraryTrack),
            Route(
                "findPodcastTracks", .get, "/api/v1/me/podcasts/tracks", access: .account,
                query: ["cursor", "limit", "sort"]
            ) { request, context in
                let (tracks, next) = try await browse.tracks(
                    .location(.podcasts), KeysetPage(request), of: context.listener)
                return try .personal(ListView(tracks.map(TrackView.init), next: next))
            },
            Route("findStations", .get, Self.path, access: .account) { _, context in
                let stations = try await stations.stations(of: context.listener)
                return try .personal(ListView(stations.map(StationView.init)))
            },
            Route(
                "createStation", .post, Self.path, access: .account, bodyLimit: 8 * 1024, endpoint: createStation),
            Route(
                "updateStation", .patch, Self.path + "/{station}", access: .account, bodyLimit: 8 * 1024,
                endpoint: updateStation),
            Route("deleteStation", .delete, Self.path + "/{station}", access: .account) { request, context in
                try await Self.refusing { try await stations.delete(Self.station(request), of: context.listener) }
                return .noContent
            },
            Route(
                "findStationTracks", .get, Self.path + "/{station}/tracks", access: .account,
                query: ["cursor", "limit"]
            ) { request, context in
                let (station, listener) = (try Self.station(request), try context.listener)
                guard try await stations.has(station, of: listener) else { throw Self.noStation }
                let (tracks, next) = try await browse.tracks(.station(station), KeysetPage(request), of: listener)
                return try .personal(ListView(tracks.map(TrackView.init), next: next))
            },
            Route(
                "putStationTrack", .put, Self.path + "/{station}/tracks/{libraryTrack}", access: .account,
                bodyLimit: 8 * 1024, endpoint: putStationTrack),
            Route(
                "deleteStationTrack", .delete, Self.path + "/{station}/tracks/{libraryTrack}", access: .account
            ) { request, context in
                let (station, urn) = (try Self.station(request), try LibraryTrack.urn(in: request))
                try await Self.refusing { try await stations.take(urn, outOf: station, for: context.listener) }
                return .noContent
            },
        ]
    }

    /// The 404 error for a station that the listener does not have.
    package static let noStation = APIError(
        .notFound, code: .noSuchStation, "you have no station with this ID: check the ID")

    private static func station(_ request: Request) throws -> Int64 {
        guard let id = LibraryTrack.ID(try request.parameter("station")) else { throw noStation }
        return id.rawValue
    }

    private struct Move: Decodable {
        let to: LibraryTrack.Location
        let station: String?
    }

    /// Answers `moveLibraryTrack`: moves the track to the location and the station in the body and returns the track. Without a station, the track
    /// leaves its station. 404 for an unknown track or station, 422 for a station with a move to the library.
    func moveLibraryTrack(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (listener, urn) = (try context.listener, try LibraryTrack.urn(in: request))
        let body = try request.json(as: Move.self)
        var station: Int64?
        if let text = body.station {
            guard body.to == .podcasts else {
                throw APIError.invalid("/station", "must be omitted: only podcast tracks have a station")
            }
            guard let id = LibraryTrack.ID(text) else { throw Self.noStation }
            station = id.rawValue
        }
        let target = station
        try await Self.refusing { try await stations.move(urn, to: body.to, station: target, for: listener) }
        return try await browse.response(urn, of: listener)
    }

    private struct PositionBody: Decodable { let position: Int? }

    /// Answers `putStationTrack`: moves the track to the podcasts and this station, at the requested position if one is given, and returns the track.
    /// Without a position, a track that is new to the station goes last. 404 for an unknown track or station, 422 for an invalid position.
    func putStationTrack(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (station, urn) = (try Self.station(request), try LibraryTrack.urn(in: request))
        let listener = try context.listener
        let position = request.body.isEmpty ? nil : try request.json(as: PositionBody.self).position
        if let position, !(0..<100_000).contains(position) {
            throw APIError.invalid("/position", "must be from 0 to 99999, found \(position)")
        }
        try await Self.refusing {
            try await stations.move(urn, to: .podcasts, station: station, position: position, for: listener)
        }
        return try await browse.response(urn, of: listener)
    }

    private struct Body: Decodable {
        let name: String?
        let position: Int?
    }

    /// Answers `createStation`: 201 with the station, which is last in the list; 422 for an invalid name, 409 if the listener has the maximum number
    /// of stations.
    func createStation(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        let name = try Self.stationName(try request.json(as: Body.self).name, "/name")
        return try await Self.refusing {
            let id = try await stations.create(name, for: listener)
            return try await self.station(id, listener, .created)
        }
    }

    /// Answers `updateStation`: renames the station, moves it to a position in the list, or both, and returns the station; 404 for an unknown
    /// station, 422 without a valid name or position.
    func updateStation(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (listener, id) = (try context.listener, try Self.station(request))
        let body = try request.json(as: Body.self)
        let name = try body.name.map { name throws(APIError) in try Self.stationName(name, "/name") }
        guard name != nil || body.position != nil else {
            throw APIError.invalid("", "must have \"name\", \"position\" or both, found neither")
        }
        if let position = body.position, !(0..<10_000).contains(position) {
            throw APIError.invalid("/position", "must be from 0 to 9999, found \(position)")
        }
        return try await Self.refusing {
            try await stations.change(id, name: name, position: body.position, for: listener)
            return try await self.station(id, listener, .ok)
        }
    }

    /// Returns the checked name of a station, without surrounding white space. Throws 422 for `nil`, and unless the name has 1 to 200 Unicode scalars
    /// and no control characters (U+0000 to U+001F).
    package static func stationName(_ text: String?, _ field: String) throws(APIError) -> String {
        guard let name = try Correction.name(text, field, limit: 200) else {
            throw .invalid(field, "is missing: send a name of 1 to 200 characters")
        }
        return name
    }

    private func station(_ id: Int64, _ listener: Listener, _ status: Status) async throws -> Response {
        guard let station = try await stations.stations(of: listener).first(where: { $0.id == id }) else {
            throw Self.noStation
        }
        return try .personal(StationView(station), status: status)
    }

    /// Runs `body` and converts a refusal of the store to an `APIError`: 409 for too many stations, and 404 for the other refusals.
    package static func refusing<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch let refusal as StationStore.Refusal {
            switch refusal {
            case .noStation: throw noStation
            case .noTrack: throw LibraryTrack.absent
            case .notInStation: throw LibraryTrack.notInStation
            case .tooMany:
                throw APIError(
                    .conflict, code: .tooManyStations,
                    "you have \(StationStore.most) stations, the maximum: delete a station first")
            }
        }
    }
}

/// A station as JSON.
struct StationView: Encodable, Sendable {
    let id: String
    let name: String
    let origin = "podcasts"
    let position: Int32
    let trackCount: Int64

    init(_ station: Station) {
        (id, name, position, trackCount) = (String(station.id), station.name, station.position, station.tracks)
    }

    private enum CodingKeys: CodingKey { case id, name, origin, position, trackCount }
}
