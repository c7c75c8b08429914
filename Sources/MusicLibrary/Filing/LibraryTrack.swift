import ArtistClassification
import Postgres
import Web

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A track in the listener's collection with its filing (spec L6, L7).
struct LibraryTrack: Sendable, Hashable {
    struct ID: NumberedID, PostgresCodable { let rawValue: Int64 }

    /// The location of a track; each track has one location (spec L14).
    enum Shelf: String, Sendable, Hashable, Codable, PostgresCodable {
        case library, podcasts
    }

    /// An artist, album or label that a track is filed under.
    struct Place: Sendable, Hashable {
        let id: Int64
        let name: String
    }

    /// One artist of the track's credit.
    struct Credit: Sendable, Hashable {
        let artist: Place
        let role: String
        let creditedAs: String
        let joinPhrase: String
    }

    let id: ID
    let urn: CloudURN
    let shelf: Shelf
    let addedAt: Instant
    let station: Place?
    let title: String
    let version: String
    let artistText: String
    var artists: [Credit] = []
    let album: Place?
    let label: Place?
    let confidence: Float
    let why: [String]
    let isCorrected: Bool
    let isSettled: Bool
    let durationMs: Int32
    let access: String
    let artwork: String
    let permalink: String
    let uploadedTitle: String
    let uploader: CloudURN
    let uploaderName: String

    /// The likely location: podcasts for long recordings and for titles of episodes. Tracks are never moved automatically.
    var suggestedShelf: Shelf {
        let isLong = Int64(durationMs) >= Classifier.longRecordingMs
        return isLong || why.contains(Reason(.episode).text) ? .podcasts : .library
    }
}

extension LibraryTrack: RowDecodable {
    init(row: Row) throws(PostgresError) {
        func place(_ id: String, _ name: String) throws(PostgresError) -> Place? {
            guard let id = try row.optional(id, as: Int64.self) else { return nil }
            return Place(id: id, name: try row(name))
        }
        id = try row("track_id")
        urn = try row("urn")
        shelf = try row("shelf")
        addedAt = Instant(try row("added_at", as: Date.self))
        station = try place("station_id", "station_name")
        title = try row("title")
        version = try row("version")
        artistText = try row("artist_text")
        album = try place("album_id", "album_title")
        label = try place("label_id", "label_name")
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
