import Web

/// The result of a stream of readings: the JSON of `sendFollowerReadings`.
public struct FollowerReport: Sendable, Hashable, Encodable {
    /// The reason for the end of the stream.
    public enum End: String, Sendable, Hashable, Encodable, CaseIterable {
        /// The client has sent all readings.
        case complete
        /// The stream has reached its longest duration. The client sends its further readings in another request.
        case expired
        /// The content ended early: the client disconnected, paused too long, sent too slowly, or sent malformed or too much content.
        case disconnected
        /// The server is shutting down. The client sends its further readings in another request.
        case stopping
    }

    /// The readings that were ignored for one reason.
    public struct Ignored: Sendable, Hashable, Encodable {
        /// A code of docs/errors.md, `line-too-long`, `unavailable`, or the state of the follower.
        public let reason: String
        public fileprivate(set) var count: Int
        /// The number of the first line that was ignored for this reason, from 1.
        public let firstLine: Int
        /// A sentence about this line, at most 500 characters.
        public let detail: String
    }

    public internal(set) var end = End.complete
    /// The number of lines that are not blank, including lines without a usable reading.
    public private(set) var readings = 0
    /// The number of readings after which the follower led.
    public private(set) var accepted = 0
    /// The readings that were not accepted, by reason, in the order of their first lines.
    public private(set) var ignored: [Ignored] = []
    /// The number of times that the follower has lost the lead during the stream.
    public private(set) var losses = 0
    /// The state of the sources after the last reading that the arbiter has taken; `nil` if it has taken none.
    public private(set) var sources: LiveSources?

    init() {}

    /// Records a reading that the arbiter has taken: as accepted if the follower then leads, otherwise as ignored. Counts a loss of the lead.
    mutating func record(_ line: Int, _ after: LiveSources) {
        readings += 1
        let state = after.follower.state
        if state == .lost, let before = sources?.follower.state, before == .leading || before == .unsure { losses += 1 }
        sources = after
        switch state {
        case .leading: accepted += 1
        case .listening:
            ignore(
                line, "listening", "no operator has allowed the follower to lead: see PUT /api/v1/live/sources/leader")
        case .waiting:
            ignore(
                line, "waiting",
                "the follower's confidence near the position must be at least \(LiveArbiter.Limit.sure) for "
                    + "\(LiveArbiter.Limit.probation) ms or longer")
        case .unsure:
            ignore(
                line, "unsure",
                "the confidence is less than \(LiveArbiter.Limit.usable), or the measure is more than "
                    + "\(-LiveArbiter.Limit.reach.lowerBound) measures before or "
                    + "\(LiveArbiter.Limit.reach.upperBound) measures after the position")
        case .lost:
            ignore(
                line, "lost",
                "the follower has lost its place in the music: it leads again after its readings have been sure for long enough"
            )
        case .absent, .silent:
            ignore(
                line, state.rawValue,
                "it took more than \(LiveArbiter.Limit.silence) ms to record the reading: send the next reading")
        }
    }

    /// Records a line without a usable reading as ignored.
    mutating func refused(_ line: Int, _ reason: String, _ detail: String) {
        readings += 1
        ignore(line, reason, detail)
    }

    private mutating func ignore(_ line: Int, _ reason: String, _ detail: String) {
        if let index = ignored.firstIndex(where: { $0.reason == reason }) {
            ignored[index].count += 1
        } else {
            ignored.append(Ignored(reason: reason, count: 1, firstLine: line, detail: String(detail.prefix(500))))
        }
    }
}
