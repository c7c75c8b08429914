import ConcertNotes
import Web

/// The JSON of a piece in a draft. Measures, sections, key signatures and intensities appear only as counts.
struct PieceDraftView: Encodable, Sendable {
    let id: String
    let concert: String
    let position: Int
    let name: String
    let composer: String
    let work: String
    let movement: String
    let recording: String
    let version: Int64
    let measureCount: Int
    let endMs: Int32?
    let sectionCount: Int
    let keyCount: Int
    let intensityCount: Int
    let tracks: [TrackView]
    /// The faults of the content that prevent a publication; at most 100. Faults of the heading and missing pictures are not included.
    let faults: [APIError.Fault]

    init(_ piece: PieceDraft) {
        id = piece.id.description
        concert = piece.concert
        position = piece.position
        name = piece.name.description
        composer = piece.heading.composer
        work = piece.heading.work
        movement = piece.heading.movement
        recording = piece.heading.recording
        version = piece.version
        measureCount = piece.content.measures.count
        endMs = piece.content.end?.startMs
        sectionCount = piece.content.sections.count
        keyCount = piece.content.keys.count
        intensityCount = piece.content.intensities.count
        tracks = piece.content.tracks.map(TrackView.init)
        faults = piece.content.faults.prefix(100).map { APIError.Fault($0) }
    }
}

/// The JSON of a track, without its annotations.
struct TrackView: Encodable, Sendable {
    let id: String
    let name: String
    let language: String?
    let level: String?
    let annotationCount: Int

    init(_ track: PieceContent.TrackContent) {
        id = track.id
        name = track.name
        language = track.language
        level = track.level?.rawValue
        annotationCount = track.annotations.count
    }
}

/// The JSON of an annotation with its time, and with the printed number and pass of its measure. If the piece does not have the measure,
/// `printedMeasure` and `pass` are `nil`, and `startMs` is `nil` unless the annotation has a time of its own.
struct AnnotationView: Encodable, Sendable {
    let id: String
    let measure: Int
    let startMs: Int32?
    let printedMeasure: String?
    let pass: Int?
    let text: String

    init(_ annotation: PieceContent.AnnotationContent, in content: PieceContent) {
        let measure = content.measure(annotation.measure)
        id = annotation.id
        self.measure = annotation.measure
        startMs = annotation.startMs ?? measure?.startMs
        printedMeasure = measure?.printed
        pass = measure?.pass
        text = annotation.text
    }
}

/// The JSON of a section with its time. If the piece does not have the measure, `startMs` is `nil` unless the section has a time of its own.
struct SectionView: Encodable, Sendable {
    let id: String
    let measure: Int
    let startMs: Int32?
    let label: String
    let colour: String

    init(_ section: PieceContent.SectionContent, in content: PieceContent) {
        id = section.id
        measure = section.measure
        startMs = section.startMs ?? content.start(ofMeasure: section.measure)
        label = section.label
        colour = section.colour
    }
}

extension PieceContent {
    /// Returns a measure, or `nil` if the piece has no measure with this number, from 1.
    public func measure(_ number: Int) -> MeasureContent? {
        measures.indices.contains(number - 1) ? measures[number - 1] : nil
    }
}
