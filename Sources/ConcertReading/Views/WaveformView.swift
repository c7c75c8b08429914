import ConcertNotes

/// The JSON of a waveform (spec N32). The arrays have equal lengths, and the elements at one index belong to the same measure.
struct WaveformView: Encodable, Sendable {
    let piece: String
    let startMs: Int32
    let endMs: Int32
    let measures: [Int]
    let atMs: [Int32]
    let values: [Float]

    init(_ read: ReadPiece) {
        piece = read.id
        startMs = read.startMs
        endMs = read.endMs
        measures = read.piece.intensities.map(\.measure)
        atMs = read.piece.intensities.map(\.start.milliseconds)
        values = read.piece.intensities.map(\.value)
    }
}
