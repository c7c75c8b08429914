import Postgres

/// The tempo of a person's last presses of Next, each at the beginning of a measure (spec T3).
enum TappedTempo {
    /// A change of the live position: the piece, the measure that begins, the time in milliseconds, and whether a person made the change.
    struct Tap: Sendable, Hashable, RowDecodable {
        let piece: String
        let measure: Int
        let at: Int64
        let isByPerson: Bool

        init(piece: String, measure: Int, at: Int64, isByPerson: Bool = true) {
            (self.piece, self.measure, self.at, self.isByPerson) = (piece, measure, at, isByPerson)
        }

        init(row: Row) throws(PostgresError) {
            let source: LiveSource = try row.value("source")
            self.init(
                piece: try row("piece"), measure: try row("measure"), at: try row("at_ms"),
                isByPerson: !source.isAutomatic)
        }
    }

    /// The largest number of presses that count.
    static let memory = 9
    /// The pause between two presses, in milliseconds, from which on the earlier press no longer counts.
    static let pause: Int64 = 15_000
    /// The age of the newest press, in milliseconds, from which on the presses give no tempo.
    static let freshness: Int64 = 5_000

    /// Returns the tempo relative to the reference recording, from the last changes of the concert, newest first. Returns `nil` unless the newest
    /// changes are at least three presses at successive measures of this piece, if the newest press is `freshness` old or older, if the piece has no
    /// reference times, or for a tempo outside `AutoAdvance.tempos`.
    static func tempo(of newestFirst: [Tap], in piece: LiveProgram.Piece, at now: Int64) -> Double? {
        guard piece.hasTimes, let last = newestFirst.first, last.isByPerson, last.piece == piece.name,
            now - last.at < freshness
        else { return nil }
        var first = last
        var count = 1
        for tap in newestFirst.dropFirst().prefix(memory - 1) {
            guard tap.isByPerson, tap.piece == piece.name, tap.measure == first.measure - 1, first.at - tap.at < pause
            else { break }
            (first, count) = (tap, count + 1)
        }
        guard count >= 3, last.at > first.at, piece.starts.indices.contains(last.measure - 1) else { return nil }
        let recorded = piece.starts[last.measure - 1] - piece.starts[first.measure - 1]
        let tempo = Double(recorded) / Double(last.at - first.at)
        return AutoAdvance.tempos.contains(tempo) ? tempo : nil
    }
}
