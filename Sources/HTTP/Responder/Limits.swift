/// The limits of a server (spec H8, Decided 8). Sizes are in bytes, times in seconds.
///
/// A slow, silent or idle client is disconnected within 20 s unless `idleTimeout` is raised: the times leave room for the
/// kernel's deferred accept (1 s) and the loops' coarse timer (0.5 s).
public struct Limits: Sendable, Hashable {
    /// The longest request line, without its line end (RFC 9112 §3 requires at least 8,000).
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
    /// The descriptors that accepting leaves free for the rest of the process, at most a quarter of all. A second server in the
    /// process that answers when the first has no room should reserve fewer.
    public var reservedDescriptors = 64
    /// The most simultaneous connections of one client: an IPv4 address, or the /64 of an IPv6 address. A further one is closed
    /// at accept. Equal to `connections`, since a whole hall may share one address.
    public var connectionsPerAddress = 20_000
    /// The most simultaneous event streams of one realm; a further one is answered 503. Lower than `connections`, so that
    /// streams always leave connections for requests.
    public var streamsPerRealm = 16_000
    /// The most simultaneous event streams of one client, identified as for `connectionsPerAddress`; a further one is answered
    /// 429.
    public var streamsPerAddress = 16_000
    /// How long a connection may take to send its head, from the head's first byte.
    public var headTimeout: Double = 10
    /// How long a kept-alive connection may wait for the next request.
    public var idleTimeout: Double = 15
    /// How long a connection may be silent before its first request; never longer than `idleTimeout`. A client that has sent a
    /// request may return, but one that is silent from the start only uses a connection.
    public var firstRequestTimeout: Double = 15
    /// The least rate of a body, in bytes per second, after `bodyGrace` seconds. It is measured over time, not per read.
    public var bodyRate = 500
    public var bodyGrace: Double = 5
    /// The longest pause in a body, whatever its earlier rate.
    public var bodyStall: Double = 10
    /// How long a client may leave an answer unread.
    public var writeTimeout: Double = 15
    /// The least rate, in bytes per second, at which a client must read an answer once it has fallen behind.
    public var writeRate = 500
    /// How long input is read and discarded after the last answer, so that the answer reaches the client.
    public var lingerTimeout: Double = 2
    /// The interval of comments on an idle event stream.
    public var heartbeat: Double = 15
    /// The most kinds of events held for a slow event stream, the newest of each.
    public var waitingEvents = 16

    public init() {}

    /// The number of a process's descriptors that must stay free.
    public func reserve(of descriptors: Int) -> Int { min(reservedDescriptors, descriptors / 4) }
}
