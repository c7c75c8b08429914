/// The content of a piece as one document, for drafts and revisions. Tracks, annotations and sections have identifiers that are unique within the
/// piece and never reused.
///
/// The `startMs` of an annotation, section, key or intensity is `nil` if the entry begins at the start of its measure. Entries of old programmes may
/// begin at another time: `startMs` then has this time in milliseconds, until the entry moves to another measure or the table of measures changes.
public struct PieceContent: Codable, Sendable, Hashable {
    /// The number of the next identifier within the piece, from 1.
    public var nextId: Int
    /// A description of the reference recording that the times belong to; may be empty.
    public var recording: String
    /// The measures in the order heard, with repeats written out.
    public var measures: [MeasureContent]
    public var tracks: [TrackContent]
    public var sections: [SectionContent]
    /// The end of the piece; `nil` only in an unfinished draft.
    public var end: EndContent?
    public var keys: [KeyContent]
    public var intensities: [IntensityContent]

    /// A measure of the reference recording, in the order heard.
    public struct MeasureContent: Codable, Sendable, Hashable {
        public var startMs: Int32
        public var printed: String
        /// The number of the pass through the printed measure, from 1.
        public var pass: Int

        public init(startMs: Int32, printed: String, pass: Int) {
            self.startMs = startMs
            self.printed = printed
            self.pass = pass
        }
    }

    /// An annotation track with its annotations in the order of their measures.
    public struct TrackContent: Codable, Sendable, Hashable {
        public var id: String
        public var name: String
        public var language: String?
        public var level: AnnotationTrack.Level?
        public var annotations: [AnnotationContent]

        public init(
            id: String, name: String, language: String? = nil, level: AnnotationTrack.Level? = nil,
            annotations: [AnnotationContent] = []
        ) {
            self.id = id
            self.name = name
            self.language = language
            self.level = level
            self.annotations = annotations
        }
    }

    /// An annotation, shown from its measure on.
    public struct AnnotationContent: Codable, Sendable, Hashable {
        public var id: String
        public var measure: Int
        public var text: String
        public var startMs: Int32?

        public init(id: String, measure: Int, text: String, startMs: Int32? = nil) {
            self.id = id
            self.measure = measure
            self.text = text
            self.startMs = startMs
        }
    }

    /// A section of the structure, from its measure to the next section.
    public struct SectionContent: Codable, Sendable, Hashable {
        public var id: String
        public var measure: Int
        public var label: String
        /// A colour in a form that `Colour` reads.
        public var colour: String
        public var startMs: Int32?

        public init(id: String, measure: Int, label: String, colour: String, startMs: Int32? = nil) {
            self.id = id
            self.measure = measure
            self.label = label
            self.colour = colour
            self.startMs = startMs
        }
    }

    /// The measure and the time in the reference recording at which the piece ends.
    public struct EndContent: Codable, Sendable, Hashable {
        public var measure: Int
        public var startMs: Int32

        public init(measure: Int, startMs: Int32) {
            self.measure = measure
            self.startMs = startMs
        }
    }

    /// A key signature, from its measure on.
    public struct KeyContent: Codable, Sendable, Hashable {
        public var measure: Int
        public var fifths: Int
        /// The name; empty for the default name.
        public var name: String
        public var startMs: Int32?

        public init(measure: Int, fifths: Int, name: String = "", startMs: Int32? = nil) {
            self.measure = measure
            self.fifths = fifths
            self.name = name
            self.startMs = startMs
        }
    }

    /// The loudness of one measure, for the waveform.
    public struct IntensityContent: Codable, Sendable, Hashable {
        public var measure: Int
        /// The loudness from 0 to 1.
        public var value: Float
        public var startMs: Int32?

        public init(measure: Int, value: Float, startMs: Int32? = nil) {
            self.measure = measure
            self.value = value
            self.startMs = startMs
        }
    }

    /// Creates the empty content of a new piece.
    public init() {
        nextId = 1
        recording = ""
        measures = []
        tracks = []
        sections = []
        keys = []
        intensities = []
    }

    /// Returns an identifier that was never used before in the piece.
    public mutating func makeID() -> String {
        defer { nextId += 1 }
        return String(nextId)
    }

    /// Returns the start of a measure in milliseconds, or `nil` for a measure that the table does not have.
    public func start(ofMeasure measure: Int) -> Int32? {
        measures.indices.contains(measure - 1) ? measures[measure - 1].startMs : nil
    }

    /// The file names of the pictures in the texts, in the order of their first appearance.
    public var pictures: [String] {
        var seen: Set<String> = []
        return tracks.flatMap(\.annotations).flatMap { PictureReference.all(in: $0.text) }.map(\.file)
            .filter { seen.insert($0).inserted }
    }
}
