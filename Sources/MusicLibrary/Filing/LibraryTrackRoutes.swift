import ArtistClassification
import HTTP
import SoundCloud
import Tenancy
import Web

/// The endpoints of a listener's tracks (spec L6-L8).
public struct LibraryTrackRoutes: Sendable {
    private let changes: FilingChanges
    private let browse: BrowseStore
    private let addition: TrackAddition

    /// Creates the endpoints. Without a SoundCloud application, only stored tracks can be added.
    public init(cloud: MusicCloud?, database: TenantDatabase, filing: FilingResources) {
        changes = FilingChanges(database: database, filing: filing)
        browse = BrowseStore(database: database)
        addition = TrackAddition(database: database, cloud: cloud, filing: filing)
    }

    public var routes: [Route] {
        [
            Route(
                "addLibraryTrack", .post, "/api/v1/me/library/tracks", access: .account, bodyLimit: 16 * 1024,
                endpoint: addLibraryTrack),
            Route(
                "getLibraryTrack", .get, "/api/v1/me/library/tracks/{libraryTrack}", access: .account,
                endpoint: getLibraryTrack),
            Route(
                "correctLibraryTrack", .patch, "/api/v1/me/library/tracks/{libraryTrack}", access: .account,
                bodyLimit: 16 * 1024, endpoint: correctLibraryTrack),
            Route(
                "removeLibraryTrack", .delete, "/api/v1/me/library/tracks/{libraryTrack}", access: .account,
                endpoint: removeLibraryTrack),
        ]
    }

    /// Answers `addLibraryTrack`: adds the track, which is loaded from SoundCloud if it is not stored, and returns the track with its filing: 201 for
    /// a new track and 200 for an existing track, which keeps its location. The names in the body correct and confirm the track in both cases. 404 if
    /// the track is not stored and cannot be loaded, 422 for an invalid URN or name or if a station is given, 503 if SoundCloud does not answer or
    /// other changes to the library interfere.
    func addLibraryTrack(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        let body = try NewTrack(request)
        guard body.station == nil else {
            throw APIError.invalid("/station", "must be omitted: only podcast tracks have a station")
        }
        let isNew = try await addition.add(body.urn, correction: body.correction, by: listener)
        return try await browse.response(body.urn, isNew: isNew, of: listener)
    }

    /// Answers `getLibraryTrack`: the track with its filing; 404 if the listener has no such track.
    func getLibraryTrack(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await browse.response(try LibraryTrack.urn(in: request), of: try context.listener)
    }

    /// Answers `correctLibraryTrack`: corrects and confirms the track, files all affected tracks again, and returns the track with its new filing;
    /// 404 if the listener has no such track, 422 for an invalid body, 503 if other changes interfere.
    func correctLibraryTrack(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (listener, urn) = (try context.listener, try LibraryTrack.urn(in: request))
        let correction = try request.json(as: Correction.self)
        let change = try correction.change()
        guard try await changes.correct(urn, by: listener, change) else { throw LibraryTrack.absent }
        return try await browse.response(urn, of: listener)
    }

    /// Answers `removeLibraryTrack`: removes the track from the library or the podcasts, and the artists, albums and labels left without tracks, and
    /// answers 204; 404 if the listener has no such track.
    func removeLibraryTrack(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard try await changes.remove(try LibraryTrack.urn(in: request), by: try context.listener) else {
            throw LibraryTrack.absent
        }
        return .noContent
    }
}

/// The body of a request for adding a track.
struct NewTrack: Sendable {
    let urn: CloudURN
    let correction: TrackCorrection
    /// The ID of the station of a new podcast track; `nil` for none.
    let station: String?

    private struct Body: Decodable {
        let track: String
        let artist: String?
        let artists: [String]?
        let album: String?
        let label: String?
        let station: String?
    }

    /// Parses the body of a request. Throws 422 if the URN or a name is not valid.
    init(_ request: Request) throws {
        let body = try request.json(as: Body.self)
        guard let urn = CloudURN(body.track, of: .track) else {
            throw APIError.invalid(
                "/track",
                "must be the URN of a track, such as soundcloud:tracks:123, found \"\(body.track.prefix(100))\"")
        }
        self.urn = urn
        correction = TrackCorrection(
            artists: try Correction.artists(body.artist, body.artists),
            album: try Correction.name(body.album, "/album"), label: try Correction.name(body.label, "/label"))
        station = body.station
    }
}

