/// The limits of a server (spec H8, Decided 8). Sizes are in bytes, and times are in seconds.
///
/// With the defaults, a client that sends or reads nothing while the server waits for it is disconnected within 20 s, except a client that pauses
/// while it reads streamed content (`streamPause`). The times allow for the kernel's deferred accept (1 s) and the loops' coarse timer (0.5 s).
public struct Limits: Sendable, Hashable {
    /// The maximum length of a request line in bytes, without its line end (RFC 9112 §3 requires at least 8,000).
    public var requestLine = 8 * 1024
    /// The maximum length of the field section of a request in bytes, with the line end of each field line.
    public var fieldSection = 32 * 1024
    /// The maximum number of field lines of a request.
    public var fieldCount = 100
    /// The maximum number of bytes of all chunk extensions of a request.
    public var chunkExtensions = 4 * 1024
    /// The maximum number of bytes of all trailer fields of a request.
    public var trailerSection = 8 * 1024
    /// The maximum number of simultaneous connections. A further connection is closed at accept, so that the client does
    /// not wait for a response.
    public var connections = 20_000
    /// The number of descriptors that accepting leaves free for the rest of the process, at most a quarter of all. A second
    /// server in the same process, which must still answer when the first has no room, should reserve fewer descriptors.
    public var reservedDescriptors = 64
    /// The maximum number of simultaneous connections of one client: an IPv4 address, or the /64 prefix of an IPv6 address. A further connection is
    /// closed at accept. The default equals the default of `connections`, since a whole audience may share one address.
    public var connectionsPerAddress = 20_000
    /// The maximum number of simultaneous event streams of one realm; a further stream is answered 503. The default is lower than the default of
    /// `connections`, so that the streams of one realm leave connections for requests.
    public var streamsPerRealm = 16_000
    /// The maximum number of simultaneous event streams of one client, identified as for `connectionsPerAddress`; a further stream is answered 429.
    public var streamsPerAddress = 16_000
    /// The maximum time in which a client sends a head, in seconds from the head's first byte.
    public var headTimeout: Double = 10
    /// The maximum time for which a persistent connection waits for the next request, in seconds.
    public var idleTimeout: Double = 15
    /// The maximum time before a connection's first request, in seconds, never longer than `idleTimeout`. A client that has sent a request may send
    /// another, but a client that is silent from the start only uses a connection.
    public var firstRequestTimeout: Double = 15
    /// The minimum rate of a body, in bytes per second, after `bodyGrace` seconds. The rate is measured over time, not per read.
    public var bodyRate = 500
    public var bodyGrace: Double = 5
    /// The longest pause in a body in seconds, regardless of the body's earlier rate.
    public var bodyStall: Double = 10
    /// The longest pause in seconds between two chunks of content that a handler reads while it arrives. Within a chunk, and in content without
    /// chunks, each byte extends the time by its share at `bodyRate`, up to this pause. The time does not run while the handler does not read.
    public var contentPause: Double = 15
    /// The maximum time for which a client may leave a response unread, in seconds.
    public var writeTimeout: Double = 15
    /// The maximum time in seconds for which a client may pause while it reads streamed content, such as a player whose buffer is full. A longer
    /// `writeTimeout` replaces this time.
    public var streamPause: Double = 600
    /// The minimum rate, in bytes per second, at which a slow client must read a response.
    public var writeRate = 500
    /// The maximum time in seconds for which input is read and discarded after the last response, so that the response reaches the client.
    public var lingerTimeout: Double = 2
    /// The interval of comments on an idle event stream, in seconds.
    public var heartbeat: Double = 15
    /// The maximum number of events held for a slow event stream, one for each name and topic. If more events wait, the server resets the connection.
    public var waitingEvents = 16

    public init() {}

    /// Returns the number of descriptors that must stay free: `reservedDescriptors`, but at most a quarter of `descriptors`.
    ///
    /// - Parameter descriptors: the number of descriptors that the process may have.
    public func reserve(of descriptors: Int) -> Int { min(reservedDescriptors, descriptors / 4) }
}
