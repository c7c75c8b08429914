/// The server side of an HTTP/1.1 connection as a state machine that turns bytes and times into actions, without a socket.
///
/// The state machine handles one request at a time. Pipelined bytes (RFC 9112 §9.3.2) stay with the caller until the response is complete.
struct Conversation {
    enum Phase: Equatable {
        /// Waits for the first byte of a request.
        case idle
        case head
        /// The head of a request with content is complete; `admitContent` or `admitStreamedContent` must be called.
        case admission
        case content
        /// A handler reads the content while it arrives.
        case receiving
        /// A handler has the request but does not read now, so no content is received.
        case withheld
        /// The response is being made; no input is processed.
        case answering
        /// The response is an event stream or streamed content.
        case streaming
        /// The last response is complete but perhaps not yet written.
        case finished
        /// The last response is written. Input is discarded, so that a reset does not destroy the response (RFC 9112 §9.6).
        case lingering
    }

    enum Action {
        /// Keep the bytes that were not consumed, and read more bytes.
        case read
        /// The parser's `head` is complete. If the request has content, `admitContent` or `admitStreamedContent` must be called next.
        case head
        case content([UInt8])
        /// A piece of the content for a handler that reads while it arrives.
        case piece([UInt8], isLast: Bool)
        /// The message is refused. Send the rejection's response, then end the connection.
        case reject(Rejection)
    }

    enum Admission {
        case read
        /// The client waits for 100 Continue (RFC 9110 §10.1.1).
        case sendContinue
        case reject(Rejection)
    }

    enum Expiry {
        case close
        case reject(Rejection)
        /// The client reads too slowly. Reset the connection, so that the kernel drops queued data.
        case abort
    }

    private(set) var phase = Phase.idle
    /// The time by which the client must send what the phase requires (the first byte, the rest of the head, or more content) or, in the phase
    /// `lingering`, close the connection; `never` while nothing is expected of the client.
    private(set) var deadline: MonotonicTime
    /// Whether the connection continues after the current response.
    private(set) var persists = true
    /// Whether the client has sent its last byte. The client may still read (half-close).
    private(set) var inputEnded = false
    private var isDraining = false
    /// Whether the client may leave the response unread for at least `Limits.streamPause`.
    private var isPatient = false
    /// Whether a request was answered, so that `idleTimeout` limits the wait for the next request.
    private var isKept = false
    private var emptyLines: UInt8 = 0
    private var scanner = HeadScanner()
    private var reader: ContentReader?
    /// The time at which the client's reading falls below the minimum rate; `never` while nothing waits to be written.
    private var writeAllowance = MonotonicTime.never

    init(at now: MonotonicTime, limits: borrowing Limits) {
        deadline = now + min(limits.firstRequestTimeout, limits.idleTimeout)
    }

    var wantsInput: Bool {
        switch phase {
        case .idle, .head, .content, .receiving: true
        case .admission, .withheld, .answering, .streaming, .finished, .lingering: false
        }
    }

    // MARK: Input

    /// Processes new input. A malformed or too long message becomes the action `reject`.
    ///
    /// - Returns: the number of bytes consumed, which is all of them for a refused message, and the next action.
    mutating func received(
        _ input: Bytes, at now: MonotonicTime, limits: borrowing Limits, parser: inout HeadParser
    ) -> (consumed: Int, action: Action) {
        do {
            switch phase {
            case .idle, .head: return try receivedHead(input, now, limits, &parser)
            case .content: return try receivedContent(input, now, limits)
            case .receiving: return try receivedPiece(input, now, limits)
            case .admission, .withheld, .answering, .streaming, .finished, .lingering: return (0, .read)
            }
        } catch {
            return (input.count, reject(error))
        }
    }

    private mutating func receivedHead(
        _ input: Bytes, _ now: MonotonicTime, _ limits: borrowing Limits, _ parser: inout HeadParser
    ) throws(Rejection) -> (Int, Action) {
        let start: Int
        let rest: Bytes
        let headLength: Int?
        do throws(Rejection) {
            start = try skipEmptyLines(input)
            rest = Bytes(rebasing: input[start...])
            // A lone CR may be half of an empty line, so the scanner must not store a position that is then skipped.
            let isUndecided = rest.isEmpty || (rest.count == 1 && rest[0] == ASCII.carriageReturn)
            headLength = isUndecided ? nil : try scanner.end(in: rest, limits: limits)
        } catch {
            // The last parsed head does not belong to the refused message.
            parser.reset()
            throw error
        }
        guard let headLength else {
            if phase == .idle, !input.isEmpty {
                phase = .head
                deadline = now + limits.headTimeout
            }
            return (start, .read)
        }
        try parser.parse(Bytes(rebasing: rest[..<headLength]))
        scanner = HeadScanner()
        emptyLines = 0
        persists = parser.head.persists && !isDraining
        phase = parser.head.hasContent ? .admission : .answering
        deadline = .never
        return (start + headLength, .head)
    }

