import Web

/// A cut with its place in the clock: when it was heard, from its first instant to the one at which it is over.
struct PlayedCut: Sendable, Hashable {
    let cut: Cut
    let startsAt: Instant
    /// Not of it any more.
    let endsAt: Instant

    /// How long a cut may go on of which nobody has written down how long it is. Few songs are longer, and a title that
    /// lingers through the talk after it is worse than one that goes early (spec R16).
    static let longestUnmeasuredMs: Int64 = 600_000

    /// The cuts of one channel, each ended by whatever comes first: its own duration; the next cut; and where it has no
    /// duration, the next beginning or end of a broadcast, or ten minutes (decision 0027).
    ///
    /// - Parameters:
    ///   - cuts: in any order; those without an instant never play "now" and are left out.
    ///   - airings: in the order of their starts.
    ///   - next: when the cut after the last of them begins, where that is known.
    static func all(_ cuts: [Cut], airings: [Airing], next: Instant? = nil) -> [PlayedCut] {
        let placed = cuts.compactMap { cut in cut.startsAt.map { (cut: cut, startsAt: $0) } }
            .sorted { ($0.startsAt, $0.cut.id.rawValue) < ($1.startsAt, $1.cut.id.rawValue) }
        let boundaries = airings.flatMap { [$0.startsAt, $0.endsAt] }.sorted()
        var boundary = 0
        return placed.enumerated().map { index, play in
            while boundary < boundaries.count, boundaries[boundary] <= play.startsAt { boundary += 1 }
            var end: Instant
            if let duration = play.cut.durationMs {
                end = play.startsAt.advanced(byMs: duration)
            } else {
                end = play.startsAt.advanced(byMs: longestUnmeasuredMs)
                if boundary < boundaries.count { end = min(end, boundaries[boundary]) }
            }
            if let next = index + 1 < placed.count ? placed[index + 1].startsAt : next { end = min(end, next) }
            return PlayedCut(cut: play.cut, startsAt: play.startsAt, endsAt: end)
        }
    }
}

extension Instant {
    /// So many milliseconds later.
    func advanced(byMs milliseconds: Int64) -> Instant { Instant(milliseconds: self.milliseconds + milliseconds) }
}
