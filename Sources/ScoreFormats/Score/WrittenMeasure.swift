/// A measure as written, listed once regardless of how often it is played.
public struct WrittenMeasure: Sendable, Hashable {
    /// A change of tempo within a measure.
    public struct Tempo: Sendable, Hashable {
        /// The position in the measure, in quarter notes.
        public let offset: Double
        public let quartersPerMinute: Double
    }

    /// The number as printed. A text, because numbers may be missing (""), repeated, or contain letters ("X1", "12a").
    public internal(set) var number: String
    /// Whether the measure is not counted, such as a pickup or the second part of a measure split by a repeat sign.
    public internal(set) var isImplicit = false
    /// The line in the file, from 1.
    public internal(set) var line: Int
    /// The length in quarter notes, greater than 0.
    public internal(set) var length = 0.0
    /// The time signature in force; `nil` if the music has none.
    public internal(set) var time: TimeSignature?
    /// The key signature in force, at concert pitch; `nil` if unknown.
    public internal(set) var key: KeySignature?
    /// The rehearsal marks at the beginning of the measure or within it, such as "A".
    public internal(set) var rehearsalMarks: [String] = []
    /// The words above the measure in the first part, such as "Allegro con brio".
    public internal(set) var words: [String] = []
    public internal(set) var tempos: [Tempo] = []
    /// The number of measures of the printed multi-measure rest that begins here; `nil` for none.
    public internal(set) var multipleRest: Int?
    /// The marks that determine the order in which the measures are played.
    public internal(set) var marks = FormMarks()
}

/// A time signature as printed.
public struct TimeSignature: Sendable, Hashable {
    /// The text, such as "3/4", "3+2/8" or "2/4+3/8".
    public let text: String
    /// The length of a full measure in quarter notes; `nil` if the text does not determine it.
    public let length: Double?
}

/// A key signature at concert pitch (spec N33).
public struct KeySignature: Sendable, Hashable {
    /// The number of sharps, or of flats if negative; from -7 to 7.
    public let fifths: Int
    /// The mode as written in the file, such as "major" or "minor"; `nil` if the file names none.
    public let mode: String?
}
