import Web

/// A cut with the times at which it started and ended.
package struct PlayedCut: Sendable, Hashable {
    package let cut: Cut
    let startsAt: Instant
    let endsAt: Instant

    /// The maximum duration of a cut of unknown duration, in milliseconds. A title that stays on after the song is worse than one that ends early
    /// (spec R16).
    static let longestUnmeasuredMs: Int64 = 600_000

    /// Returns the cuts of one channel with their end times, by start. Cuts that have no start are left out.
    ///
    /// A cut ends after its duration, and at the latest at the next cut. If its duration is unknown, it ends at the next start or end of a broadcast,
    /// and at the latest after ten minutes (decision 0027).
    ///
    /// - Parameters:
    ///   - airings: The airings by start.
    ///   - next: The start of the cut after the last one; `nil` if unknown.
    static func all(_ cuts: [Cut], airings: [Airing], next: Instant? = nil) -> [PlayedCut] {
        let timed = cuts.compactMap { cut in cut.startsAt.map { (cut: cut, startsAt: $0) } }
            .sorted { ($0.startsAt, $0.cut.id.rawValue) < ($1.startsAt, $1.cut.id.rawValue) }
        let boundaries = airings.flatMap { [$0.startsAt, $0.endsAt] }.sorted()
        var boundary = 0
        return timed.enumerated().map { index, play in
            while boundary < boundaries.count, boundaries[boundary] <= play.startsAt { boundary += 1 }
            var end: Instant
            if let duration = play.cut.durationMs {
                end = play.startsAt.advanced(byMs: duration)
            } else {
                end = play.startsAt.advanced(byMs: longestUnmeasuredMs)
                if boundary < boundaries.count { end = min(end, boundaries[boundary]) }
            }
            if let next = index + 1 < timed.count ? timed[index + 1].startsAt : next { end = min(end, next) }
            return PlayedCut(cut: play.cut, startsAt: play.startsAt, endsAt: end)
        }
    }
}

extension Instant {
    /// Returns the instant that is `milliseconds` later.
    package func advanced(byMs milliseconds: Int64) -> Instant {
        Instant(milliseconds: self.milliseconds + milliseconds)
    }
}
