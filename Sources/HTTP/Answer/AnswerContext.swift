/// What the encoder must know of a request once its bytes are gone.
struct AnswerContext {
    var method: Method
    var isHTTP10: Bool
    var prefersGzip: Bool
    var conditions: Conditions?
    /// What the encoder adds where no responder did: to an answer from memory, or to what could not be understood.
    var requestID: RequestID?
    var quota: RateQuota?
    /// As `requestID`: what pages of other origins are told.
    var crossOrigin: CrossOriginFields?

    init(_ head: RequestHead, in bytes: Bytes) {
        method = head.method
        isHTTP10 = head.isHTTP10
        var coding = AcceptEncoding()
        for line in head.lines where line.kind == .acceptEncoding { coding.add(bytes[line.value]) }
        prefersGzip = coding.prefersGzip
        conditions = head.hasConditions ? Conditions(head, in: bytes) : nil
    }

    /// For an answer to what could not be understood.
    init(rejected head: RequestHead) {
        method = head.method
        isHTTP10 = head.isHTTP10
        prefersGzip = false
        conditions = nil
    }
}
