/// The content of one measure in one part.
struct PartMeasure {
    /// A segno or coda sign in the measure. Its meaning depends on its position or on the other signs of the score.
    struct Sign: Hashable {
        let name: String
        /// Whether the sign is at the end of the measure, after all notes.
        var isAtEnd = false
    }

    let number: String
    let isImplicit: Bool
    let line: Int
    /// The length in quarter notes; 0 for a measure without durations.
    var length = 0.0
    var time: TimeSignature?
    /// Whether the measure has a time signature, including "senza misura".
    var hasTime = false
    /// The key at concert pitch; `nil` if the measure has no key signature.
    var key: KeySignature?
    var rehearsalMarks: [String] = []
    var words: [String] = []
    var tempos: [WrittenMeasure.Tempo] = []
    var multipleRest: Int?
    var marks = FormMarks()
    /// Whether an ending stops at the end of the measure.
    var endsEnding = false
    /// Whether an ending stops at the beginning of the measure.
    var endsEndingBefore = false
    /// A backward repeat sign at the beginning of the measure; `nil` for none.
    var backwardBefore: FormMarks.Backward?
    /// Whether a forward repeat sign at the end of the measure opens a section, which begins with the next measure.
    var forwardAfter = false
    var segnos: [Sign] = []
    var codas: [Sign] = []
    /// Coda signs without an indication of whether the music leaves or arrives there.
    var openCodas: [Sign] = []
    /// Corrections to report to the editor.
    var remarks: [String] = []
}
