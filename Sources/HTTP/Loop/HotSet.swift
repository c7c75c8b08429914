/// The sockets of a loop that are likely to be readable soon: recently answered connections, and listeners that have just
/// accepted one.
///
/// An event of a Dispatch source costs two calls of epoll, an ioctl and two thread switches, through one thread of the whole
/// process (spec H2). While a socket is hot, its source is suspended and the loop polls the socket.
struct HotSet {
    /// The amount of silence after which a socket returns to its source: four silent rounds, or sixteen if other threads used
    /// the core before them.
    static let patience = 16
    /// The number of requests at handlers from which a loop pauses polling.
    static let crowd = 64
    /// The longest pause of polling for a crowd, in seconds.
    static let delay = 0.005

    private(set) var connections: [(connection: Connection, silence: Int)] = []
    private(set) var listeners: [(listener: Listener, silence: Int)] = []
    /// Separate records for listeners and connections, since clients without persistent connections keep only listeners busy.
    var connectionRecord = AskingRecord()
    var listenerRecord = AskingRecord()
    var offers = OfferRecord()

    var isEmpty: Bool { connections.isEmpty && listeners.isEmpty }

    mutating func insert(_ connection: Connection, silence: Int = 0) { connections.append((connection, silence)) }
    mutating func insert(_ listener: Listener, silence: Int = 0) { listeners.append((listener, silence)) }

    /// The connections to poll in this round. Those that stay hot are inserted again.
    mutating func takeConnections() -> [(connection: Connection, silence: Int)] {
        let taken = connections
        connections = []
        connections.reserveCapacity(taken.count)
        return taken
    }

    mutating func takeListeners() -> [(listener: Listener, silence: Int)] {
        let taken = listeners
        listeners = []
        return taken
    }
}
