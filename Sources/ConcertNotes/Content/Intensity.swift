/// The loudness of a measure, for the waveform (spec N32).
public struct Intensity: Sendable, Hashable {
    public let measure: Int
    public let start: RecordingTime
    /// The loudness from 0 to 1; a larger number is louder.
    public let value: Float

    public init(measure: Int, start: RecordingTime, value: Float) {
        self.measure = measure
        self.start = start
        self.value = value
    }
}
