import HTTP
import Web

/// The endless stream of a channel for one listener. The first three seconds are sent at once, the rest at the speed of the clock.
///
/// A stream that is more than ten seconds late, because a player was paused, continues at the current time. The stream ends when the server stops.
actor DemoChannelSource: ContentSource {
    private let broadcast: DemoBroadcast
    private let channel: String
    /// The permit of the listener, which is free again when the source is released.
    private let permit: Permits.Permit
    private let now: @Sendable () -> Instant
    private var frame: Int64?

    /// The number of frames by which the stream is ahead of the clock: three seconds.
    static let lead: Int64 = 125
    /// The smallest number of frames to send at once: about half a second.
    static let block: Int64 = 21
    /// The number of frames by which the stream may be late: about ten seconds.
    static let patience: Int64 = 417

    init(
        _ broadcast: DemoBroadcast, _ channel: String, permit: Permits.Permit,
        now: @escaping @Sendable () -> Instant = { .now }
    ) {
        self.broadcast = broadcast
        self.channel = channel
        self.permit = permit
        self.now = now
    }

    func next() async throws -> [UInt8]? {
        while !broadcast.isClosed {
            let live = now().milliseconds / DemoSound.msPerFrame
            var first = frame ?? live
            // The listener has paused, or the clock of the machine was set.
            if first < live - Self.patience || first > live + Self.lead + Self.patience { first = live }
            frame = first
            let missing = Self.block - (live + Self.lead - first)
            guard missing > 0 else {
                let end = min(live + Self.lead, first + Self.lead)
                frame = end
                return broadcast.bytes(of: first..<end, on: channel)
            }
            try await Task.sleep(for: .milliseconds(min(missing, Self.block) * DemoSound.msPerFrame))
        }
        return nil
    }

    nonisolated func end() {}
}
