/// Wants to know of each finished exchange.
public protocol ExchangeObserver: Sendable {
    /// Makes what one event loop tells its exchanges to. Called once for each loop, at its start.
    func makeRecorder() -> sending any ExchangeRecorder
}

/// Told of each finished exchange of one event loop, and confined to it: needs no lock, and must not block.
public protocol ExchangeRecorder: AnyObject {
    func finished(_ exchange: borrowing Exchange)
}

/// The facts of one finished exchange, for the log line and the metrics: no query, no credentials. An event stream is reported
/// when it opens. The bytes are in place, and valid only during the call that receives it.
public struct Exchange: ~Copyable {
    public var method: Method
    /// The route and the realm of the answer; `AnswerLabel.malformed` for a message that was refused as HTTP.
    public var label: AnswerLabel
    public var status: Int
    /// Head and content, in bytes.
    public var bytesSent: Int
    /// The time from the arrival of the request until the answer is passed to the socket.
    public var nanoseconds: UInt64
    /// When the answer was made, in milliseconds since 1970-01-01T00:00:00Z.
    public var time: Int64
    /// The request ID that the answer carries.
    public var id: RequestID
    public var trace: TraceID
    /// The other end of the connection.
    public var peer: IPAddress
    /// The path of the target as sent, without its query; empty where the message was no request.
    public var path: UnsafeBufferPointer<UInt8>
    /// User-Agent, X-Forwarded-For and Forwarded: the last line of each, empty without one.
    public var userAgent: UnsafeBufferPointer<UInt8>
    public var forwardedFor: UnsafeBufferPointer<UInt8>
    public var forwarded: UnsafeBufferPointer<UInt8>

    public init(
        method: Method, label: AnswerLabel, status: Int, bytesSent: Int, nanoseconds: UInt64, time: Int64,
        id: RequestID, trace: TraceID, peer: IPAddress,
        path: UnsafeBufferPointer<UInt8> = .init(start: nil, count: 0),
        userAgent: UnsafeBufferPointer<UInt8> = .init(start: nil, count: 0),
        forwardedFor: UnsafeBufferPointer<UInt8> = .init(start: nil, count: 0),
        forwarded: UnsafeBufferPointer<UInt8> = .init(start: nil, count: 0)
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
    }
}

/// Under which name an answer is logged and counted: made once for all answers of a kind, and shared.
public final class AnswerLabel: Sendable {
    /// The route's template ("/api/v1/live/steps"), of which there are few.
    public let route: String
    /// The tenant-like label of the log line; opaque to this module.
    public let realm: String

    public init(route: String, realm: String = "") {
        self.route = route
        self.realm = realm
    }

    /// The label of an answer to malformed HTTP.
    public static let malformed = AnswerLabel(route: "malformed")
}
