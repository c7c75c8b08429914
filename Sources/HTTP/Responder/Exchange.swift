/// An observer of finished exchanges.
public protocol ExchangeObserver: Sendable {
    /// Makes the recorder of one event loop. Called once for each loop, when the loop is created.
    func makeRecorder() -> sending any ExchangeRecorder
}

/// A recorder of finished exchanges, confined to one event loop, which it must not block.
public protocol ExchangeRecorder: AnyObject {
    func finished(_ exchange: borrowing Exchange)
}

/// A finished exchange, for the log and metrics. A stream is reported when it opens. The bytes are valid only during the call that receives them.
public struct Exchange: ~Copyable {
    public var method: Method
    /// The route and realm of the response; `AnswerLabel.malformed` for a refused message.
    public var label: AnswerLabel
    public var status: Int
    /// The number of bytes of the head and the content; for a stream, those written when it opens.
    public var bytesSent: Int
    /// The time from the arrival of the head until the response is encoded, in nanoseconds; 0 for a refused message.
    public var nanoseconds: UInt64
    /// The time of the response, in milliseconds since 1970-01-01T00:00:00Z.
    public var time: Int64
    public var id: RequestID
    public var trace: TraceID
    /// The address of the other end of the connection.
    public var peer: IPAddress
    /// The path as sent, without its query; empty for a message refused before its head was complete and valid.
    public var path: UnsafeBufferPointer<UInt8>
    /// The value of the last User-Agent line; empty without the field. `forwardedFor` and `forwarded` are the same for X-Forwarded-For and Forwarded.
    public var userAgent: UnsafeBufferPointer<UInt8>
    public var forwardedFor: UnsafeBufferPointer<UInt8>
    public var forwarded: UnsafeBufferPointer<UInt8>
    /// Whether the request has X-Forwarded-For or X-Forwarded-Proto, even without a value.
    public var hasXForwarded: Bool

    public init(
        method: Method, label: AnswerLabel, status: Int, bytesSent: Int, nanoseconds: UInt64, time: Int64,
        id: RequestID, trace: TraceID, peer: IPAddress,
        path: UnsafeBufferPointer<UInt8> = .init(start: nil, count: 0),
        userAgent: UnsafeBufferPointer<UInt8> = .init(start: nil, count: 0),
        forwardedFor: UnsafeBufferPointer<UInt8> = .init(start: nil, count: 0),
        forwarded: UnsafeBufferPointer<UInt8> = .init(start: nil, count: 0), hasXForwarded: Bool = false
    ) {
        self.method = method
        self.label = label
        self.status = status
        self.bytesSent = bytesSent
        self.nanoseconds = nanoseconds
        self.time = time
        self.id = id
        self.trace = trace
        self.peer = peer
        self.path = path
        self.userAgent = userAgent
        self.forwardedFor = forwardedFor
        self.forwarded = forwarded
        self.hasXForwarded = hasXForwarded
    }
}

/// The names under which a response is logged and counted.
public final class AnswerLabel: Sendable {
    public let route: String
    /// The tenant's label; opaque to this module.
    public let realm: String

    public init(route: String, realm: String = "") {
        self.route = route
        self.realm = realm
    }

    /// The label of a message that the server refused as malformed, too long or too late.
    public static let malformed = AnswerLabel(route: "malformed")
}
