/// A parsed request head as offsets into its bytes. Only the list of lines is allocated, and its memory is reused.
struct RequestHead {
    struct Line {
        var name: Extent
        var value: Extent
        var kind: KnownField
    }

    /// The length of the head in bytes, with its final empty line.
    var length = 0
    var method = Method.other
    /// Whether the version is 1.0, not 1.1 or a later minor version (RFC 9110 §2.5).
    var isHTTP10 = false
    /// The path and query; empty for "*" and for an absolute-form target without path and query.
    var target = Extent.empty
    /// The length in bytes of the path within the target.
    var pathLength = 0
    /// Whether the request is "OPTIONS *" (RFC 9112 §3.2.4).
    var isAsterisk = false
    /// The authority of a target in absolute-form, otherwise the value of Host; empty for neither.
    var authority = Extent.empty
    var lines: [Line] = []

    /// Whether the connection persists after the response (RFC 9112 §9.3).
    var persists = true
    /// The value of Content-Length, in bytes; `nil` without the field.
    var contentLength: Int?
    var isChunked = false
    var expectsContinue = false
    /// Whether the request has App-Version, which the responder must check.
    var isForResponder = false
    /// The value of the last User-Agent line; empty without the field.
    var userAgent = Extent.empty
    var traceParent = Extent.empty
    var forwarded = Extent.empty
    var forwardedFor = Extent.empty
    var hasXForwarded = false
    /// The value of the first Origin line; empty without the field.
    var origin = Extent.empty
    var hasConditions = false

    var hasAcceptEncoding = false

    /// Whether the request may be answered from memory: a GET or HEAD with a path, without content and without App-Version.
    @inline(__always)
    var mayBeAnsweredFromMemory: Bool { method.isRetrieval && !hasContent && pathLength > 0 && !isForResponder }

    @inline(__always)
    var hasContent: Bool { isChunked || (contentLength ?? 0) > 0 }

    mutating func reset() {
        let kept = lines
        lines = []
        self = RequestHead()
        lines = kept
        lines.removeAll(keepingCapacity: true)
    }
}

extension RequestHead {
    /// Returns the path as text; "*" for "OPTIONS *", and "/" for an empty path in absolute-form.
    func path(in bytes: Bytes) -> String {
        if isAsterisk { return "*" }
        guard pathLength > 0 else { return "/" }
        return Bytes(rebasing: bytes[target][..<pathLength]).text
    }

    /// Returns the request with its fields as text, without content.
    ///
    /// - Parameter trace: the trace; `nil` for the trace named in the fields, or a new trace.
    func request(in bytes: Bytes, peer: String, id: RequestID = .next(), trace: TraceID? = nil) -> Request {
        let fields = Fields(lines: lines.map { (name: bytes[$0.name].text, value: bytes[$0.value].text) })
        let hasQuery = target.count > pathLength
        return Request(
            method: method, path: path(in: bytes),
            query: hasQuery ? Bytes(rebasing: bytes[target][(pathLength + 1)...]).text : nil,
            authority: authority.isEmpty ? nil : bytes[authority].text, fields: fields, peer: peer, id: id,
            trace: trace)
    }
}
