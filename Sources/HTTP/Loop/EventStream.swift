/// The state of an open event stream, confined to the loop of its connection.
final class EventStream {
    /// The loop's channel of the broadcaster; `nil` if the broadcaster was already closed.
    var channel: EventChannel?
    /// The index of the stream in its channel.
    var place = 0
    /// The number of the last event that the stream has received, at first the last event that the backlog included.
    private var position: UInt64
    /// The realm under which the stream is counted.
    let realm: String
    /// Whether events are sent as chunks; HTTP/1.0 clients receive them without chunks.
    let isChunked: Bool
    /// The time at which the server ends the stream; `never` for no limit.
    let endsAt: MonotonicTime
    /// The time of the last send, after which `Limits.heartbeat` seconds without an event lead to a comment.
    var lastSent: MonotonicTime
    /// The IDs and names of the backlog's events that have an ID, so that an event published while the stream opened is not sent twice.
    private let delivered: [(id: String, name: String)]
    /// The waiting events, oldest first: the newest event of each name and topic.
    private var waiting: [EventFrame] = []

    init(
        openedAt: UInt64, realm: String, isChunked: Bool, delivered: [EventFrame], endsAt: MonotonicTime,
        at now: MonotonicTime
    ) {
        position = openedAt
        self.endsAt = endsAt
        self.realm = realm
        self.isChunked = isChunked
        self.delivered = delivered.compactMap { $0.id.isEmpty ? nil : (id: $0.id, name: $0.name) }
        lastSent = now
    }

    /// Returns whether the event must be sent to this stream, and counts the event as received.
    func accept(_ frame: EventFrame, _ sequence: UInt64) -> Bool {
        guard sequence > position else { return false }
        position = sequence
        return !delivered.contains { $0.id == frame.id && $0.name == frame.name }
    }

    /// Holds an event until the socket has room. The event replaces a held event of the same name and topic, because a slow client needs only the
    /// newest state.
    ///
    /// - Returns: `false` if `limit` events of other names or topics are already held, so that the event was not added.
    func hold(_ frame: EventFrame, limit: Int) -> Bool {
        waiting.removeAll { $0.name == frame.name && $0.topic == frame.topic }
        guard waiting.count < limit else { return false }
        waiting.append(frame)
        return true
    }

    /// Removes and returns the waiting events.
    func takeWaiting() -> [EventFrame] {
        let frames = waiting
        waiting = []
        return frames
    }

    /// Returns the part of `frame.chunk` to send on this stream.
    func range(of frame: EventFrame) -> Range<Int> {
        isChunked ? 0..<frame.chunk.count : frame.payload
    }
}
