/// A request's head as parsed in place: extents into the bytes it was parsed from, and what its framing and
/// connection fields mean. Nothing in it is allocated but the list of lines, which is reused.
struct RequestHead {
    struct Line {
        var name: Extent
        var value: Extent
        var kind: KnownField
    }

    /// The length of the head in bytes, including its final empty line.
    var length = 0
    var method = Method.other
    /// HTTP/1.0, or else 1.1 and any later minor version (RFC 9110 §2.5).
    var isHTTP10 = false
    /// Path and query in origin-form; empty when an absolute-form target had no path, and for "*".
    var target = Extent.empty
    /// The length of the path within the target.
    var pathLength = 0
    /// "OPTIONS *" (RFC 9112 §3.2.4).
    var isAsterisk = false
    /// The authority of a target in absolute-form, else of Host; empty if an HTTP/1.0 request has neither.
    var authority = Extent.empty
    var lines: [Line] = []

    /// Whether the client wants the connection kept (RFC 9112 §9.3).
    var persists = true
    /// The declared length; `nil` without the field.
    var contentLength: Int?
    var isChunked = false
    var expectsContinue = false
    /// Whether a field says what only the responder can judge, so that no answer from memory is right for certain: which
    /// version of an app asks (App-Version).
    var isForResponder = false
    /// The User-Agent for the log; empty without the field.
    var userAgent = Extent.empty
    var traceParent = Extent.empty
    var forwarded = Extent.empty
    var forwardedFor = Extent.empty
    /// The origin of the page that asks, of several lines the first; empty without the field.
    var origin = Extent.empty
    /// Whether there is a field that makes the answer conditional or partial.
    var hasConditions = false

    /// Whether content follows the head.
    var hasContent: Bool { isChunked || (contentLength ?? 0) > 0 }

    /// Makes the value empty again and keeps its memory.
    mutating func reset() {
        let kept = lines
        lines = []
        self = RequestHead()
        lines = kept
        lines.removeAll(keepingCapacity: true)
    }
}

extension RequestHead {
    /// The path as text; "*" and an empty absolute-form path are spelled out.
    func path(in bytes: Bytes) -> String {
        if isAsterisk { return "*" }
        guard pathLength > 0 else { return "/" }
        return Bytes(rebasing: bytes[target][..<pathLength]).text
    }

    /// The request with its fields as text, without content.
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
