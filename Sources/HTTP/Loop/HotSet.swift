/// The sockets of a loop that are likely to be readable soon: recently answered connections, and listeners that have just accepted a connection.
///
/// An event of a Dispatch source costs two calls of epoll, an ioctl and two thread switches, through one thread of the whole
/// process (spec H2). While a socket is hot, its source is suspended and the loop polls the socket.
struct HotSet {
    /// The number of silent rounds after which a socket is no longer polled. A round counts once if another thread used the core before the round or
    /// a handler works, and four times otherwise, because a silent client then had a core on which it could have sent.
    static let patience = 16
    /// The number of requests at handlers at which a loop pauses polling.
    static let handlerLimit = 64
    /// The longest pause of polling while many requests are at handlers, in seconds.
    static let delay = 0.005

    private(set) var connections: [(connection: Connection, silence: Int)] = []
    private(set) var listeners: [(listener: Listener, silence: Int)] = []
    /// The results of polling connections. Listeners have a separate record, since clients without persistent connections keep only listeners busy.
    var connectionRecord = PollRecord()
    var listenerRecord = PollRecord()
    var yields = YieldRecord()

    var isEmpty: Bool { connections.isEmpty && listeners.isEmpty }

    mutating func insert(_ connection: Connection, silence: Int = 0) { connections.append((connection, silence)) }
    mutating func insert(_ listener: Listener, silence: Int = 0) { listeners.append((listener, silence)) }

    /// Removes and returns the connections to poll in this round. The caller inserts the connections that stay hot again.
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
