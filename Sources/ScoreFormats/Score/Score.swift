/// The timeline of a score: the written measures, the marks that determine their playing order, and the titles.
///
/// A score is read from MusicXML, compressed MusicXML or a measure map (`Score.read`). `unrolled()` gives the measures as heard (spec I12).
public struct Score: Sendable, Hashable {
    /// A person who contributed to the work, such as a composer.
    public struct Creator: Sendable, Hashable {
        /// The role in lower case, such as "composer" or "lyricist"; empty if the file names no role.
        public let role: String
        public let name: String
    }

    /// A part, such as an instrument.
    public struct Part: Sendable, Hashable {
        /// The identifier in the file, such as "P1".
        public let id: String
        public let name: String
    }

    /// A note for the editor about the file, such as a mark that was corrected or ignored.
    public struct Remark: Sendable, Hashable {
        /// The number of the written measure as printed; `nil` for the whole score.
        public let measure: String?
        /// The remark, as a sentence without the full stop.
        public let text: String
    }

    /// The source of the order in which the measures are played.
    enum Order: Sendable, Hashable {
        /// The repeats, endings and jumps in the marks of the measures.
        case marks
        /// For each measure, the positions, from 0, of its successors in the order of its passes, with -1 for the end (measure map, `next`).
        case successors([[Int]])
    }

    /// The title of the work, such as "Symphony No. 5"; `nil` if the file names none.
    public internal(set) var work: String?
    /// The number of the work, such as "Op. 67"; `nil` if the file names none.
    public internal(set) var workNumber: String?
    /// The title of the movement; `nil` if the file names none.
    public internal(set) var movement: String?
    /// The number of the movement as written in the file, such as "2"; `nil` if the file names none.
    public internal(set) var movementNumber: String?
    public internal(set) var creators: [Creator] = []
    public internal(set) var parts: [Part] = []
    /// The measures as written, in the order of the score; never empty.
    public internal(set) var measures: [WrittenMeasure] = []
    /// The notes for the editor, at most `ScoreLimits.remarks`; later notes are left out.
    public internal(set) var remarks: [Remark] = []
    var order = Order.marks

    /// The name of the composer; `nil` if the file names none.
    public var composer: String? { creators.first { $0.role == "composer" }?.name }
}
