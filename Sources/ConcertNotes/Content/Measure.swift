/// One measure as heard in the reference recording (spec I12).
public struct Measure: Sendable, Hashable {
    /// 1, 2, 3 … in the order heard.
    public let number: Int
    public let start: RecordingTime
    /// The number printed in the score: a token, not always a number (a pickup, "12a").
    public let printed: String
    /// Which time the printed measure is heard, from 1.
    public let pass: Int

    public init(number: Int, start: RecordingTime, printed: String, pass: Int) {
        self.number = number
        self.start = start
        self.printed = printed
        self.pass = pass
    }
}
