/// The streams of one broadcaster on one loop, confined to that loop.
final class EventChannel {
    let broadcaster: EventBroadcaster
    private var streams: [Connection] = []

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
