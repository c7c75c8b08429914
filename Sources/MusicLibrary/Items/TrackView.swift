import ArtistClassification
import SoundCloud
import Web

/// A track as JSON: one shape for the library, the podcasts, play contexts, listens and lists of SoundCloud. Members that a list does not know are
/// omitted.
package struct TrackView: Encodable, Sendable {
    package let urn: CloudURN
    /// The source of the title, artist, album and label (spec L38).
    package let origin: Origin
    /// The title without the version.
    package let title: String
    package internal(set) var version: String?
    /// The artist credit as displayed; `nil` for a track that the listener has not added.
    package internal(set) var artist: String?
    var album: String?
    var label: String?
    /// The artist as entered by the uploader.
    var metadataArtist: String?
    var genre: String?
    package let durationMs: Int64
    package let access: String
    var uploadedAt: Instant?
    let artworkUrl: String?
    let permalinkUrl: String?
    package let uploader: CloudUserView
    /// Whether the listener likes the track; `nil` in lists without this information.
    package internal(set) var isLiked: Bool?
    /// Whether the listener follows the uploader; `nil` in lists without this information.
    package internal(set) var isUploaderFollowed: Bool?
    /// The kind of the entry, `post` or `repost`, in lists that contain both (spec L5).
    var via: String?
    /// The location of the track; `nil` for a track that the listener has not added, and in lists of SoundCloud without the listener's marks.
    package internal(set) var shelf: LibraryTrack.Location?
    var suggestedShelf: LibraryTrack.Location?
    var addedAt: Instant?
    var station: ReferenceView?
    var uploadedTitle: String?
    /// The filing; `nil` unless the track was read from the library or the podcasts.
    package internal(set) var classification: ClassificationView?

    package enum Origin: String, Encodable, Sendable {
        case library, podcasts, soundcloud

        init(_ location: LibraryTrack.Location?) {
            self =
                switch location {
                case .library: .library
                case .podcasts: .podcasts
                case nil: .soundcloud
                }
        }
    }
}

extension TrackView {
    /// Creates the JSON of a track in the library or the podcasts.
    init(_ track: LibraryTrack) {
        (urn, origin, shelf, suggestedShelf) = (track.urn, Origin(track.location), track.location, track.suggestedShelf)
        (addedAt, title, version, artist) = (track.addedAt, track.title, track.version.ifAny, track.artistText)
        (album, label) = (track.album?.name, track.label?.name)
        station = track.station.map { ReferenceView($0, origin: .podcasts) }
        (durationMs, access) = (Int64(track.durationMs), track.access)
        (artworkUrl, permalinkUrl) = (track.artwork.ifAny, track.permalink.ifAny)
        uploadedTitle = track.uploadedTitle
        uploader = CloudUserView(track.uploader, name: track.uploaderName)
        classification = ClassificationView(track)
    }

    /// Creates the JSON of a track in a list of SoundCloud, without the listener's marks.
    init(_ track: CloudTrackItem) {
        (urn, origin, title) = (track.urn, .soundcloud, track.title)
        (metadataArtist, label, genre) = (track.metadataArtist.ifAny, track.label.ifAny, track.genre.ifAny)
        (durationMs, access, uploadedAt) = (Int64(track.durationMs), track.access, track.uploadedAt)
        (artworkUrl, permalinkUrl) = (track.artwork.ifAny, track.permalink.ifAny)
        (uploader, isLiked) = (CloudUserView(track.user), track.isLiked)
    }

    /// Creates the JSON of a track in a list of SoundCloud, with the listener's marks. `via` is `nil` in lists without reposts.
    init(_ track: CloudTrackItem, key: Int64, _ marks: ListenerMarks, via: String? = nil) {
        self.init(track)
        shelf = marks.locations[key]
        isUploaderFollowed = marks.followed.contains(track.user.urn)
        self.via = via
    }
}

extension TrackView {
    /// The path of the track's cover in a row; `nil` for a track without one.
    package var cover: String? { CoverPath.path(of: urn.description, at: artworkUrl ?? "") }
}

/// The filing of a track as JSON, with the confidence, which is from 0 to 1, and the reasons.
package struct ClassificationView: Encodable, Sendable {
    package let artists: [Credit]
    let album: ReferenceView?
    let label: ReferenceView?
    let title: String
    let version: String?
    let confidence: Float
    let isUncertain: Bool
    let isSettled: Bool
    let why: [String]
    let source: String

    /// A credited artist. The member `creditedAs` is the name on the track; `joinPhrase` is the text before that name.
    package struct Credit: Encodable, Sendable {
        package let id: String
        package let name: String
        let origin = TrackView.Origin.library
        package let role: String
        package let creditedAs: String
        package let joinPhrase: String

        private enum CodingKeys: CodingKey { case id, name, origin, role, creditedAs, joinPhrase }

        init(_ credit: LibraryTrack.Credit) {
            (id, name, role) = (String(credit.artist.id), credit.artist.name, credit.role)
            (creditedAs, joinPhrase) = (credit.creditedAs, credit.joinPhrase)
        }
    }

    init(_ track: LibraryTrack) {
        artists = track.artists.map(Credit.init)
        (album, label) = (track.album.map { ReferenceView($0) }, track.label.map { ReferenceView($0) })
        (title, version, confidence) = (track.title, track.version.ifAny, track.confidence)
        isUncertain = track.confidence < Float(Filing.uncertain) && !track.isSettled
        (isSettled, why) = (track.isSettled, track.why)
        source = track.isCorrected ? "corrected" : "classified"
    }
}

extension ReferenceView {
    /// Creates the reference to a library entry or a podcast station.
    init(_ reference: LibraryTrack.Reference, origin: TrackView.Origin = .library) {
        self.init(id: String(reference.id), name: reference.name, origin: origin.rawValue)
    }
}
