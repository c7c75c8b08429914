import Web

/// What `getTimeline` answers: all that a player draws and skips by (spec R25).
struct TimelineView: Encodable, Sendable {
    /// The buffer as it is at this moment.
    let window: Window
    let airings: [PlacedAiringView]
    let segments: [PlacedSegmentView]
    let cuts: [CutView]

    /// Its start is no longer of it, its end is.
    struct Window: Encodable, Sendable {
        let start: Instant
        let end: Instant
    }

    /// How far the window moves at once: it and all of the answer stay the same in between, so that a client that asks again
    /// is told "not modified". Ten seconds are what a chunk of the buffer holds (spec E5).
    static let stepMs: Int64 = 10_000

    /// The window of a listener at an instant.
    static func window(at heard: Instant, bufferMs: Int64) -> Range<Instant> {
        let end = Instant(milliseconds: heard.milliseconds / stepMs * stepMs)
        return end.advanced(byMs: -bufferMs)..<end
    }

    init(_ channel: LineUpChannel, window: Range<Instant>, stretch: Range<Instant>, in scene: RadioScene) {
        func isSeen(_ start: Instant, _ end: Instant) -> Bool {
            start <= stretch.upperBound && end > stretch.lowerBound
        }
        let track = scene.track(channel.channel.id)
        self.window = Window(start: window.lowerBound, end: window.upperBound)
        airings = track.airings.filter { isSeen($0.startsAt, $0.endsAt) }.map { PlacedAiringView($0, in: scene) }
        segments = track.segments.filter { isSeen($0.startsAt, $0.endsAt) }.map(PlacedSegmentView.init)
        cuts = track.cuts.filter { isSeen($0.startsAt, $0.endsAt) && $0.startsAt < $0.endsAt }.map(CutView.init)
    }
}
