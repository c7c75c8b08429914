/// One request for a handler. The syntax is checked; `fields` contains the field values as sent.
public struct Request: Sendable {
    public var method: Method
    /// The path of the target as sent, still percent-encoded, with complete escapes and without NUL. The path begins with
    /// "/", since the server answers `OPTIONS *` itself.
    public var path: String
    /// The query after the first "?", percent-encoded; `nil` if there is no "?".
    public var query: String?
    /// The authority of an absolute-form target, otherwise the value of Host (RFC 9112 §3.2). The syntax is valid. The value
    /// is `nil` for an HTTP/1.0 request without Host.
    public var authority: String?
    public var fields: Fields
    /// The content without transfer coding, never longer than the limit of its route.
    public var body: [UInt8]
    /// The content while it arrives, if the handler reads the content itself (`Responder.streamsContent`); `body` is then empty. Otherwise `nil`.
    public var content: ContentStream?
    /// The address of the client, without the port. This module sets the address of the other end of the connection. The application may replace
    /// the value with the address that a trusted proxy reports.
    public var peer: String
    /// The request ID, for the response and the log.
    public var id: RequestID
    /// The trace named by `traceparent`, or a new trace.
    public var trace: TraceID
    /// The path parameters by name. The router sets the parameters; this module leaves the dictionary empty.
    public var parameters: [String: String] = [:]

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - path: the path as sent, percent-encoded, beginning with "/".
    ///   - query: the query without "?"; `nil` for a target without a query.
    ///   - authority: the authority; `nil` for a request without Host.
    ///   - body: the complete content, without transfer coding.
    ///   - peer: the address of the other end of the connection, without the port.
    ///   - id: the request ID; by default a new ID.
    ///   - trace: the trace; by default the trace named in the fields, or a new trace.
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

    /// Returns whether a text is a valid authority as in Host: a name or an address, with a valid port if any. Call this
    /// function before storing a value from another source in `authority`.
    public static func isAuthority(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { Authority.isValid($0) }
    }
}
