import Web

/// A reading of a score follower: where the follower hears the music (spec N34, D5), given as either `measure` or `recordingMs`. The JSON of
/// `setFollowerReading`.
public struct FollowerReading: Sendable, Hashable, Decodable {
    /// The name of the piece, in any spelling with the same normal form (spec I1); `nil` for the piece on the air.
    var piece: String?
    /// The measure as heard, from 1. A fraction is a part of the measure.
    var measure: Double?
    /// The beat within `measure`, from 1. It is checked, but has no effect on the position, which is a whole measure.
    var beat: Double?
    /// The time in the reference recording, in milliseconds.
    var recordingMs: Int?
    /// How sure the follower is of the reading, from 0 to 1.
    let confidence: Double

    /// Returns the position of the reading in a programme; `current` is the position on the air. A time outside the recording gives the first or last
    /// measure of the piece. Throws `APIError` 422 for an invalid or unknown value, or unless the reading has exactly one of `measure` and
    /// `recordingMs`; 409 for a time in a piece without reference times.
    func position(in program: LiveProgram, at current: ProgramPosition) throws(APIError) -> ProgramPosition {
        guard (0...1).contains(confidence) else {
            throw .invalid("/confidence", "must be a number from 0 to 1, found \(confidence)")
        }
        if let beat {
            guard measure != nil else {
                throw .invalid("/beat", "is allowed only together with measure: send measure too, or omit beat")
            }
            guard (1..<100).contains(beat) else {
                throw .invalid("/beat", "must be a number from 1 to less than 100, found \(beat)")
            }
        }
        var index = current.piece
        if let piece {
            index = try LiveTarget(piece: piece).programPosition(from: current, in: program).piece
        }
        switch (measure, recordingMs) {
        case (let measure?, nil):
            let range = 1...program.pieces[index].measureCount
            guard measure >= 1, measure < Double(range.upperBound + 1) else {
                throw .field(
                    "/measure", code: .measureOutOfRange,
                    "\(program.pieces[index].name) has no measure \(measure); "
                        + "its measures are \(range.lowerBound) to \(range.upperBound), counted as heard")
            }
            return ProgramPosition(piece: index, measure: Int(measure))
        case (nil, let time?):
            guard let measure = program.pieces[index].measure(atRecordingTime: time) else { throw .noRecordingTimes }
            return ProgramPosition(piece: index, measure: measure)
        default:
            throw .invalid(
                "",
                "must contain exactly one of measure and recordingMs, found \(measure == nil ? "neither" : "both")")
        }
    }
}

extension FollowerReading {
    /// Creates the reading of a measure in a piece of the programme.
    package init(piece: String, measure: Int, confidence: Double) {
        self.init(piece: piece, measure: Double(measure), recordingMs: nil, confidence: confidence)
    }
}

extension LiveProgram.Piece {
    /// Whether the piece has the times of a reference recording: a start for each measure, and an end after the first start.
    var hasTimes: Bool { starts.count == measureCount && endMs > starts.first ?? 0 }

    /// Returns the measure at a time of the recording in milliseconds; the first or last measure for a time before or after the piece; `nil` for a
    /// piece without times. O(log measures).
    func measure(atRecordingTime time: Int) -> Int? {
        guard hasTimes else { return nil }
        var (low, high) = (0, starts.count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if starts[middle] <= time { low = middle } else { high = middle - 1 }
        }
        return low + 1
    }
}
