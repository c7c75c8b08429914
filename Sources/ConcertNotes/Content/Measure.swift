/// One measure as heard in the reference recording (spec I12).
public struct Measure: Sendable, Hashable {
    /// The number of the measure in the order heard, from 1.
    public let number: Int
    public let start: RecordingTime
    /// The number printed in the score. It is not always numeric: a pickup, or "12a".
    public let printed: String
    /// The time through of the printed measure, from 1.
    public let pass: Int

    public init(number: Int, start: RecordingTime, printed: String, pass: Int) {
        self.number = number
        self.start = start
        self.printed = printed
        self.pass = pass
    }
}
