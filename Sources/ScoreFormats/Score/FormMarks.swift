/// The repeats, endings and jumps of one measure (MusicXML 4.0: `barline`, `sound`).
///
/// Marks inside a measure apply to the whole measure: a backward repeat sign, a jump and Fine at its end; a forward repeat sign and a sign to which a
/// jump leads at its beginning.
public struct FormMarks: Sendable, Hashable {
    /// A backward repeat sign, which ends a repeat, at the end of the measure.
    public struct Backward: Sendable, Hashable {
        /// The number of times the section is played; `nil` if the file does not state the number.
        public var times: Int?
        /// Whether the section is repeated again after a D.C. or D.S. (`after-jump`).
        public var isRepeatedAfterJump = false

        public init(times: Int? = nil, isRepeatedAfterJump: Bool = false) {
            self.times = times
            self.isRepeatedAfterJump = isRepeatedAfterJump
        }
    }

    /// An ending (volta) that begins with the measure.
    public struct Ending: Sendable, Hashable {
        /// The passes in which the ending is played; empty if the file does not name them.
        public var passes: [Int]
        /// The number of measures of the ending; `nil` if the file does not state its end.
        public var length: Int?

        public init(passes: [Int], length: Int? = nil) {
            self.passes = passes
            self.length = length
        }
    }

    /// A jump, or the end of the piece, at the end of the measure.
    public struct Jump: Sendable, Hashable {
        /// The mark up to which the music is played after the jump.
        public enum Until: Sendable, Hashable { case fine, coda }

        /// The name of the sign to which the jump leads; "" if the file does not name it.
        public var target = ""
        /// The numbers, from 1, of the passes through the measure after which the jump is made (`time-only`); empty for the usual rule.
        public var times: [Int] = []
        /// The mark in the words "al Fine" or "al Coda"; `nil` without these words.
        public var until: Until?

        public init(target: String = "", times: [Int] = [], until: Until? = nil) {
            self.target = target
            self.times = times
            self.until = until
        }
    }

    /// Whether a forward repeat sign, which starts a repeat, is at the beginning of the measure.
    public var forward = false
    public var backward: Backward?
    public var ending: Ending?
    /// The names of the segno signs at the beginning of the measure; "" for a sign without a name.
    public var segnos: Set<String> = []
    /// The names of the coda signs at the beginning of the measure; "" for a sign without a name.
    public var codas: Set<String> = []
    public var daCapo: Jump?
    public var dalSegno: Jump?
    public var toCoda: Jump?
    public var fine: Jump?

    public init() {}
}
