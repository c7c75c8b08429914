/// Answers the requests of the server. One value serves all event loops.
public protocol Responder: Sendable {
    /// Answers from memory, on the event loop: no suspension, no blocking, no allocation worth naming.
    /// `nil` sends the request on to `respond`.
    func answerFromMemory(_ request: borrowing RequestView) -> MemoryAnswer?

    /// Rises when a kept answer from memory (`MemoryAnswer.keptFor`) may have become wrong, after what the answers are
    /// made of has changed: loops then forget what they kept. Asked for each request, so it costs a load or two.
    var memoryVersion: UInt64 { get }

    /// Answers any other request. Runs on the loop until it first suspends, and returns to the loop (spec H9). Does not throw:
    /// callers above the HTTP module convert errors to answers.
    func respond(to request: Request) async -> Response

    /// Calls `start`, once and in place, with the task-local values bound that hold for the whole of one request: `start` makes
    /// the task of `respond`, which inherits them. Values bound within `respond` would move it off its loop, because
    /// `TaskLocal.withValue` runs an asynchronous operation on the global executor.
    func withRequestValues(_ start: () -> Void)

    /// The largest content accepted for this target, in bytes; asked once the head is complete, so that a
    /// body over it is refused with 413 before it is read.
    func bodyLimit(method: Method, path: String) -> Int

    /// Whether to cancel the task of `respond` when the client of a request with content closes the connection or its side of it.
    /// Called together with `bodyLimit`.
    func endsWithClient(method: Method, path: String) -> Bool

    /// The CORS fields of an answer that is not the responder's own, such as a refusal of the content; `nil` for none.
    func crossOriginFields(of request: Request) -> CrossOriginFields?

    /// The answer in place of an event stream that may not open; status and `Retry-After` are the refusal's.
    ///
    /// - Parameter response: what `respond` gave, with the fields, route and realm that it set.
    func refusal(_ refusal: StreamRefusal, inPlaceOf response: Response) -> Response
}

extension Responder {
    /// Binds nothing.
    public func withRequestValues(_ start: () -> Void) { start() }

    /// A client may end its side and still wait for the answer.
    public func endsWithClient(method: Method, path: String) -> Bool { false }

    /// Nothing.
    public func crossOriginFields(of request: Request) -> CrossOriginFields? { nil }

    /// One plain sentence.
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
    /// For how many seconds a loop may give the same answer to the same target and authority without asking again,
    /// as long as `Responder.memoryVersion` stays what it is; 0 for not at all.
    public let keptFor: Double
    /// The limit that it tells of.
    public let quota: RateQuota?
    /// Pages of which other origins may read it.
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
