/// One complete request, as a handler sees it: syntax checked, body decoded, nothing interpreted.
public struct Request: Sendable {
    public var method: Method
    /// The path of the target as sent, still percent-encoded, its escapes whole and without a NUL. Begins with
    /// "/": the server answers `OPTIONS *` itself.
    public var path: String
    /// The query after the first "?", percent-encoded; `nil` without one.
    public var query: String?
    /// The authority: of the absolute-form target where one was sent, else of Host (RFC 9112 §3.2). Its
    /// syntax is checked; an HTTP/1.0 request may have none.
    public var authority: String?
    public var fields: Fields
    /// The content, after transfer decoding; never longer than the limit of its route.
    public var body: [UInt8]
    /// The address of the other end of the connection, without the port.
    public var peer: String
    /// The name of the request, for its answer and the log.
    public var id: RequestID
    /// The trace that `traceparent` names, or one that begins here.
    public var trace: TraceID
    /// The path parameters by name. The router sets them; this module leaves them empty.
    public var parameters: [String: String] = [:]

    /// - Parameters:
    ///   - id: by default a new one.
    ///   - trace: by default what the fields say, or a new one.
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

    /// Whether a text is an authority as Host has it: a name or an address, and a port that exists. What comes from elsewhere
    /// than Host must be checked before it takes the place of `authority`.
    public static func isAuthority(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { Authority.isValid($0) }
    }
}
