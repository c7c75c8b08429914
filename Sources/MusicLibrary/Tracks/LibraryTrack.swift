import ArtistClassification
import HTTP
import Postgres
import SoundCloud
import Web

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A track in the listener's library or podcasts with its filing (spec L6, L7).
package struct LibraryTrack: Sendable, Hashable {
    package struct ID: NumberedID, PostgresCodable {
        package let rawValue: Int64

        package init(rawValue: Int64) { self.rawValue = rawValue }
    }

    /// The location of a track. Each track has exactly one location (spec L14).
    package enum Location: String, Sendable, Hashable, Codable, PostgresCodable {
        case library, podcasts
    }

    /// The ID and the name of an artist, an album, a label or a station.
    package struct Reference: Sendable, Hashable {
        package let id: Int64
        package let name: String
    }

    /// One artist in the track's credits.
    package struct Credit: Sendable, Hashable {
        package let artist: Reference
        package let role: String
        package let creditedAs: String
        package let joinPhrase: String
    }

    package let id: ID
    package let urn: CloudURN
    package let location: Location
    let addedAt: Instant
    package let station: Reference?
    package let title: String
    package let version: String
    package let artistText: String
    package var artists: [Credit] = []
    package let album: Reference?
    package let label: Reference?
    package let confidence: Float
    package let why: [String]
    package let isCorrected: Bool
    package let isSettled: Bool
    package let durationMs: Int32
    package let access: String
    let artwork: String
    package let permalink: String
    package let uploadedTitle: String
    let uploader: CloudURN
    package let uploaderName: String

    /// The likely location: podcasts for recordings of 20 minutes or more and for episodes, otherwise the library. Tracks are never moved
    /// automatically.
    package var suggestedShelf: Location {
        let isLong = Int64(durationMs) >= Classifier.longRecordingMs
        return isLong || why.contains(Reason(.episode).text) ? .podcasts : .library
    }
}

extension LibraryTrack: RowDecodable {
    package init(row: Row) throws(PostgresError) {
        func reference(_ id: String, _ name: String) throws(PostgresError) -> Reference? {
            guard let id = try row.optional(id, as: Int64.self) else { return nil }
            return Reference(id: id, name: try row(name))
        }
        id = try row("track_id")
        urn = try row("urn")
        location = try row("shelf")
        addedAt = Instant(try row("added_at", as: Date.self))
        station = try reference("station_id", "station_name")
        title = try row("title")
        version = try row("version")
        artistText = try row("artist_text")
        album = try reference("album_id", "album_title")
        label = try reference("label_id", "label_name")
        confidence = try row("confidence")
        why = try row("why")
        isCorrected = try row("is_corrected")
        isSettled = try row("is_settled")
        durationMs = try row("duration_ms")
        access = try row("access")
        artwork = try row("artwork_url")
        permalink = try row("permalink_url")
        uploadedTitle = try row("uploaded_title")
        uploader = try row("uploader_urn")
        uploaderName = try row("uploader_name")
    }
}

extension LibraryTrack {
    /// The 404 error for a track that is not in the station.
    package static let notInStation = APIError(
        .notFound, code: .noSuchTrack, "this track is not in the station: check the station and the URN of the track")
    package static let absent = APIError(
        .notFound, code: .noSuchTrack, "your library and podcasts do not contain this track: check the URN")

    /// Returns the URN of the track named in the path. Throws 404 if the name is not the URN of a track.
    package static func urn(in request: Request) throws -> CloudURN {
        guard let urn = CloudURN(try request.parameter("libraryTrack"), of: .track) else { throw absent }
        return urn
    }
}

extension LibraryTrack {
    /// Returns the path of the track's cover; `nil` for a track without one.
    package func cover(_ size: CoverPath.Size = .row) -> String? {
        CoverPath.path(of: urn.description, at: artwork, size)
    }
}
