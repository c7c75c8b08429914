/// The parts of a request that the encoder needs after the request's bytes are released, and fields to add to the response.
struct AnswerContext {
    var method: Method
    var isHTTP10: Bool
    var prefersGzip: Bool
    var conditions: Conditions?
    /// The request ID to add to a response from memory or a refusal; `nil` for a response of `Responder.respond`, which has the field already.
    var requestID: RequestID?
    /// The rate limit to state in a response from memory; `nil` for none.
    var quota: RateQuota?
    /// The CORS fields to add to a response from memory or a refusal; `nil` for none.
    var crossOrigin: CrossOriginFields?

    @inline(__always)
    init(
        _ head: RequestHead, in bytes: Bytes, requestID: RequestID? = nil, quota: RateQuota? = nil,
        crossOrigin: CrossOriginFields? = nil
    ) {
        method = head.method
        isHTTP10 = head.isHTTP10
        prefersGzip = head.hasAcceptEncoding && Self.prefersGzip(head.lines, in: bytes)
        conditions = head.hasConditions ? Conditions(head, in: bytes) : nil
        self.requestID = requestID
        self.quota = quota
        self.crossOrigin = crossOrigin
    }

    private static func prefersGzip(_ lines: [RequestHead.Line], in bytes: Bytes) -> Bool {
        var coding = AcceptEncoding()
        for line in lines where line.kind == .acceptEncoding { coding.add(bytes[line.value]) }
        return coding.prefersGzip
    }

    /// Creates the context for the refusal of a message whose head is malformed or incomplete. The response has no gzip and no conditions.
    init(rejected head: RequestHead) {
        method = head.method
        isHTTP10 = head.isHTTP10
        prefersGzip = false
        conditions = nil
    }
}
