/// A measure as heard, with the written measure that is played (spec I12).
public struct HeardMeasure: Sendable, Hashable {
    /// The position among the heard measures, from 1.
    public let count: Int
    /// The index of the written measure in `Score.measures`.
    public let written: Int
    /// The number of the written measure as printed.
    public let number: String
    /// The number of times that the written measure has been heard, including this time.
    public let pass: Int
    /// The beginning in quarter notes from the beginning of the piece.
    public let start: Double
    /// The beginning in seconds by the tempo of the score; `nil` if the score has no tempo.
    public let seconds: Double?
}
