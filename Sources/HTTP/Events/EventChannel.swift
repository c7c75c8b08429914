/// The streams of one broadcaster that one loop holds. Confined to that loop.
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

    /// O(1): the last stream takes the place of the one that leaves.
    func remove(_ connection: Connection) {
        guard let place = connection.stream?.place, place < streams.count, streams[place] === connection else { return }
        let last = streams.removeLast()
        guard last !== connection else { return }
        streams[place] = last
        last.stream?.place = place
    }

    /// Calls `body` for each stream, which it may end: from the last to the first, so that the one which takes a
    /// free place has had its turn.
    func forEach(_ body: (Connection) -> Void) {
        var index = streams.count - 1
        while index >= 0 {
            if index < streams.count { body(streams[index]) }
            index -= 1
        }
    }
}
