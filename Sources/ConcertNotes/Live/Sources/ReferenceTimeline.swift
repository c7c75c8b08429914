/// The measures of a programme in one sequence, with their times in the reference recordings (spec N9). An *ordinal* is the number of a measure in
/// the whole programme, from 1. Times are milliseconds since the start of the programme as if the recordings followed each other.
public struct ReferenceTimeline: Sendable, Hashable {
    /// The first ordinal of each piece.
    private let firsts: [Int]
    private let starts: [Int64]
    private let end: Int64

    package init(_ program: LiveProgram) {
        var (firsts, starts): ([Int], [Int64]) = ([], [])
        var origin: Int64 = 0
        for piece in program.pieces {
            firsts.append(starts.count + 1)
            let first = Int64(piece.starts.first ?? 0)
            for measure in 0..<piece.measureCount {
                let last = starts.count >= firsts[firsts.count - 1] ? starts[starts.count - 1] : origin
                let time = piece.starts.indices.contains(measure) ? Int64(piece.starts[measure]) - first + origin : last
                starts.append(max(last, time))
            }
            origin = max(starts.last ?? origin, origin + Int64(piece.endMs) - first)
        }
        (self.firsts, self.starts, end) = (firsts, starts, origin)
    }

    /// Returns the ordinal of a position. The programme must have the piece of the position.
    package func ordinal(of position: ProgramPosition) -> Int { firsts[position.piece] + position.measure - 1 }

    /// Returns the position of an ordinal; `nil` outside the programme.
    package func position(of ordinal: Int) -> ProgramPosition? {
        guard starts.indices.contains(ordinal - 1), let piece = firsts.lastIndex(where: { $0 <= ordinal }) else {
            return nil
        }
        return ProgramPosition(piece: piece, measure: ordinal - firsts[piece] + 1)
    }

    /// Returns the start of the measure with this ordinal; the end of the programme for an unknown ordinal.
    package func time(of ordinal: Int) -> Int64 { starts.indices.contains(ordinal - 1) ? starts[ordinal - 1] : end }

    /// Returns the duration of the measure with this ordinal in the recording, in milliseconds.
    func duration(of ordinal: Int) -> Int64 { max(0, time(of: ordinal + 1) - time(of: ordinal)) }

    /// Returns the next ordinal in the same piece; `nil` at the end of the piece.
    func next(after ordinal: Int) -> Int? { ordinal < last(ofPieceOf: ordinal) ? ordinal + 1 : nil }

    /// Returns the last ordinal from `ordinal` to the end of its piece that has begun at this time; `ordinal` itself if none has. O(pieces + log
    /// measures).
    func ordinal(at time: Int64, inPieceOf ordinal: Int) -> Int {
        var (low, high) = (ordinal, last(ofPieceOf: ordinal))
        while low < high {
            let middle = (low + high + 1) / 2
            if starts[middle - 1] <= time { low = middle } else { high = middle - 1 }
        }
        return low
    }

    private func last(ofPieceOf ordinal: Int) -> Int {
        let next = firsts.first { $0 > ordinal } ?? starts.count + 1
        return next - 1
    }
}
