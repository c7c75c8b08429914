/// The handler of a server's requests. One value serves all event loops.
public protocol Responder: Sendable {
    /// Answers a GET or HEAD request without content from memory, on the event loop; `nil` passes the request to `respond`. Must not suspend, block
    /// or allocate much.
    func answerFromMemory(_ request: borrowing RequestView) -> MemoryAnswer?

    /// The version of the data behind responses from memory, which must increase after a change; loops then drop their cached responses
    /// (`MemoryAnswer.keptFor`). Read for each request that may be answered from memory, so reading must be cheap.
    var memoryVersion: UInt64 { get }

    /// Answers any other request. The function runs on the loop until it first suspends, and returns to the loop (spec H9). It does not throw,
    /// because layers above convert errors to responses.
    func respond(to request: Request) async -> Response

    /// Calls `start` once, synchronously, with task-local values bound for the whole request. Values bound within `respond` would move the task off
    /// its loop, since `TaskLocal.withValue` runs an asynchronous operation on the global executor.
    func withRequestValues(_ start: () -> Void)

    /// Returns the maximum length of content for this target, in bytes. A longer Content-Length is refused with 413 before the body is read.
    func bodyLimit(method: Method, path: String) -> Int

    /// Returns whether to cancel the task of `respond` when the client of a request with content closes the connection or its sending side. Not
    /// called if the handler reads the content while it arrives.
    func endsWithClient(method: Method, path: String) -> Bool

    /// Returns whether the handler reads the content itself while it arrives, as `Request.content`, within `bodyLimit` and `Limits.contentPause`.
    func streamsContent(method: Method, path: String) -> Bool

    /// Returns whether the handler of a request with a query may wait without working, so that it does not count toward `HotSet.handlerLimit`.
    func waits(method: Method, path: String) -> Bool

    /// Returns the CORS fields of a response that the server makes itself; `nil` for none.
    func crossOriginFields(of request: Request) -> CrossOriginFields?

    /// Returns the response to send instead of `response`, an event stream above a limit, with the refusal's status and `Retry-After`.
    func refusal(_ refusal: StreamRefusal, inPlaceOf response: Response) -> Response
}

extension Responder {
    public func withRequestValues(_ start: () -> Void) { start() }

    /// Returns `false`, because a client may close its sending side and still wait for the response.
    public func endsWithClient(method: Method, path: String) -> Bool { false }

    public func streamsContent(method: Method, path: String) -> Bool { false }

    public func waits(method: Method, path: String) -> Bool { false }

    public func crossOriginFields(of request: Request) -> CrossOriginFields? { nil }

    /// Returns a plain-text response of one sentence, with the refusal's status and `Retry-After`. The other fields of `response` remain.
    public func refusal(_ refusal: StreamRefusal, inPlaceOf response: Response) -> Response {
        var answer = response
        answer.status = refusal.status
        answer.fields["Content-Type"] = "text/plain; charset=utf-8"
        answer.fields["Retry-After"] = String(refusal.retryAfter)
        answer.content = .bytes(Array("too many event streams are open; try again in \(refusal.retryAfter) s\n".utf8))
        return answer
    }
}

extension Responder {
    /// Zero: no change makes cached responses outdated, so only `MemoryAnswer.keptFor` limits their use.
    public var memoryVersion: UInt64 { 0 }
}

/// A prebuilt response and the label under which it is logged.
public struct MemoryAnswer: Sendable {
    public let representation: Representation
    public let label: AnswerLabel
    /// The time in seconds for which a loop may repeat the response while `Responder.memoryVersion` stays the same; 0 for never.
    public let keptFor: Double
    /// The rate limit stated in the response; `nil` for none.
    public let quota: RateQuota?
    /// The origins whose pages may read the response; `nil` for a response without CORS fields.
    public var crossOrigin: CrossOriginPolicy? {
        get { policy?.value }
        set { policy = newValue.map(SharedPolicy.init) }
    }
    /// The policy by reference, so that copying a response costs one reference count.
    private var policy: SharedPolicy?

    public init(
        _ representation: Representation, label: AnswerLabel, keptFor: Double = 0, quota: RateQuota? = nil
    ) {
        self.quota = quota
        self.representation = representation
        self.label = label
        self.keptFor = keptFor
    }

    private final class SharedPolicy: Sendable {
        let value: CrossOriginPolicy

        init(_ value: CrossOriginPolicy) { self.value = value }
    }
}
