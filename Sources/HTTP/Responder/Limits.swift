/// The limits of a server (spec H8, Decided 8). Sizes are in bytes, and times are in seconds.
///
/// With the defaults, a client that neither sends nor reads while the server waits for it is disconnected within 20 s, except during streamed content
/// (`streamPause`). The times allow for the kernel's deferred accept (1 s) and the loops' coarse timer (0.5 s).
public struct Limits: Sendable, Hashable {
    /// The maximum length of a request line, without its line end (RFC 9112 §3 requires at least 8,000).
    public var requestLine = 8 * 1024
    /// The maximum length of the field section of a request, with its line ends.
    public var fieldSection = 32 * 1024
    /// The maximum number of field lines of a request.
    public var fieldCount = 100
    /// The maximum number of bytes of all chunk extensions of a request.
    public var chunkExtensions = 4 * 1024
    /// The maximum number of bytes of all trailer fields of a request.
    public var trailerSection = 8 * 1024
    /// The maximum number of simultaneous connections. A further one is closed at accept.
    public var connections = 20_000
    /// The number of descriptors that accepting leaves free, at most a quarter of all. A second server in the same process, which must answer when
    /// the first has no room, should reserve fewer.
    public var reservedDescriptors = 64
    /// The maximum number of simultaneous connections of one client: an IPv4 address, or the /64 prefix of an IPv6 address. A further one is closed
    /// at accept. The default allows a whole audience behind one address.
    public var connectionsPerAddress = 20_000
    /// The maximum number of simultaneous event streams of one realm; a further stream is answered 503. The default leaves connections for requests.
    public var streamsPerRealm = 16_000
    /// The maximum number of simultaneous event streams of one client; a further stream is answered 429.
    public var streamsPerAddress = 16_000
    /// The time in which a client must send a head, from its first byte.
    public var headTimeout: Double = 10
    /// The maximum time for which a persistent connection waits for the next request.
    public var idleTimeout: Double = 15
    /// The maximum time before a connection's first request, never longer than `idleTimeout`.
    public var firstRequestTimeout: Double = 15
    /// The minimum rate at which a client must send a body, in bytes per second, after the first `bodyGrace` seconds.
    public var bodyRate = 500
    public var bodyGrace: Double = 5
    /// The longest pause in a body, regardless of its earlier rate.
    public var bodyStall: Double = 10
    /// The longest pause between two chunks of content that a handler reads while it arrives. Within a chunk, or without the chunked coding, the
    /// client must also send at `bodyRate`. The time does not run while the handler does not read.
    public var contentPause: Double = 15
    /// The maximum time for which a client may leave a response unread.
    public var writeTimeout: Double = 15
    /// The maximum time for which a client may pause while it reads streamed content, as a player with a full buffer does; at least `writeTimeout`.
    public var streamPause: Double = 600
    /// The minimum rate at which a slow client must read a response, in bytes per second.
    public var writeRate = 500
    /// The maximum time for which input is discarded after the last response, so that the response reaches the client.
    public var lingerTimeout: Double = 2
    /// The interval of comments on an idle event stream.
    public var heartbeat: Double = 15
    /// The maximum number of events held for a slow event stream. An event replaces the held event of the same name and topic. If the limit would be
    /// exceeded, the connection is reset.
    public var waitingEvents = 16

    public init() {}

    /// Returns the number of descriptors that must stay free, if the process may have `descriptors`.
    public func reserve(of descriptors: Int) -> Int { min(reservedDescriptors, descriptors / 4) }
}
