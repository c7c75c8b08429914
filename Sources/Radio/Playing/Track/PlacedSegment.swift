import Web

/// A segment with its time of day, by which listeners skip (spec R21).
struct PlacedSegment: Sendable, Hashable {
    let segment: Segment
    let startsAt: Instant
    let durationMs: Int64

    var endsAt: Instant { startsAt.advanced(byMs: durationMs) }

    /// The segments of one airing in order. A segment of 0 s is merged into the next one, which then begins at the first
    /// merged segment (spec R21); one without a next segment is omitted. Segments are cut off at the end of the airing.
    static func all(_ segments: [Segment], of airing: Airing) -> [PlacedSegment] {
        var placed: [PlacedSegment] = []
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
            placed.append(
                PlacedSegment(segment: segment, startsAt: start, durationMs: end.milliseconds - start.milliseconds))
        }
        return placed
    }
}
