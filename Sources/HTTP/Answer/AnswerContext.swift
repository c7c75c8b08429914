/// The parts of a request that the encoder needs after the request's bytes are released.
struct AnswerContext {
    var method: Method
    var isHTTP10: Bool
    var prefersGzip: Bool
    var conditions: Conditions?
    /// The request ID that the encoder adds to answers that no responder has made: answers from memory and answers to
    /// malformed messages.
    var requestID: RequestID?
    var quota: RateQuota?
    /// The CORS fields that the encoder adds to the same answers as `requestID`.
    var crossOrigin: CrossOriginFields?

    init(_ head: RequestHead, in bytes: Bytes) {
        method = head.method
        isHTTP10 = head.isHTTP10
        var coding = AcceptEncoding()
        for line in head.lines where line.kind == .acceptEncoding { coding.add(bytes[line.value]) }
        prefersGzip = coding.prefersGzip
        conditions = head.hasConditions ? Conditions(head, in: bytes) : nil
    }

    /// Creates the context for an answer to a malformed request.
    init(rejected head: RequestHead) {
        method = head.method
        isHTTP10 = head.isHTTP10
        prefersGzip = false
        conditions = nil
    }
}
