/// One final response (RFC 9110 §15).
///
/// Where they apply, the encoder sets `Content-Length`, `Date`, `Connection`, `Transfer-Encoding`, `Accept-Ranges` and `Content-Range`; handlers must
/// not set them. For `.representation` it also sets `Content-Type`, `Content-Encoding`, `ETag`, `Last-Modified` and `Vary: Accept-Encoding`, and for
/// `.stream` `ETag`.
public struct Response: Sendable {
    public var status: Status
    public var fields: Fields
    public var content: Content
    /// The route's template, such as "/api/v1/live/steps", as the label of the log and metrics.
    public var route: String
    /// The tenant's label, for the log and the count of event streams; empty without a tenant.
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
        /// Bytes that are sent as they are, without compression, conditions and ranges. The handler sets `Content-Type`.
        case bytes([UInt8])
        /// Prebuilt bytes with validators, for which the server negotiates gzip and evaluates conditions and ranges (RFC 9110 §12.5.3, §13, §14).
        case representation(Representation)
        /// A stream of server-sent events. `lastEventID` is the last event ID that the client has sent; `nil` if it has sent none. At a limit of open
        /// streams, `Responder.refusal` supplies the response instead.
        case events(EventBroadcaster, lastEventID: String?)
        /// Content that is made while it is sent.
        case stream(StreamedContent)
    }
}