    /// Returns the position after the empty lines before a request line. Throws if there are more than four. Some old clients send an empty line
    /// after a body.
    private mutating func skipEmptyLines(_ input: Bytes) throws(Rejection) -> Int {
        var start = 0
        while start + 1 < input.count, input[start] == ASCII.carriageReturn, input[start + 1] == ASCII.lineFeed {
            start += 2
            emptyLines += 1
            if emptyLines > 4 { throw .tooManyEmptyLines }
        }
        return start
    }

    /// Admits or rejects the content of a request, after the action `head`.
    ///
    /// - Parameters:
    ///   - limit: the maximum length of the content, in bytes. A longer Content-Length is rejected with 413.
    ///   - moreInput: whether content has already arrived, so that no 100 Continue is needed.
    mutating func admitContent(
        _ head: RequestHead, limit: Int, moreInput: Bool, at now: MonotonicTime, limits: borrowing Limits
    ) -> Admission {
        if let length = head.contentLength, length > limit {
            _ = reject(.contentTooLarge)
            return .reject(.contentTooLarge)
        }
        reader = ContentReader(length: head.contentLength, limit: limit)
        phase = .content
        deadline = now + limits.bodyGrace
        return head.expectsContinue && !moreInput ? .sendContinue : .read
    }

    private mutating func receivedContent(
        _ input: Bytes, _ now: MonotonicTime, _ limits: borrowing Limits
    ) throws(Rejection) -> (Int, Action) {
        guard !input.isEmpty, let (consumed, isComplete) = try reader?.read(input, limits: limits) else {
            return (0, .read)
        }
        guard isComplete else {
            // A token bucket of time: each byte adds 1/bodyRate, up to `bodyStall`, so an early burst earns no credit for a long stall.
            let earned = deadline + Double(consumed) / Double(limits.bodyRate)
            deadline = min(earned, now + limits.bodyStall)
            return (consumed, .read)
        }
        let content = reader?.content ?? []
        reader = nil
        phase = .answering
        deadline = .never
        return (consumed, .content(content))
    }

    // MARK: Content that a handler reads while it arrives

    /// Admits content that a handler reads while it arrives, after the action `head`. No content is received before `receiveContent` is called.
    ///
    /// - Parameter limit: the maximum length of the whole content, in bytes. A longer Content-Length is refused with 413.
    /// - Returns: the reason for a refusal; `nil` if the content is admitted.
    mutating func admitStreamedContent(_ head: RequestHead, limit: Int) -> Rejection? {
        if let length = head.contentLength, length > limit {
            _ = reject(.contentTooLarge)
            return .contentTooLarge
        }
        reader = ContentReader(length: head.contentLength, limit: limit)
        phase = .withheld
        deadline = .never
        return nil
    }

    /// Records that the handler reads. The client must send the next piece within `Limits.contentPause`.
    mutating func receiveContent(at now: MonotonicTime, limits: borrowing Limits) {
        guard phase == .withheld else { return }
        phase = .receiving
        deadline = now + limits.contentPause
    }

    /// Records that the handler has too much unread content. The client is not late while it cannot send.
    mutating func withholdContent() {
        guard phase == .receiving else { return }
        phase = .withheld
        deadline = .never
    }

    /// Abandons the rest of the content, so that the response is the connection's last. Returns `false` if no handler was reading content.
    mutating func abandonContent() -> Bool {
        guard phase == .receiving || phase == .withheld else { return false }
        reader = nil
        persists = false
        phase = .answering
        deadline = .never
        return true
    }

    private mutating func receivedPiece(
        _ input: Bytes, _ now: MonotonicTime, _ limits: borrowing Limits
    ) throws(Rejection) -> (Int, Action) {
        guard !input.isEmpty, reader != nil else { return (0, .read) }
        let chunks = reader?.chunkCount ?? 0
        guard let (consumed, isComplete) = try reader?.read(input, limits: limits) else { return (0, .read) }
        let bytes = reader?.takeContent() ?? []
        if isComplete {
            reader = nil
            phase = .answering
            deadline = .never
        } else if reader?.chunkCount ?? 0 > chunks {
            deadline = now + limits.contentPause
        } else {
            // Other bytes earn time as in `receivedContent`, so that single bytes do not hold the connection.
            deadline = min(deadline + Double(consumed) / Double(limits.bodyRate), now + limits.contentPause)
        }
        return (consumed, .piece(bytes, isLast: isComplete))
    }

