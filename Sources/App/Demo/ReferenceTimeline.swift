import ConcertNotes

/// The measures of a concert in playing order, each with its duration in the reference recording.
struct ReferenceTimeline: Sendable, Hashable {
    /// A measure of a piece, with its duration in the reference recording.
    struct Stop: Sendable, Hashable {
        let piece: String
        let measure: Int
        let duration: Duration
    }

    let stops: [Stop]

    /// Creates the timeline of a concert from its pieces, in the given order.
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

    /// Returns the stops from a position on; all stops if the concert does not contain the position.
    func stops(from piece: String, measure: Int) -> ArraySlice<Stop> {
        stops[(stops.firstIndex { $0.piece == piece && $0.measure == measure } ?? 0)...]
    }
}
