/// Answers the requests of the server. One value serves all event loops.
public protocol Responder: Sendable {
    /// Answers from memory on the event loop. Must not suspend, block or allocate much. Return `nil` to pass the request to
    /// `respond`.
    func answerFromMemory(_ request: borrowing RequestView) -> MemoryAnswer?

    /// Must increase when cached answers from memory (`MemoryAnswer.keptFor`) may be outdated, after the data has changed;
    /// loops then drop them. Read for each request, so it must be cheap.
    var memoryVersion: UInt64 { get }

    /// Answers any other request. Starts on the loop, runs there until it first suspends, and returns to the loop (spec H9).
    /// Does not throw: layers above the HTTP module convert errors to answers.
    func respond(to request: Request) async -> Response

    /// Calls `start` once, synchronously, with task-local values bound for the whole request; `start` creates the task of
    /// `respond`, which inherits them. Values bound within `respond` would move it off its loop, since `TaskLocal.withValue`
    /// runs an asynchronous operation on the global executor.
    func withRequestValues(_ start: () -> Void)

    /// The largest content accepted for this target, in bytes. Called once the head is complete, so that a larger body is
    /// refused with 413 before it is read.
    func bodyLimit(method: Method, path: String) -> Int

    /// Whether to cancel the task of `respond` when the client of a request with content closes the connection or its sending
    /// side. Called together with `bodyLimit`.
    func endsWithClient(method: Method, path: String) -> Bool

    /// The CORS fields of an answer made by the server itself, such as a refusal of the content; `nil` for none.
    func crossOriginFields(of request: Request) -> CrossOriginFields?

    /// The answer in place of an event stream that may not open. It must use the refusal's status and `Retry-After`.
    ///
    /// - Parameter response: the answer of `respond`, with its fields, route and realm.
    func refusal(_ refusal: StreamRefusal, inPlaceOf response: Response) -> Response
}

extension Responder {
    /// Binds nothing.
    public func withRequestValues(_ start: () -> Void) { start() }

    /// `false`: a client may close its sending side and still wait for the answer.
    public func endsWithClient(method: Method, path: String) -> Bool { false }

    /// `nil`: no CORS fields.
    public func crossOriginFields(of request: Request) -> CrossOriginFields? { nil }

    /// A plain-text answer of one sentence.
    public func refusal(_ refusal: StreamRefusal, inPlaceOf response: Response) -> Response {
        var answer = response
        answer.status = refusal.status
        answer.fields["Content-Type"] = "text/plain; charset=utf-8"
        answer.fields["Retry-After"] = String(refusal.retryAfter)
        answer.content = .bytes(Array("too many event streams; try again in \(refusal.retryAfter) s\n".utf8))
        return answer
    }
}

extension Responder {
    /// The default for a responder whose kept answers never become outdated.
    public var memoryVersion: UInt64 { 0 }
}

/// A prebuilt answer and the label it is logged under.
public struct MemoryAnswer: Sendable {
    public let representation: Representation
    public let label: AnswerLabel
    /// The seconds for which a loop may repeat the answer for the same target and authority while `Responder.memoryVersion`
    /// stays the same; 0 to disable.
    public let keptFor: Double
    /// The rate limit stated in the answer.
    public let quota: RateQuota?
    /// The origins whose pages may read the answer.
    public var crossOrigin: CrossOriginPolicy?

    public init(
        _ representation: Representation, label: AnswerLabel, keptFor: Double = 0, quota: RateQuota? = nil
    ) {
        self.quota = quota
        self.representation = representation
        self.label = label
        self.keptFor = keptFor
    }
}