    private mutating func reject(_ rejection: Rejection) -> Action {
        reader = nil
        persists = false
        phase = .answering
        deadline = .never
        return .reject(rejection)
    }

    /// Records that the client has sent its last byte. Returns `true` if the connection can end: no response is pending, or the response is a stream.
    mutating func endInput() -> Bool {
        inputEnded = true
        persists = false
        switch phase {
        case .idle, .head, .admission, .content, .streaming, .lingering: return true
        case .receiving, .withheld, .answering, .finished: return false
        }
    }

    // MARK: Output

    /// Records that the response is complete, although its bytes may still wait to be written. The next phase is `idle`, or `finished` if the
    /// connection does not continue.
    mutating func answered(at now: MonotonicTime, limits: borrowing Limits) {
        guard persists else {
            phase = .finished
            deadline = .never
            return
        }
        phase = .idle
        isKept = true
        deadline = now + limits.idleTimeout
    }

    /// Records that the response is an event stream or streamed content. The connection ends after this response.
    ///
    /// - Parameter isPatient: whether the client may pause for `Limits.streamPause`, as a player with a full buffer does.
    mutating func openStream(isPatient: Bool = false) {
        phase = .streaming
        self.isPatient = isPatient
        persists = false
        deadline = .never
    }

    /// Records the end of the event stream or of the streamed content.
    mutating func endStream() {
        phase = .finished
    }

    /// Records that everything is written. The client has `Limits.lingerTimeout` seconds to close the connection.
    mutating func linger(at now: MonotonicTime, limits: borrowing Limits) {
        phase = .lingering
        deadline = now + limits.lingerTimeout
    }

    /// Records that bytes wait to be written, and starts the time in which the client must read them.
    mutating func writeBlocked(at now: MonotonicTime, limits: borrowing Limits) {
        writeAllowance = now + writeTimeout(limits)
    }

    /// Records that the socket took `count` bytes. The limit is a rate, so single bytes do not reset the deadline.
    mutating func writeProgressed(_ count: Int, at now: MonotonicTime, limits: borrowing Limits) {
        writeAllowance = min(writeAllowance + Double(count) / Double(limits.writeRate), now + writeTimeout(limits))
    }

    private func writeTimeout(_ limits: borrowing Limits) -> Double {
        isPatient ? max(limits.streamPause, limits.writeTimeout) : limits.writeTimeout
    }

    /// Records that the socket took all bytes.
    mutating func writeCompleted(at now: MonotonicTime, limits: borrowing Limits) {
        writeAllowance = .never
        // The wait for the next request starts when the response has been sent.
        if phase == .idle { deadline = now + limits.idleTimeout }
    }

    // MARK: Deadlines and shutdown

    /// Returns the action that is due at `now`; `nil` if none is due. A rejection must be sent as the connection's last response.
    mutating func expired(at now: MonotonicTime) -> Expiry? {
        // A long response may take longer than the wait for a next request, so only its rate counts.
        guard writeAllowance == .never else { return now >= writeAllowance ? .abort : nil }
        guard now >= deadline else { return nil }
        switch phase {
        case .idle, .lingering: return .close
        case .head where emptyLines > 0 && !scanner.hasBegun: return .close
        case .head, .content, .receiving:
            _ = reject(.timeout)
            return .reject(.timeout)
        case .admission, .withheld, .answering, .streaming, .finished: return nil
        }
    }

    /// Makes the current or next response the last one, because the server stops.
    ///
    /// A request may be in transit on an idle connection, and its client could not tell whether the server carried it out (RFC 9112 §9.3.1). So a
    /// recently used connection has time for another request, which is answered with `Connection: close`.
    ///
    /// - Parameters:
    ///   - isWriting: whether a response still waits to be written.
    ///   - idleGrace: the time for another request, in seconds after the last response, or after accept.
    mutating func drain(isWriting: Bool, idleGrace: Double, at now: MonotonicTime, limits: borrowing Limits) {
        isDraining = true
        persists = false
        guard phase == .idle else { return }
        guard !isWriting else {
            phase = .finished
            return
        }
        // The deadline of an idle connection is `timeout` seconds after its last response, or after accept.
        let timeout = isKept ? limits.idleTimeout : min(limits.firstRequestTimeout, limits.idleTimeout)
        deadline = min(deadline, now + idleGrace, deadline - max(0, timeout - idleGrace))
    }
}
