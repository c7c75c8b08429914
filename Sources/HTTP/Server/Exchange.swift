/// Wants to know of each finished exchange.
public protocol ExchangeObserver: Sendable {
    /// Makes what one event loop tells its exchanges to. Called once for each loop, at its start.
    func makeRecorder() -> sending any ExchangeRecorder
}

/// Told of each finished exchange of one event loop, and confined to it: needs no lock, and must not block.
public protocol ExchangeRecorder: AnyObject {
    func finished(_ exchange: borrowing Exchange)
}

/// The facts of one finished exchange, for the log line and the metrics: no path, no query, no address of a person. An
/// event stream is reported when it opens.
public struct Exchange: Sendable {
    public var method: Method
    /// The route and the realm of the answer; `AnswerLabel.malformed` for a message that was refused as HTTP.
    public var label: AnswerLabel
    public var status: Int
    /// Head and content, in bytes.
    public var bytesSent: Int
    /// From the arrival of the request to the answer handed to the socket.
    public var nanoseconds: UInt64
    /// When the answer was made, in milliseconds since 1970-01-01T00:00:00Z.
    public var time: Int64

    public init(
        method: Method, label: AnswerLabel, status: Int, bytesSent: Int, nanoseconds: UInt64, time: Int64
    ) {
        self.method = method
        self.label = label
        self.status = status
        self.bytesSent = bytesSent
        self.nanoseconds = nanoseconds
        self.time = time
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

    /// Of a message that was refused as HTTP.
    public static let malformed = AnswerLabel(route: "malformed")
}
