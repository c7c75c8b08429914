import Web

/// A segment with its absolute times, for skipping (spec R21).
struct TimedSegment: Sendable, Hashable {
    let segment: Segment
    let startsAt: Instant
    let durationMs: Int64

    var endsAt: Instant { startsAt.advanced(byMs: durationMs) }

    /// Returns the segments of one airing in order. A segment that would last beyond the end of the airing is shortened, and one that starts at or
    /// after the end is omitted. A segment of 0 s is merged into the next one, which then starts earlier (spec R21).
    static func all(_ segments: [Segment], of airing: Airing) -> [TimedSegment] {
        var timed: [TimedSegment] = []
        var merged: Int64?
        for segment in segments.sorted(by: { ($0.offsetMs, $0.id.rawValue) < ($1.offsetMs, $1.id.rawValue) }) {
            guard segment.durationMs > 0 else {
                merged = merged ?? segment.offsetMs
                continue
            }
            let start = airing.startsAt.advanced(byMs: merged ?? segment.offsetMs)
            let end = min(airing.startsAt.advanced(byMs: segment.offsetMs + segment.durationMs), airing.endsAt)
            merged = nil
            guard start < end else { continue }
            timed.append(
                TimedSegment(segment: segment, startsAt: start, durationMs: end.milliseconds - start.milliseconds))
        }
        return timed
    }
}
