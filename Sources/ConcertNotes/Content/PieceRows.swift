import Postgres

/// A builder of pieces from the rows of `ConcertStore.pieces`.
struct PieceRows {
    private let pieceRows: [Row]
    private var measures: [Int64: [Measure]] = [:]
    private var tracks: [Int64: [AnnotationTrack]] = [:]
    private var sections: [Int64: [StructureSection]] = [:]
    private var keys: [Int64: [KeySignature]] = [:]
    private var intensities: [Int64: [Intensity]] = [:]

    /// Creates the builder from the rows of the eight statements of `ConcertStore.pieces`, in the order of the statements.
    init(_ results: [[Row]]) throws(PostgresError) {
        pieceRows = results[1]
        for row in results[2] {
            measures[try row("piece_id"), default: []].append(
                Measure(
                    number: try row("measure"), start: try row.start(), printed: try row("printed"),
                    pass: try row("pass")))
        }
        try readTracks(results[3])
        for row in results[4] {
            let written: String = try row("colour")
            guard let colour = Colour(written) else {
                throw .decoding(column: "colour", reason: "is neither a colour name nor R,G,B with 0 to 255 each")
            }
            sections[try row("piece_id"), default: []].append(
                StructureSection(
                    measure: try row("measure"), start: try row.start(), label: try row("label"), colour: colour))
        }
        for row in results[5] {
            keys[try row("piece_id"), default: []].append(
                KeySignature(
                    measure: try row("measure"), start: try row.start(), fifths: try row("fifths"),
                    name: try row("name")))
        }
        for row in results[6] {
            intensities[try row("piece_id"), default: []].append(
                Intensity(measure: try row("measure"), start: try row.start(), value: try row("value")))
        }
    }

    private mutating func readTracks(_ rows: [Row]) throws(PostgresError) {
        var pages: [Annotation] = []
        for (index, row) in rows.enumerated() {
            let piece: Int64 = try row("piece_id")
            let name: String = try row("name")
            if let measure: Int = try row.optional("measure") {
                pages.append(Annotation(measure: measure, start: try row.start(), text: try row("text")))
            }
            let next = rows.indices.contains(index + 1) ? rows[index + 1] : nil
            if let next, try next("piece_id") == piece, try next("name") == name { continue }
            let level: String? = try row.optional("level")
            tracks[piece, default: []].append(
                AnnotationTrack(
                    name: name, language: try row.optional("language"),
                    level: level.flatMap(AnnotationTrack.Level.init),
                    annotations: pages))
            pages = []
        }
    }

    /// Returns the pieces in the order of the programme.
    func pieces() throws(PostgresError) -> [Piece] {
        var pieces: [Piece] = []
        for row in pieceRows {
            let id: Int64 = try row("piece_id")
            pieces.append(
                Piece(
                    name: PieceName(
                        composer: try row("composer"), work: try row("title"), movement: try row("movement")),
                    recording: try row("recording"), measures: measures[id] ?? [], tracks: tracks[id] ?? [],
                    structure: Structure(
                        sections: sections[id] ?? [],
                        end: Structure.End(
                            measure: try row("end_measure"), time: RecordingTime(milliseconds: try row("end_ms")))),
                    keys: keys[id] ?? [], intensities: intensities[id] ?? []))
        }
        return pieces
    }
}

extension Row {
    fileprivate func start() throws(PostgresError) -> RecordingTime {
        RecordingTime(milliseconds: try self("start_ms"))
    }
}
