/// The connections of a loop, each at a place that it knows: adding and removing are O(1), and no hash is made.
struct ConnectionTable {
    private var places: [Connection?] = []
    private var free: [Int32] = []

    var isEmpty: Bool { places.count == free.count }
    /// The number of slots, including free ones.
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

    /// Calls `body` for each connection, which it may remove; those added meanwhile may be left out.
    func forEach(_ body: (Connection) -> Void) {
        for connection in places {
            if let connection { body(connection) }
        }
    }
}
