/// The streams of one broadcaster on one loop, confined to that loop.
final class EventChannel {
    /// An event that not all streams have received yet.
    private struct Delivery {
        let frame: EventFrame
        let sequence: UInt64
    }

    let broadcaster: EventBroadcaster
    private var streams: [Connection] = []
    /// The events under way, oldest first. The streams receive one event after the other.
    private var deliveries: [Delivery] = []
    /// The index of the next stream that receives the oldest event under way; -1 if no stream is left.
    private var next = -1

    init(_ broadcaster: EventBroadcaster) {
        self.broadcaster = broadcaster
    }

    var isEmpty: Bool { streams.isEmpty }

    func add(_ connection: Connection) {
        connection.stream?.place = streams.count
        streams.append(connection)
    }

    /// Removes a stream. The last stream takes the removed stream's place, so the cost is O(1).
    func remove(_ connection: Connection) {
        guard let place = connection.stream?.place, place < streams.count, streams[place] === connection else { return }
        let last = streams.removeLast()
        guard last !== connection else { return }
        streams[place] = last
        last.stream?.place = place
    }

    /// Adds an event for all streams.
    ///
    /// - Returns: `true` if no other event is under way. The caller must then begin to call `deliver`.
    func add(_ frame: EventFrame, _ sequence: UInt64) -> Bool {
        deliveries.append(Delivery(frame: frame, sequence: sequence))
        guard deliveries.count == 1 else { return false }
        next = streams.count - 1
        return true
    }

    /// Calls `body` for the next streams with the event that they receive, for at most `limit` streams; `body` may end the stream.
    ///
    /// The order is from last to first. A stream that was moved to a free place may be visited twice, and a stream that opened meanwhile may be
    /// visited although its backlog includes the event. `EventStream.accept` returns `false` in both cases.
    ///
    /// - Returns: `false` if events are still under way.
    func deliver(atMost limit: Int, _ body: (Connection, EventFrame, UInt64) -> Void) -> Bool {
        var left = limit
        while let delivery = deliveries.first {
            while next >= 0 {
                guard left > 0 else { return false }
                left -= 1
                let index = next
                next -= 1
                if index < streams.count { body(streams[index], delivery.frame, delivery.sequence) }
            }
            deliveries.removeFirst()
            next = streams.count - 1
        }
        return true
    }

    /// Calls `body` for each stream; `body` may end the stream. The order is from last to first, so that the stream moved to a free place has
    /// already been visited.
    func forEach(_ body: (Connection) -> Void) {
        var index = streams.count - 1
        while index >= 0 {
            if index < streams.count { body(streams[index]) }
            index -= 1
        }
    }
}
