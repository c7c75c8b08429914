/// The sockets of a loop that are likely to be readable soon: connections just answered, and listeners that just accepted.
///
/// An event of a Dispatch source costs two calls of epoll, an ioctl and two thread switches (spec H2), so the loop polls hot sockets instead.
struct HotSet {
    /// The silence after which a socket is no longer polled. A round without input adds 1 if another thread used the core before the round or a
    /// handler works, otherwise 4, because a silent client then had a core on which it could have sent.
    static let patience = 16
    /// The number of requests at handlers at which a loop pauses polling.
    static let handlerLimit = 64
    /// The longest pause of polling while many requests are at handlers, in seconds.
    static let delay = 0.005

    private(set) var connections: [(connection: Connection, silence: Int)] = []
    private(set) var listeners: [(listener: Listener, silence: Int)] = []
    /// The results of polling connections. Listeners have their own record, since clients without persistent connections keep only listeners busy.
    var connectionRecord = PollRecord()
    var listenerRecord = PollRecord()
    var yields = YieldRecord()

    var isEmpty: Bool { connections.isEmpty && listeners.isEmpty }

    mutating func insert(_ connection: Connection, silence: Int = 0) { connections.append((connection, silence)) }
    mutating func insert(_ listener: Listener, silence: Int = 0) { listeners.append((listener, silence)) }

    /// Removes and returns the connections to poll. The caller inserts those that stay hot.
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
