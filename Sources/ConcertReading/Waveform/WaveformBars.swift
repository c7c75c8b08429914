import ConcertNotes

/// The bars of a waveform: one for each measure with an intensity, as wide as the measure is long (spec N32, T10).
struct WaveformBars: Sendable {
    /// A bar: `start` and `end` are shares of the piece's duration, and `value` is the intensity, each from 0 to 1.
    struct Bar: Sendable {
        let start: Double
        let end: Double
        let value: Double
    }

    let bars: [Bar]

    init(_ read: ReadPiece) {
        let duration = Double(max(1, read.durationMs))
        func share(_ milliseconds: Int32) -> Double { min(1, max(0, Double(milliseconds - read.startMs) / duration)) }
        bars = read.piece.intensities.map { intensity in
            // A bar ends with its measure, so that measures without an intensity leave a gap.
            let end = read.measure(intensity.measure + 1)?.start.milliseconds ?? read.endMs
            return Bar(
                start: share(intensity.start.milliseconds), end: share(end),
                value: min(1, max(0, Double(intensity.value))))
        }
    }
}
