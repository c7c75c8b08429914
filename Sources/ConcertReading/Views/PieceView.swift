import ConcertNotes
import Web

/// The JSON of a piece, with everything that a phone shows at a measure.
struct PieceView: Encodable, Sendable {
    let id: String
    let name: String
    let composer: String
    let work: String
    let movement: String
    let recording: String?
    let durationMs: Int32
    let measures: Int
    let measureTable: MeasureTableView
    let tracks: [TrackView]
    let structure: [SectionView]
    let keys: [KeyView]
    let end: EndView
    let links: Links

    struct Links: Encodable, Sendable {
        let waveform: String
        let waveformSvg: String
        let waveformPng: String
        let annotations: String
        let measureMap: String
        let cues: String
        let cuesCsv: String
    }

    init(_ read: ReadPiece) {
        let piece = read.piece
        id = read.id
        name = piece.name.description
        composer = piece.name.work.composer
        work = piece.name.work.title
        movement = piece.name.movement
        recording = piece.recording.isEmpty ? nil : piece.recording
        durationMs = read.durationMs
        measures = piece.measures.count
        measureTable = MeasureTableView(piece.measures)
        tracks = read.tracks.map { TrackView($0, in: read) }
        structure = SectionView.all(of: piece.structure)
        keys = piece.keys.map { KeyView($0) }
        end = EndView(measure: piece.structure.end.measure, atMs: read.endMs)
        links = Links(
            waveform: read.url + "/waveform", waveformSvg: read.url + "/waveform.svg",
            waveformPng: read.url + "/waveform.png", annotations: read.url + "/annotations.jsonld",
            measureMap: read.url + "/measures.mm.json", cues: "/live/cues/" + PercentEncoding.encoded(read.id),
            cuesCsv: read.url + "/cues.csv")
    }
}

/// The measures as heard and as printed (spec I12), in arrays of equal length: element `i` belongs to measure `i + 1` as heard.
struct MeasureTableView: Encodable, Sendable {
    let startsMs: [Int32]
    let printed: [String]
    let passes: [Int]

    init(_ measures: [Measure]) {
        startsMs = measures.map(\.start.milliseconds)
        printed = measures.map(\.printed)
        passes = measures.map(\.pass)
    }
}

/// The JSON of a section of the structure of a piece (spec N13).
struct SectionView: Encodable, Sendable {
    let measure: Int
    let endMeasure: Int
    let atMs: Int32
    let label: String
    let colour: String
    let colourTag: String?

    /// Returns the sections with their last measures. The last section ends with the piece (spec N14).
    static func all(of structure: Structure) -> [SectionView] {
        let sections = structure.sections
        return sections.indices.map { index in
            let section = sections[index]
            let next = index + 1 < sections.count ? sections[index + 1].measure - 1 : structure.end.measure
            return SectionView(
                measure: section.measure, endMeasure: max(section.measure, next), atMs: section.start.milliseconds,
                label: section.label, colour: section.colour.hexadecimal, colourTag: section.colour.tag?.rawValue)
        }
    }
}

/// The JSON of a key signature (spec N33).
struct KeyView: Encodable, Sendable {
    let measure: Int
    let atMs: Int32
    let fifths: Int
    let name: String

    init(_ key: KeySignature) {
        measure = key.measure
        atMs = key.start.milliseconds
        fifths = key.fifths
        name = key.name
    }
}

/// The JSON of the end of a piece (spec N14).
struct EndView: Encodable, Sendable {
    let measure: Int
    let atMs: Int32
}
