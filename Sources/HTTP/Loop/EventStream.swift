/// The state of an open event stream, confined to the loop of its connection.
final class EventStream {
    /// The loop's channel of the broadcaster; `nil` if the broadcaster was already closed.
    var channel: EventChannel?
    /// The index of the stream in its channel.
    var place = 0
    private var position: UInt64
    /// The realm under which the stream is counted.
    let realm: String
    /// Whether events are sent as chunks, which HTTP/1.0 clients do not understand.
    let isChunked: Bool
    /// The time at which the server ends the stream; `never` for no limit.
    let endsAt: MonotonicTime
    /// The time of the last send, from which `Limits.heartbeat` counts.
    var lastSent: MonotonicTime
    /// The backlog's events with an ID, so that an event published while the stream opened is not sent twice.
    private let delivered: [(id: String, name: String)]
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

    /// Returns whether to send the event to this stream, and records it as received.
    func accept(_ frame: EventFrame, _ sequence: UInt64) -> Bool {
        guard sequence > position else { return false }
        position = sequence
        return !delivered.contains { $0.id == frame.id && $0.name == frame.name }
    }

    /// Holds an event until the socket has room, in place of one with the same name and topic. Returns `false` if `limit` others are held.
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
