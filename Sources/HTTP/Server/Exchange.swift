/// Told of each finished exchange, on the event loop: must be quick and must not block.
public protocol ExchangeObserver: Sendable {
    func finished(_ exchange: borrowing Exchange)
}

/// The facts of one finished exchange, for the log line and the metrics. An event stream is reported when it
/// opens.
public struct Exchange: Sendable {
    /// "-" for a message that had none that was understood.
    public var method: Method
    /// Without the query; "-" for a message that had none.
    public var path: String
    /// The label of the answer's route; "malformed" for a message that was refused as HTTP.
    public var route: String
    public var realm: String
    public var status: Int
    /// Head and content, in bytes.
    public var bytesSent: Int
    /// From the complete head to the answer handed to the socket.
    public var nanoseconds: UInt64
    /// The address of the client, without the port.
    public var peer: String

    public init(
        method: Method, path: String, route: String, realm: String, status: Int, bytesSent: Int, nanoseconds: UInt64,
        peer: String
    ) {
        self.method = method
        self.path = path
        self.route = route
        self.realm = realm
        self.status = status
        self.bytesSent = bytesSent
        self.nanoseconds = nanoseconds
        self.peer = peer
    }
}
