/// One measure as heard in the reference recording (spec I12).
public struct Measure: Sendable, Hashable {
    /// The number of the measure in the order heard, from 1.
    public let number: Int
    public let start: RecordingTime
    /// The number printed in the score, which is not always numeric, as for a pickup or for "12a".
    public let printed: String
    /// The number of the pass through the printed measure, from 1.
    public let pass: Int

    public init(number: Int, start: RecordingTime, printed: String, pass: Int) {
        self.number = number
        self.start = start
        self.printed = printed
        self.pass = pass
    }
}
