/// What the server asks for answers. One value serves all loops.
public protocol Responder: Sendable {
    /// Answers from memory, on the event loop: no suspension, no blocking, no allocation worth naming.
    /// `nil` sends the request on to `respond`.
    func answerFromMemory(_ request: borrowing RequestView) -> MemoryAnswer?

    /// Answers any other request. Runs on the loop until it first suspends and comes back to it (spec H9).
    /// Never throws: errors become answers above the HTTP module.
    func respond(to request: Request) async -> Response

    /// The largest content accepted for this target, in bytes; asked once the head is complete, so that a
    /// body over it is refused with 413 before it is read.
    func bodyLimit(method: Method, path: String) -> Int

    /// The answer in place of an event stream that may not open; status and `Retry-After` are the refusal's.
    ///
    /// - Parameter response: what `respond` gave, with the fields, route and realm that it set.
    func refusal(_ refusal: StreamRefusal, inPlaceOf response: Response) -> Response
}

extension Responder {
    /// One plain sentence.
    public func refusal(_ refusal: StreamRefusal, inPlaceOf response: Response) -> Response {
        var answer = response
        answer.status = refusal.status
        answer.fields["Content-Type"] = "text/plain; charset=utf-8"
        answer.fields["Retry-After"] = String(refusal.retryAfter)
        answer.content = .bytes(Array("too many event streams; try again in \(refusal.retryAfter) seconds\n".utf8))
        return answer
    }
}

/// A prebuilt answer and the label it is logged under.
public struct MemoryAnswer: Sendable {
    public let representation: Representation
    public let route: String
    /// The tenant-like label of the log line; opaque to this module.
    public let realm: String

    public init(_ representation: Representation, route: String, realm: String = "") {
        self.representation = representation
        self.route = route
        self.realm = realm
    }
}
