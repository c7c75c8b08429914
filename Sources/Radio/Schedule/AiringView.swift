import Web

/// A broadcast in responses for programmers.
struct AiringView: Encodable, Sendable {
    let id: String
    let channel: String
    let show: String
    let episode: String?
    let scheduleRule: String?
    /// The day for which the rule gives the broadcast; `nil` for a broadcast without a rule.
    let slotDate: String?
    let plannedStart: Instant
    let plannedEnd: Instant
    let actualStart: Instant?
    let actualEnd: Instant?
    /// The actual start, or else the planned start. `endsAt` is computed in the same way.
    let startsAt: Instant
    let endsAt: Instant
    let isShifted: Bool
    let isCancelled: Bool
    let isLive: Bool
    let isRepeat: Bool
    let title: String
    let description: String
    let source: String?
    let revision: Int32
    /// The segments in the response for a single broadcast; `nil` in other responses.
    let segments: [SegmentView]?

    init(_ airing: ScheduledAiring, segments: [Segment]? = nil) {
        let value = airing.value
        id = airing.id.description
        channel = value.channel.description
        show = value.show.description
        episode = value.episode?.description
        scheduleRule = airing.slot?.rule.description
        slotDate = airing.slot?.date.description
        plannedStart = value.plannedStart
        plannedEnd = value.plannedEnd
        actualStart = value.actualStart
        actualEnd = value.actualEnd
        startsAt = value.startsAt
        endsAt = value.endsAt
        isShifted = airing.isShifted
        isCancelled = value.isCancelled
        isLive = value.isLive
        isRepeat = value.isRepeat
        title = value.title
        description = value.description
        source = airing.source
        revision = value.revision
        self.segments = segments?.map(SegmentView.init)
    }
}

/// The JSON of a segment for programmers.
struct SegmentView: Encodable, Sendable {
    let id: String
    let offsetMs: Int64
    let durationMs: Int64
    let kind: String
    let title: String
    let isSkippable: Bool

    init(_ segment: Segment) {
        id = segment.id.description
        offsetMs = segment.offsetMs
        durationMs = segment.durationMs
        kind = segment.kind
        title = segment.title
        isSkippable = segment.isSkippable
    }
}

/// The response of `replaceSegments`.
struct SegmentListView: Encodable, Sendable {
    let segments: [SegmentView]
}
