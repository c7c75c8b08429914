/// One final answer. `Content-Length`, `Date`, `Connection`, `Transfer-Encoding` and the fields of
/// conditional and range answers are the encoder's: a handler never sets them.
public struct Response: Sendable {
    public var status: Status
    public var fields: Fields
    public var content: Content
    /// The route's template ("/api/v1/live/steps"), a bounded label for the log and the metrics.
    public var route: String
    /// The tenant-like label of the log line, as in `MemoryAnswer`; opaque to this module.
    public var realm: String = ""
    /// How many event streams this realm may have open, where that is not what `Limits.streamsPerRealm` says.
    public var realmStreams: Int?

    public init(_ status: Status = .ok, fields: Fields = [:], content: Content = .none, route: String = "") {
        self.status = status
        self.fields = fields
        self.content = content
        self.route = route
    }

    /// The content of the answer.
    public enum Content: Sendable {
        case none
        /// Bytes made for this answer. The handler sets `Content-Type`.
        case bytes([UInt8])
        /// Prebuilt bytes with validators: the server negotiates gzip, answers conditional requests and
        /// ranges, all without the handler (RFC 9110 §12.5.3, §13, §14).
        case representation(Representation)
        /// A stream of server-sent events that stays open until either side ends it.
        case events(EventBroadcaster, lastEventID: String?)
    }
}
