import ArtistClassification
import SoundCloud
import Web

/// A reference to a library entry, a podcast station or an uploader: the ID, the name and the origin, which is "library", "podcasts" or
/// "soundcloud" (spec L38).
package struct ReferenceView: Encodable, Sendable {
    package let id: String
    package let name: String
    let origin: String

    init(_ reference: LibraryTrack.Reference, origin: String = "library") {
        (id, name, self.origin) = (String(reference.id), reference.name, origin)
    }

    init(_ urn: CloudURN, _ name: String) { (id, self.name, origin) = (urn.description, name, "soundcloud") }
}

/// An artist, album or label as JSON.
package struct EntryView: Encodable, Sendable {
    package let id: String
    package let name: String
    let origin = "library"
    package let trackCount: Int64
    /// The artist of an album; `nil` for an artist, a label or an album without an artist.
    package let artist: ReferenceView?
    /// The cover for pages, which is not part of the JSON; `nil` for an entry without one, or if the cover was not read.
    package let cover: Cover?

    init(_ entry: BrowseStore.Entry) {
        (id, name, trackCount) = (String(entry.id), entry.name, entry.tracks)
        artist = entry.artist.map { ReferenceView($0) }
        cover = entry.cover
    }

    private enum CodingKeys: CodingKey { case id, name, origin, trackCount, artist }
}

/// A library track and its classification as JSON.
package struct LibraryTrackView: Encodable, Sendable {
    package let urn: CloudURN
    let origin: LibraryTrack.Location
    package let shelf: LibraryTrack.Location
    let suggestedShelf: LibraryTrack.Location
    let addedAt: Instant
    let station: ReferenceView?
    package let title: String
    package let version: String?
    package let artist: String
    package let durationMs: Int32
    package let access: String
    let artworkUrl: String?
    let permalinkUrl: String?
    let uploadedTitle: String
    let uploader: ReferenceView
    package let classification: Classification

    /// The filing of a track, with the confidence, which is from 0 to 1, and the reasons.
    package struct Classification: Encodable, Sendable {
        package let artists: [Credit]
        let album: ReferenceView?
        let label: ReferenceView?
        package let title: String
        package let version: String?
        let confidence: Float
        let isUncertain: Bool
        let isSettled: Bool
        let why: [String]
        let source: String
    }

    /// A credited artist. The member `creditedAs` is the name on the track; `joinPhrase` is the text before that name.
    package struct Credit: Encodable, Sendable {
        package let id: String
        package let name: String
        let origin = "library"
        package let role: String
        package let creditedAs: String
        package let joinPhrase: String

        private enum CodingKeys: CodingKey { case id, name, origin, role, creditedAs, joinPhrase }
    }

    init(_ track: LibraryTrack) {
        func filled(_ text: String) -> String? { text.isEmpty ? nil : text }
        (urn, origin, shelf, suggestedShelf) = (track.urn, track.location, track.location, track.suggestedShelf)
        (addedAt, title, version, artist) = (track.addedAt, track.title, filled(track.version), track.artistText)
        station = track.station.map { ReferenceView($0, origin: "podcasts") }
        (durationMs, access) = (track.durationMs, track.access)
        (artworkUrl, permalinkUrl) = (filled(track.artwork), filled(track.permalink))
        uploadedTitle = track.uploadedTitle
        uploader = ReferenceView(track.uploader, track.uploaderName)
        classification = Classification(
            artists: track.artists.map { credit in
                Credit(
                    id: String(credit.artist.id), name: credit.artist.name, role: credit.role,
                    creditedAs: credit.creditedAs, joinPhrase: credit.joinPhrase)
            }, album: track.album.map { ReferenceView($0) }, label: track.label.map { ReferenceView($0) },
            title: track.title,
            version: filled(track.version), confidence: track.confidence,
            isUncertain: track.confidence < Float(Filing.uncertain) && !track.isSettled, isSettled: track.isSettled,
            why: track.why, source: track.isCorrected ? "corrected" : "classified")
    }
}

extension LibraryTrackView {
    /// The path of the track's cover in a row; `nil` for a track without one.
    package var cover: String? { CoverPath.path(of: urn.description, at: artworkUrl ?? "") }
}