/// A correction in a request. An absent member changes nothing; a `null` member removes the correction of that field.
package struct Correction: Decodable, Sendable {
    private let artist: String??
    /// The artists in order; the track is filed under the first artist.
    private let artists: [String]??
    private let album: String??
    private let label: String??
    private let title: String??
    private let version: String??

    private enum CodingKeys: CodingKey { case artist, artists, album, label, title, version }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func member<Value: Decodable>(_ key: CodingKeys) throws -> Value?? {
            container.contains(key) ? .some(try container.decodeIfPresent(Value.self, forKey: key)) : nil
        }
        artist = try member(.artist)
        artists = try member(.artists)
        album = try member(.album)
        label = try member(.label)
        title = try member(.title)
        version = try member(.version)
    }

    /// Returns the change to the stored correction. Throws 422 for an invalid name, or if the request corrects nothing.
    func change() throws(APIError) -> @Sendable (inout TrackCorrection) -> Void {
        if artist == nil, artists == nil, album == nil, label == nil, title == nil, version == nil {
            throw .invalid(
                "", "must contain at least one of artist, artists, album, label, title and version, found none of them")
        }
        let names: [String]?? =
            artist == nil && artists == nil ? nil : .some(try Self.artists(artist ?? nil, artists ?? nil))
        let title = try title.map { title throws(APIError) in try Self.name(title, "/title") }
        let version = try version.map { version throws(APIError) in
            try Self.name(version, "/version", mayBeEmpty: true)
        }
        let album = try album.map { album throws(APIError) in try Self.name(album, "/album", mayBeEmpty: true) }
        let label = try label.map { label throws(APIError) in try Self.name(label, "/label", mayBeEmpty: true) }
        return { correction in
            if let names { correction.artists = names }
            if let title { correction.title = title }
            if let version { correction.version = version }
            if let album { correction.album = album }
            if let label { correction.label = label }
        }
    }

    /// Returns the artists of a request, given as one name or as a list of 1 to 20 names; `nil` if the request has neither. Throws 422 if it has
    /// both, for another number of names, and for an invalid or repeated name.
    static func artists(_ one: String?, _ several: [String]?) throws(APIError) -> [String]? {
        guard let several else { return try name(one, "/artist").map { [$0] } }
        guard one == nil else {
            throw .invalid("/artists", "cannot be combined with \"artist\": send only one of them")
        }
        var names: [String] = []
        for (position, text) in several.enumerated() {
            if let name = try name(text, "/artists/\(position)") { names.append(name) }
        }
        guard (1...most).contains(names.count) else {
            throw .invalid("/artists", "must have 1 to \(most) names, found \(names.count)")
        }
        try checkDifferent(names, "/artists") { ArtistName.foldKey($0) }
        return names
    }

    /// Returns the names in a form field, one per line; blank lines are ignored. Throws 422 for fewer than `least` or more than 20 names, or an
    /// invalid or repeated name.
    package static func names(_ text: String, _ field: String, least: Int = 1) throws(APIError) -> [String] {
        var names: [String] = []
        for line in text.split(whereSeparator: \.isNewline).map({ String($0).trimmedLine }) where !line.isEmpty {
            if let name = try name(line, field) { names.append(name) }
        }
        guard (least...most).contains(names.count) else {
            throw .invalid(field, "must have \(least) to \(most) names, one per line, found \(names.count)")
        }
        try checkDifferent(names, field) { ArtistName.foldKey($0) }
        return names
    }

    /// Throws 422 for `field`, with the first two names that are the same, if the names are not all different. Two names are the same if `key`
    /// returns the same text for both.
    static func checkDifferent(
        _ names: [String], _ field: String, _ key: (String) -> String
    ) throws(APIError) {
        var known: [String: String] = [:]
        for name in names {
            guard let other = known.updateValue(name, forKey: key(name)) else { continue }
            throw .invalid(
                field,
                "must not contain the same name twice, found \"\(other.prefix(100))\" and \"\(name.prefix(100))\"")
        }
    }

    private static let most = 20

    /// Returns the checked name without surrounding white space, or `nil` for `nil`. Throws 422 for a name with control characters (U+0000 to
    /// U+001F), with more than `limit` Unicode scalars, or without any, unless `mayBeEmpty`.
    package static func name(
        _ text: String?, _ field: String, limit: Int = 500, mayBeEmpty: Bool = false
    ) throws(APIError) -> String? {
        guard let text else { return nil }
        let name = text.trimmedLine
        let count = name.unicodeScalars.count
        guard count <= limit, mayBeEmpty || !name.isEmpty else {
            throw .invalid(
                field, "must have \(mayBeEmpty ? "at most" : "1 to") \(limit) characters, found \(count)")
        }
        guard name.unicodeScalars.allSatisfy({ $0.value >= 0x20 }) else {
            throw .invalid(field, "must not contain tabs, line breaks or other control characters")
        }
        return name
    }
}

extension String {
    /// The string without surrounding white space.
    package var trimmedLine: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
