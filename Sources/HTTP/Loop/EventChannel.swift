/// The streams of one broadcaster on one loop, confined to that loop.
final class EventChannel {
    private struct Delivery {
        let frame: EventFrame
        let sequence: UInt64
    }

    let broadcaster: EventBroadcaster
    private var streams: [Connection] = []
    /// The events that not all streams have received, oldest first.
    private var deliveries: [Delivery] = []
    /// The index of the next stream that receives the oldest event; -1 if no stream is left.
    private var next = -1

    init(_ broadcaster: EventBroadcaster) {
        self.broadcaster = broadcaster
    }

    var isEmpty: Bool { streams.isEmpty }

    func add(_ connection: Connection) {
        connection.stream?.place = streams.count
        streams.append(connection)
    }

    /// Removes a stream. The last stream takes its place, so the cost is O(1).
    func remove(_ connection: Connection) {
        guard let place = connection.stream?.place, place < streams.count, streams[place] === connection else { return }
        let last = streams.removeLast()
        guard last !== connection else { return }
        streams[place] = last
        last.stream?.place = place
    }

    /// Adds an event for all streams. Returns `true` if the caller must begin to call `deliver`, because no other event is pending.
    func add(_ frame: EventFrame, _ sequence: UInt64) -> Bool {
        deliveries.append(Delivery(frame: frame, sequence: sequence))
        guard deliveries.count == 1 else { return false }
        next = streams.count - 1
        return true
    }

    /// Calls `body` for each stream with each pending event, oldest event first, at most `limit` times. `body` may end the stream. Returns `false` if
    /// some streams have not received all events; then call this function again.
    ///
    /// A stream may be passed an event that it already has; `EventStream.accept` then returns `false`.
    ///
    /// - Parameter body: receives the connection of a stream, an event, and the number of events published up to it.
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

    /// Calls `body`, which may end the stream, for each stream, from last to first, so that a stream moved to a free place was visited before.
    func forEach(_ body: (Connection) -> Void) {
        var index = streams.count - 1
        while index >= 0 {
            if index < streams.count { body(streams[index]) }
            index -= 1
        }
    }
}
