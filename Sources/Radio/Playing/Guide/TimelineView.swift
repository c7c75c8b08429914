import Web

/// The response of `getTimeline`: the data with which a player draws the timeline and skips along it (spec R25).
struct TimelineView: Encodable, Sendable {
    /// The period that the buffer covers at the requested time.
    let window: Window
    let airings: [PlayingAiringView]
    let segments: [TimedSegmentView]
    let cuts: [CutView]

    /// A period. An item that starts exactly at `end` belongs to it; an item that ends exactly at `start` does not.
    struct Window: Encodable, Sendable {
        let start: Instant
        let end: Instant
    }

    /// The step in which the window moves, in milliseconds: the length of a buffer chunk (spec E5). Within a step, repeated requests get 304.
    static let stepMs: Int64 = 10_000

    /// Returns the window of a listener who hears the audio of the instant `studioTime`.
    static func window(at studioTime: Instant, bufferMs: Int64) -> Range<Instant> {
        let end = Instant(milliseconds: studioTime.milliseconds / stepMs * stepMs)
        return end.advanced(byMs: -bufferMs)..<end
    }

    init(_ channel: LineUpChannel, window: Range<Instant>, period: Range<Instant>, in snapshot: RadioSnapshot) {
        func isSeen(_ start: Instant, _ end: Instant) -> Bool {
            start <= period.upperBound && end > period.lowerBound
        }
        let track = snapshot.track(channel.channel.id)
        self.window = Window(start: window.lowerBound, end: window.upperBound)
        airings = track.airings.filter { isSeen($0.startsAt, $0.endsAt) }.map { PlayingAiringView($0, in: snapshot) }
        segments = track.segments.filter { isSeen($0.startsAt, $0.endsAt) }.map(TimedSegmentView.init)
        cuts = track.cuts.filter { isSeen($0.startsAt, $0.endsAt) && $0.startsAt < $0.endsAt }.map(CutView.init)
    }
}
