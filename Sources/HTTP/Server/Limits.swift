/// Every bound of the server in one place (spec H8, Decided 8). Sizes are in bytes, times in seconds.
///
/// A slow or silent client is gone within 20 s, and an idle one too unless `idleTimeout` is raised: the times leave room for the
/// kernel's deferred accept (1 s) and the loops' coarse timer (0.5 s).
public struct Limits: Sendable, Hashable {
    /// The longest request line, without its line end (RFC 9112 §3 asks for 8,000 at least).
    public var requestLine = 8 * 1024
    /// The bytes of all fields of a request.
    public var fieldSection = 32 * 1024
    /// The most field lines of a request.
    public var fieldCount = 100
    /// The bytes of all chunk extensions of a request.
    public var chunkExtensions = 4 * 1024
    /// The bytes of all trailer fields of a request.
    public var trailerSection = 8 * 1024
    /// The most simultaneous connections. A further one is closed at accept, which is cheap and immediate for its client.
    public var connections = 20_000
    /// Descriptors that accepting leaves to the rest of the process, a quarter of all at most. A server beside another in one
    /// process, which is to answer when the other has no room, leaves fewer.
    public var reservedDescriptors = 64
    /// The most simultaneous connections of one client: an IPv4 address, or the /64 of an IPv6 address. One more is closed at
    /// accept. As many as `connections`: a whole hall may stand behind one address.
    public var connectionsPerAddress = 20_000
    /// The most simultaneous event streams of one realm; a further one is answered 503. Fewer than `connections`, so that streams
    /// never leave requests without one.
    public var streamsPerRealm = 16_000
    /// The most simultaneous event streams of one client, told apart as for `connectionsPerAddress`; one more is answered
    /// 429.
    public var streamsPerAddress = 16_000
    /// How long a connection may take to send its head, from the head's first byte.
    public var headTimeout: Double = 10
    /// How long a kept-alive connection may wait for the next request.
    public var idleTimeout: Double = 15
    /// How long a connection may be silent before its first request; never longer than `idleTimeout`. A client that has asked for
    /// something may come back, one that is silent from the start holds a place only.
    public var firstRequestTimeout: Double = 15
    /// The least rate of a body, in bytes per second, after a grace of `bodyGrace` seconds. It is held over time,
    /// not per read: a byte each second earns a byte's time.
    public var bodyRate = 500
    public var bodyGrace: Double = 5
    /// How long a body may pause, however fast it came before.
    public var bodyStall: Double = 10
    /// How long a reader may leave an answer unread.
    public var writeTimeout: Double = 15
    /// The least rate, in bytes per second, at which a reader must take an answer once it has fallen behind.
    public var writeRate = 500
    /// How long what a client still sends is read after the last answer, so that the answer reaches it.
    public var lingerTimeout: Double = 2
    /// Between two comments on an idle event stream.
    public var heartbeat: Double = 15
    /// The most kinds of events that wait for a slow reader of an event stream, the newest of each.
    public var waitingEvents = 16

    public init() {}

    /// How many of a process's descriptors stay free when accepting connections.
    public func reserve(of descriptors: Int) -> Int { min(reservedDescriptors, descriptors / 4) }
}
