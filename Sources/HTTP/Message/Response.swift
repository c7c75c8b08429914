/// One final response (RFC 9110 §15). The encoder sets `Content-Length`, `Date`, `Connection`, `Transfer-Encoding`, `Accept-Ranges` and
/// `Content-Range`; handlers must not set these fields. For `.representation` the encoder also sets `Content-Type`, `Content-Encoding`, `ETag` and
/// `Last-Modified`, and `Vary: Accept-Encoding` if there is a gzip form. For streamed content with a tag the encoder sets `ETag`, and for event
/// streams `X-Accel-Buffering`, and `Content-Type` and `Cache-Control` unless the handler has set them.
public struct Response: Sendable {
    public var status: Status
    public var fields: Fields
    public var content: Content
    /// The route's template, such as "/api/v1/live/steps": a label for the log and metrics with a bounded number of values.
    public var route: String
    /// The tenant's label, for the log line and the count of event streams; empty without a tenant, and opaque to this module.
    public var realm: String = ""
    /// The maximum number of open event streams of this realm; `nil` for `Limits.streamsPerRealm`.
    public var realmStreams: Int?

    public init(_ status: Status = .ok, fields: Fields = [:], content: Content = .none, route: String = "") {
        self.status = status
        self.fields = fields
        self.content = content
        self.route = route
    }

    /// The content of the response.
    public enum Content: Sendable {
        case none
        /// Bytes of this response. The handler sets `Content-Type`.
        case bytes([UInt8])
        /// Prebuilt bytes with validators. The server negotiates gzip, and turns a 200 response to a conditional or range request into the response
        /// that the request requires (RFC 9110 §12.5.3, §13, §14).
        case representation(Representation)
        /// A stream of server-sent events that stays open until either side ends it. `lastEventID` is the client's last event ID; `nil` for a new
        /// stream. If a limit of open streams is reached, `Responder.refusal` supplies the response instead.
        case events(EventBroadcaster, lastEventID: String?)
        /// Content that is made while it is sent. The server answers conditional and range requests as far as the content permits.
        case stream(StreamedContent)
    }
}
