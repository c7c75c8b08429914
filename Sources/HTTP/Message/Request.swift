/// One request for a handler. The syntax is checked; `fields` contains the field values as sent.
public struct Request: Sendable {
    public var method: Method
    /// The path as sent, percent-encoded, with complete escapes and without NUL. The path begins with "/".
    public var path: String
    /// The query after the first "?", percent-encoded; `nil` if there is no "?".
    public var query: String?
    /// The valid authority of an absolute-form target, otherwise of Host (RFC 9112 §3.2); `nil` for an HTTP/1.0 request without Host.
    public var authority: String?
    public var fields: Fields
    /// The content without transfer coding, never longer than the limit of its route.
    public var body: [UInt8]
    /// The content while it arrives, if the handler reads it itself (`Responder.streamsContent`); `body` is then empty. `nil` for a handler that gets
    /// the whole content in `body`.
    public var content: ContentStream?
    /// The address of the client, without the port: the other end of the connection, or the address that a trusted proxy reports to the application.
    public var peer: String
    public var id: RequestID
    /// The trace named by `traceparent`, or a new trace.
    public var trace: TraceID
    /// The path parameters by name, which the router sets.
    public var parameters: [String: String] = [:]

    /// Creates a request, by default with a new request ID. If `trace` is `nil`, the trace is the one named in the fields or, without one, a new
    /// trace.
    public init(
        method: Method, path: String, query: String? = nil, authority: String? = nil, fields: Fields = [:],
        body: [UInt8] = [], peer: String = "127.0.0.1", id: RequestID = .next(), trace: TraceID? = nil
    ) {
        self.id = id
        self.trace =
            trace ?? fields["traceparent"].flatMap { TraceID(traceparent: $0) }
            ?? TraceID(upper: RequestID.next().bits, lower: id.bits)
        self.method = method
        self.path = path
        self.query = query
        self.authority = authority
        self.fields = fields
        self.body = body
        self.peer = peer
    }

    /// Returns whether a text is a valid authority, as in Host. Check before storing a value from another source in `authority`.
    public static func isAuthority(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { Authority.isValid($0) }
    }
}
