import ConcertNotes

/// The content of a piece in a file, with the lines of the file. A part or member is `nil` if the file does not contain it. The page of the preview
/// contains this value, and the browser sends it back for the import, so the merge checks every part again.
struct ImportedPiece: Codable, Sendable {
    /// A measure as heard, with its start and its printed number.
    struct Measure: Codable, Sendable {
        /// The start in milliseconds.
        var startMs: Int32?
        /// The number printed in the score.
        var printed: String?
        var line: Int?
    }

    struct Key: Codable, Sendable {
        let measure: Int
        let fifths: Int
        var name = ""
        var startMs: Int32?
        var line: Int?
    }

    struct Section: Codable, Sendable {
        let measure: Int
        let label: String
        /// The colour; `nil` for the colour of the sections with the same label, or otherwise the next colour of the palette.
        var colour: String?
        var startMs: Int32?
        var line: Int?
    }

    struct Annotation: Codable, Sendable {
        let measure: Int
        let text: String
        var startMs: Int32?
        var line: Int?
    }

    struct Track: Codable, Sendable {
        /// The name; `nil` for the track that the options determine.
        let name: String?
        var language: String?
        var level: AnnotationTrack.Level?
        var annotations: [Annotation]
        var line: Int?
    }

    struct Intensity: Codable, Sendable {
        let measure: Int
        let value: Float
        var startMs: Int32?
        var line: Int?
    }

    struct End: Codable, Sendable {
        let measure: Int
        var startMs: Int32
        var line: Int?
    }

    var measures: [Measure]?
    var end: End?
    /// Whether the times are estimates from the tempo of a score.
    var hasEstimatedTimes = false
    var keys: [Key]?
    var sections: [Section]?
    var tracks: [Track]?
    var intensities: [Intensity]?
    /// The notices for the report.
    var notices: [FileFinding] = []
}

extension ImportedPiece {
    /// Creates the content of a piece of a programme folder.
    init(_ piece: Piece) {
        let content = PieceContent(piece)
        measures = content.measures.map { Measure(startMs: $0.startMs, printed: $0.printed) }
        end = content.end.map { End(measure: $0.measure, startMs: $0.startMs) }
        keys = content.keys.map { Key(measure: $0.measure, fifths: $0.fifths, name: $0.name, startMs: $0.startMs) }
        sections = content.sections.map {
            Section(measure: $0.measure, label: $0.label, colour: $0.colour, startMs: $0.startMs)
        }
        tracks = content.tracks.map { track in
            Track(
                name: track.name, language: track.language, level: track.level,
                annotations: track.annotations.map {
                    Annotation(measure: $0.measure, text: $0.text, startMs: $0.startMs)
                })
        }
        intensities = content.intensities.map {
            Intensity(measure: $0.measure, value: $0.value, startMs: $0.startMs)
        }
    }
}
