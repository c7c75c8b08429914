import ConcertNotes
import Web

/// The JSON of a concert: the programme, and the files that a phone fetches.
struct ConcertView: Encodable, Sendable {
    let id: String
    let title: String
    let revision: Int
    let changedAt: Instant
    let pieces: [PieceSummaryView]
    let pictures: [FileView]
    let assets: [FileView]
    let links = Links()

    /// The paths of the resources of the concert.
    struct Links: Encodable, Sendable {
        let archive = "/api/v1/concert/archive"
        let glossary = "/api/v1/glossary"
        let live = "/api/v1/live"
        let liveEvents = "/api/v1/live/events"
        let notes = "/live/notes"
    }

    init(_ concert: Concert, pieces: [ReadPiece], files: [ReadFile]) {
        id = concert.slug
        title = concert.title
        revision = concert.revision
        changedAt = Instant(milliseconds: concert.changedAt * 1000)
        self.pieces = pieces.map { PieceSummaryView($0) }
        pictures = files.filter { !$0.file.isAsset }.map(FileView.init)
        assets = files.filter(\.file.isAsset).map(FileView.init)
    }
}

/// The JSON of a picture or app asset.
struct FileView: Encodable, Sendable {
    let name: String
    let url: String
    let mediaType: String
    let bytes: Int
    let width: Int?
    let height: Int?
    /// The smaller copies of a picture; `nil` for a file without any.
    let scaled: [ScaledPictureView]?

    init(_ file: ReadFile) {
        name = file.file.name
        url = file.url
        mediaType = file.file.kind.rawValue
        bytes = file.length
        width = file.size?.width
        height = file.size?.height
        scaled = ScaledPictureView.all(of: file)
    }
}

/// The JSON of a piece in the programme of the concert.
struct PieceSummaryView: Encodable, Sendable {
    let id: String
    let name: String
    let composer: String
    let work: String
    let movement: String
    let measures: Int
    let durationMs: Int32
    let tracks: [TrackSummaryView]
    let url: String

    init(_ read: ReadPiece) {
        id = read.id
        name = read.piece.name.description
        composer = read.piece.name.work.composer
        work = read.piece.name.work.title
        movement = read.piece.name.movement
        measures = read.piece.measures.count
        durationMs = read.durationMs
        tracks = read.tracks.map(TrackSummaryView.init)
        url = read.url
    }
}

/// The JSON of a track in the programme of the concert.
struct TrackSummaryView: Encodable, Sendable {
    let id: String
    let name: String
    let language: String?
    let level: AnnotationTrack.Level?
    let annotations: Int

    init(_ read: ReadPiece.ReadTrack) {
        id = read.id
        name = read.track.name
        language = read.track.language
        level = read.track.level
        annotations = read.track.annotations.count
    }
}
