import ConcertNotes

/// The positions of a concert in the order heard, with the time each lasts in its reference recording.
struct ReferenceWalk: Sendable, Hashable {
    struct Stop: Sendable, Hashable {
        let piece: String
        let measure: Int
        /// How long the measure lasts in the recording.
        let duration: Duration
    }

    let stops: [Stop]

    /// The walk through these pieces, in their order.
    init(_ pieces: [Piece]) {
        stops = pieces.flatMap { piece in
            let ends = piece.measures.dropFirst().map(\.start) + [piece.structure.end.time]
            return zip(piece.measures, ends).map { measure, end in
                Stop(
                    piece: piece.name.description, measure: measure.number,
                    duration: .milliseconds(max(0, end.milliseconds - measure.start.milliseconds)))
            }
        }
    }

    /// The stops from a position on; all of them when the position is not of this concert.
    func stops(from piece: String, measure: Int) -> ArraySlice<Stop> {
        stops[(stops.firstIndex { $0.piece == piece && $0.measure == measure } ?? 0)...]
    }
}
