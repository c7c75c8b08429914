/// The state of an open event stream. Confined to the loop of its connection.
final class EventStream {
    /// The loop's streams of the same events; `nil` when the broadcaster was closed already.
    var channel: EventChannel?
    /// The index of the stream in its channel.
    var place = 0
    /// The number of the last event that the backlog included.
    let openedAt: UInt64
    /// The realm under which the stream is counted.
    let realm: String
    /// Whether events go out as chunks, or bare to a client of HTTP/1.0.
    let isChunked: Bool
    /// When the stream ends by itself.
    let endsAt: MonotonicTime
    /// When something was sent last.
    var lastSent: MonotonicTime
    /// The events of the backlog, so that an event published meanwhile is not sent twice.
    private let told: [(id: String, name: String)]
    /// The newest event of each name and topic while the socket was full, oldest first.
    private var waiting: [EventFrame] = []

    init(
        openedAt: UInt64, realm: String, isChunked: Bool, told: [EventFrame], endsAt: MonotonicTime,
        at now: MonotonicTime
    ) {
        self.openedAt = openedAt
        self.endsAt = endsAt
        self.realm = realm
        self.isChunked = isChunked
        self.told = told.compactMap { $0.id.isEmpty ? nil : (id: $0.id, name: $0.name) }
        lastSent = now
    }

    /// Whether the stream has yet to be told of the event.
    func wants(_ frame: EventFrame, _ sequence: UInt64) -> Bool {
        guard sequence > openedAt else { return false }
        return !told.contains { $0.id == frame.id && $0.name == frame.name }
    }

    /// Keeps an event until the socket takes more, in place of an older one of its name and topic: a phone that comes back
    /// wants to know where the music is, not where it was.
    ///
    /// - Returns: false when too many kinds wait already.
    func hold(_ frame: EventFrame, limit: Int) -> Bool {
        waiting.removeAll { $0.name == frame.name && $0.topic == frame.topic }
        guard waiting.count < limit else { return false }
        waiting.append(frame)
        return true
    }

    /// Hands over what waits.
    func takeWaiting() -> [EventFrame] {
        let frames = waiting
        waiting = []
        return frames
    }

    /// The bytes of the frame that this stream sends.
    func range(of frame: EventFrame) -> Range<Int> {
        isChunked ? 0..<frame.chunk.count : frame.payload
    }
}
