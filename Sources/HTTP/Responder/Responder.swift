/// The handler of a server's requests. One value serves all event loops.
public protocol Responder: Sendable {
    /// Answers from memory on the event loop; `nil` passes the request to `respond`. The function must not suspend, block or allocate much.
    func answerFromMemory(_ request: borrowing RequestView) -> MemoryAnswer?

    /// The version of the data behind responses from memory. The version must increase after the data has changed; loops then drop their cached
    /// responses (`MemoryAnswer.keptFor`). Loops read the version for each request that may be answered from memory, so reading must be cheap.
    var memoryVersion: UInt64 { get }

    /// Answers any other request. The function starts on the loop, runs there until it first suspends, and returns to the
    /// loop (spec H9). The function does not throw, because layers above the HTTP module convert errors to responses.
    func respond(to request: Request) async -> Response

    /// Calls `start` once, synchronously, with task-local values bound for the whole request. `start` creates the task of `respond`, which inherits
    /// the values. Values bound within `respond` would move the task off its loop, since `TaskLocal.withValue` runs an asynchronous operation on the
    /// global executor.
    func withRequestValues(_ start: () -> Void)

    /// Returns the maximum length of content for this target, in bytes. The loop calls this function for a request with content once the head is
    /// complete, so that a longer Content-Length is refused with 413 before the body is read.
    func bodyLimit(method: Method, path: String) -> Int

    /// Returns whether to cancel the task of `respond` when the client of a request with content closes the connection or its sending side. The loop
    /// does not call this function if the handler reads the content while it arrives (`streamsContent`).
    func endsWithClient(method: Method, path: String) -> Bool

    /// Returns whether the handler of this target reads the content itself while it arrives, as `Request.content`. `bodyLimit` is then the maximum
    /// length of the whole content, and `Limits.contentPause` the longest pause.
    func streamsContent(method: Method, path: String) -> Bool

    /// Returns whether the handler of a request with a query may wait for a long time without working, as a long poll does. The loop does not count
    /// these requests toward `HotSet.handlerLimit`, the number of running requests at which it delays new requests. The loop calls this function only
    /// for requests with a query.
    func waits(method: Method, path: String) -> Bool

    /// Returns the CORS fields of a response made by the server itself, such as a refusal of the content; `nil` for none.
    func crossOriginFields(of request: Request) -> CrossOriginFields?

    /// Returns the response to send instead of an event stream above a limit. The response must have the refusal's status and `Retry-After`.
    ///
    /// - Parameter response: the refused response of `respond`, with its fields, route and realm.
    func refusal(_ refusal: StreamRefusal, inPlaceOf response: Response) -> Response
}

extension Responder {
    /// Calls `start` without binding values.
    public func withRequestValues(_ start: () -> Void) { start() }

    /// Returns `false`, because a client may close its sending side and still wait for the response.
    public func endsWithClient(method: Method, path: String) -> Bool { false }

    /// Returns `false`: handlers start when the content is complete.
    public func streamsContent(method: Method, path: String) -> Bool { false }

    /// Returns `false`: handlers answer as soon as they can.
    public func waits(method: Method, path: String) -> Bool { false }

    /// Returns `nil`, for no CORS fields.
    public func crossOriginFields(of request: Request) -> CrossOriginFields? { nil }

    /// Returns a plain-text response of one sentence.
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
    /// Zero, for a responder whose cached responses never become outdated.
    public var memoryVersion: UInt64 { 0 }
}

/// A prebuilt response and the label under which it is logged.
public struct MemoryAnswer: Sendable {
    public let representation: Representation
    public let label: AnswerLabel
    /// The time for which a loop may repeat the response for the same target and authority while `Responder.memoryVersion`
    /// stays the same, in seconds; 0 to never repeat the response.
    public let keptFor: Double
    /// The rate limit stated in the response; `nil` for none.
    public let quota: RateQuota?
    /// The origins whose pages may read the response; `nil` for a response without CORS fields.
    public var crossOrigin: CrossOriginPolicy? {
        get { policy?.value }
        set { policy = newValue.map(SharedPolicy.init) }
    }
    /// The policy, stored by reference; `nil` for no policy. With a reference, copying a response for each request costs one reference count for its
    /// policy.
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
