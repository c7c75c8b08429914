/// A request that is being received or handled. A class, so that each of thousands of idle connections stores only a pointer.
final class OpenExchange {
    /// The request while its content is collected for the handler; `nil` at other times.
    var request: Request?
    let context: AnswerContext
    let started: MonotonicTime
    let facts: ExchangeFacts
    /// The handler's task while the handler runs; `nil` at other times.
    var task: Task<Void, Never>?
    /// Whether the handler is cancelled if the client closes the connection or its sending side.
    var endsWithClient = false
    /// The content that the handler reads while it arrives; `nil` if the handler starts after the content.
    var content: ContentStream?
    /// Whether the client waits for 100 Continue before it sends `content`.
    var awaitsContinue = false

    init(context: AnswerContext, started: MonotonicTime, facts: ExchangeFacts) {
        self.context = context
        self.started = started
        self.facts = facts
    }
}

/// The parts of a request that the log needs after the request's bytes are released.
struct ExchangeFacts {
    let id: RequestID
    let trace: TraceID
    private let path: String
    private let userAgent: String?
    private let forwardedFor: String?
    private let forwarded: String?
    private let hasXForwarded: Bool

    init(_ request: borrowing Request, _ head: RequestHead) {
        id = request.id
        trace = request.trace
        path = request.path
        let lines = request.fields.lines
        func value(_ extent: Extent, _ kind: KnownField) -> String? {
            guard !extent.isEmpty else { return nil }
            return head.lines.lastIndex { $0.kind == kind }.map { lines[$0].value }
        }
        userAgent = value(head.userAgent, .userAgent)
        forwardedFor = value(head.forwardedFor, .forwardedFor)
        forwarded = value(head.forwarded, .forwarded)
        hasXForwarded = head.hasXForwarded
    }

    /// Passes the facts and the figures of the response to a recorder.
    ///
    /// - Parameters:
    ///   - bytesSent: as in `Exchange.bytesSent`.
    ///   - nanoseconds: the time from the arrival of the head until the response is encoded; 0 for a refused message.
    ///   - time: the wall-clock time of the response, in milliseconds since 1970.
    func record(
        _ recorder: any ExchangeRecorder, method: Method, label: AnswerLabel, status: Int, bytesSent: Int,
        nanoseconds: UInt64, time: Int64, peer: IPAddress
    ) {
        var (path, userAgent) = (path, userAgent ?? "")
        var (forwardedFor, forwarded) = (forwardedFor ?? "", forwarded ?? "")
        path.withUTF8 { path in
            userAgent.withUTF8 { userAgent in
                forwardedFor.withUTF8 { forwardedFor in
                    forwarded.withUTF8 { forwarded in
                        recorder.finished(
                            Exchange(
                                method: method, label: label, status: status, bytesSent: bytesSent,
                                nanoseconds: nanoseconds, time: time, id: id, trace: trace, peer: peer, path: path,
                                userAgent: userAgent, forwardedFor: forwardedFor, forwarded: forwarded,
                                hasXForwarded: hasXForwarded))
                    }
                }
            }
        }
    }
}
