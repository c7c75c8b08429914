/// The sockets of a loop that are likely to have something to say soon: connections that were just answered and
/// listeners that somebody just came to.
///
/// An event of a source costs two calls of epoll, an ioctl and two changes of threads, through one thread of the whole
/// process (spec H2). While a socket is hot its source rests, and the loop asks the socket itself.
struct HotSet {
    /// How often a socket is asked in a row before it goes back to its source.
    static let rounds = 4

    private(set) var connections: [(connection: Connection, silences: Int)] = []
    private(set) var listeners: [(listener: Listener, silences: Int)] = []
    /// One record each: who opens a connection for every request makes busy listeners and no hot connections.
    var connectionRecord = AskingRecord()
    var listenerRecord = AskingRecord()

    var isEmpty: Bool { connections.isEmpty && listeners.isEmpty }

    mutating func insert(_ connection: Connection, silences: Int = 0) { connections.append((connection, silences)) }
    mutating func insert(_ listener: Listener, silences: Int = 0) { listeners.append((listener, silences)) }

    /// Those who are to be asked in this round; who stays hot is inserted again.
    mutating func takeConnections() -> [(connection: Connection, silences: Int)] {
        let taken = connections
        connections = []
        connections.reserveCapacity(taken.count)
        return taken
    }

    mutating func takeListeners() -> [(listener: Listener, silences: Int)] {
        let taken = listeners
        listeners = []
        return taken
    }
}
