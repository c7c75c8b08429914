/// The durations of written measures in seconds, by the tempo marks of the score.
///
/// The tempo of a measure is the last tempo written at or before it, even when the measure is repeated; before the first tempo mark, the first tempo
/// applies.
struct TempoMap {
    /// The duration of each measure in seconds; `nil` if the score has no tempo.
    let durations: [Double]?

    /// Computes the durations. O(n).
    init(_ measures: [WrittenMeasure]) {
        guard var tempo = measures.lazy.compactMap(\.tempos.first).first?.quartersPerMinute else {
            durations = nil
            return
        }
        durations = measures.map { measure in
            var position = 0.0
            var seconds = 0.0
            for change in measure.tempos {
                let place = min(max(change.offset, position), measure.length)
                seconds += (place - position) * 60 / tempo
                position = place
                tempo = change.quartersPerMinute
            }
            return seconds + (measure.length - position) * 60 / tempo
        }
    }
}
