/// The connections of a loop. A connection stores its own index, so adding and removing are O(1) without hashing.
struct ConnectionTable {
    private var places: [Connection?] = []
    private var free: [Int32] = []

    var isEmpty: Bool { places.count == free.count }
    /// The number of slots, including free slots.
    var placeCount: Int { places.count }

    subscript(place: Int) -> Connection? { places[place] }

    mutating func insert(_ connection: Connection) {
        if let place = free.popLast() {
            connection.place = place
            places[Int(place)] = connection
        } else {
            connection.place = Int32(truncatingIfNeeded: places.count)
            places.append(connection)
        }
    }

    mutating func remove(_ connection: Connection) {
        places[Int(connection.place)] = nil
        free.append(connection.place)
    }

    /// Calls `body` for each connection; `body` may remove connections.
    func forEach(_ body: (Connection) -> Void) {
        for connection in places {
            if let connection { body(connection) }
        }
    }
}
