/// Every bound of the server in one place (spec H8, contract Decided 8).
public struct Limits: Sendable, Hashable {
    public var requestLine = 8 * 1024
    public var fieldSection = 32 * 1024
    public var fieldCount = 100
    /// The default content limit; a route may set another.
    public var body = 1 << 20
    public var connections = 20_000
    /// How long a connection may take to send its head, in seconds.
    public var headTimeout: Double = 10
    /// How long a kept-alive or silent connection may wait for the next request.
    public var idleTimeout: Double = 15
    /// The least rate of a body, in bytes per second, after a grace of `bodyGrace` seconds.
    public var bodyRate = 500
    public var bodyGrace: Double = 5
    /// How long a reader may leave an answer unread.
    public var writeTimeout: Double = 15
    /// Between two comments on an idle event stream.
    public var heartbeat: Double = 15

    public init() {}
}
