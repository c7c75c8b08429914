import Logging

/// The HTTP/1.1 server: one event loop per core, each with its own listener and connections (spec H1).
public final class Server: Sendable {
    public struct Configuration: Sendable {
        public var host: String
        /// 0 lets the system choose; `port` then tells which.
        public var port: Int
        public var loops: Int
        public var limits: Limits
        /// An inherited listening socket (service manager or predecessor); wins over host and port.
        public var inheritedSocket: Int32?
        /// Sent with every answer, such as `X-Content-Type-Options`.
        public var fields: Fields

        public init(
            host: String, port: Int, loops: Int = 2, limits: Limits = Limits(), inheritedSocket: Int32? = nil,
            fields: Fields = [:]
        ) {
            self.host = host
            self.port = port
            self.loops = loops
            self.limits = limits
            self.inheritedSocket = inheritedSocket
            self.fields = fields
        }
    }

    public init(
        _ configuration: Configuration, responder: any Responder, observer: (any ExchangeObserver)?, logger: Logger
    ) {}

    /// Binds and listens; throws when the address cannot be bound, naming it.
    public func start() async throws(ServerError) {}

    /// The port in use once started.
    public var port: Int { 0 }

    /// Stops accepting, finishes requests in flight with `Connection: close`, and returns when the last
    /// connection has ended or the grace period is over.
    public func stop(grace: Double) async {}
}

public enum ServerError: Error, Sendable {
    case cannotListen(address: String, reason: String)
}

/// Told of each finished exchange, on the event loop: must be quick and must not block.
public protocol ExchangeObserver: Sendable {
    func finished(_ exchange: borrowing Exchange)
}

/// The facts of one finished exchange, for the log line and the metrics.
public struct Exchange: Sendable {
    public var method: Method
    public var path: String
    public var route: String
    public var realm: String
    public var status: Int
    public var bytesSent: Int
    public var nanoseconds: UInt64
    public var peer: String
}
