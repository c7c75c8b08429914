import Glibc

/// A client's socket and its `Conversation`, confined to the loop that accepted the socket.
///
/// A turn begins with an event, such as input, room for output, a handler's response or the timer. The responses are collected in the loop's output
/// buffer, and `endTurn` sends them and arms the sources for the next event.
final class Connection {
    let descriptor: Int32
    let client: ClientNetworkEntry
    /// The index in the loop's `ConnectionTable`; -1 before the connection is added.
    var place: Int32 = -1
    var stream: EventStream?
    /// The streamed content that is being sent.
    var download: ContentDownload?
    // Exclusivity checks are off, as for the parser of `EventLoop`: no call of these properties accesses the same property again.
    @exclusivity(unchecked) var conversation: Conversation
    /// The bytes received but not consumed, such as pipelined requests.
    var unread: [UInt8] = []
    @exclusivity(unchecked) var queue = WriteQueue()
    var exchange: OpenExchange?
    @exclusivity(unchecked) var sources = ConnectionSources()
    var isProcessing = false
    var isClosed = false
    /// Whether the loop has scheduled a turn, at once or after a part of a file is in memory.
    var isTurnDue = false
    /// The number of bytes that may be sent before other connections have a turn.
    var allowance = WriteQueue.turn
    /// Whether the client may still be sending after the last response.
    var mayBeSending = false
    /// Whether the kernel was out of memory for this socket. The next tick retries, since the sources would fire continuously.
    var isStarved = false
    /// Whether a request was answered and the connection not yet offered to the hot set.
    var hasJustAnswered = false
    private let address: PeerAddress

    init(
        _ descriptor: Int32, from client: ClientNetworkEntry, _ address: PeerAddress, at now: MonotonicTime,
        limits: borrowing Limits
    ) {
        self.descriptor = descriptor
        self.client = client
        self.address = address
        conversation = Conversation(at: now, limits: limits)
    }

    // MARK: Input

    /// Receives input when the socket is readable or has reached its end.
    func readable(_ loop: isolated EventLoop) {
        guard !isClosed else { return }
        // Input is ignored while a response is being made or the handler does not read.
        guard conversation.phase != .answering && conversation.phase != .withheld || isTurnDue else {
            return sources.suspendInput()
        }
        if !receive(on: loop) { awaitInput(loop) }
    }

    /// Receives input or the end of the stream. Returns `false` if the socket has no input yet.
    private func receive(on loop: isolated EventLoop) -> Bool {
        let count = recv(descriptor, loop.input.storage.baseAddress, loop.input.storage.count, 0)
        let error = errno
        if count < 0, error == EAGAIN || error == EINTR { return false }
        loop.readClocks()
        if count > 0 {
            received(loop.input.bytes(count), on: loop)
        } else if count == 0 {
            let endsConnection = conversation.endInput()
            endContent(.disconnected)
            if endsConnection { close(on: loop) } else { endTurn(on: loop) }
        } else if error == ENOBUFS || error == ENOMEM {
            isStarved = true
            endTurn(on: loop)
        } else {
            close(on: loop)
        }
        return true
    }

    enum Reply {
        case something, nothing, ofNoInterest
    }

    /// Receives input, if there is any, for the loop's hot set. The result is `ofNoInterest` if the connection does not wait for a request.
    func poll(_ loop: isolated EventLoop) -> Reply {
        guard !isClosed, conversation.phase == .idle, queue.isEmpty else { return .ofNoInterest }
        return receive(on: loop) ? .something : .nothing
    }

    /// Arms the source to wait for input.
    func awaitInput(_ loop: isolated EventLoop) {
        loop.readClocks()
        endTurn(on: loop)
    }

    private func received(_ bytes: Bytes, on loop: isolated EventLoop) {
        if conversation.phase == .lingering || conversation.phase == .streaming { return }
        if unread.isEmpty {
            let consumed = process(bytes, on: loop)
            if !isClosed, consumed < bytes.count { unread = Array(bytes[consumed...]) }
        } else {
            unread.append(contentsOf: bytes)
            processUnread(on: loop)
        }
        endTurn(on: loop)
    }

    func processUnread(on loop: isolated EventLoop) {
        guard !unread.isEmpty else { return }
        let pending = unread
        unread = []
        let consumed = pending.withUnsafeBufferPointer { process($0, on: loop) }
        guard !isClosed, consumed < pending.count else { return }
        unread = consumed == 0 ? pending : Array(pending[consumed...])
    }

    /// Processes input and returns the number of bytes consumed.
    private func process(_ input: Bytes, on loop: isolated EventLoop) -> Int {
        isProcessing = true
        defer { isProcessing = false }
        allowance = WriteQueue.turn
        var consumed = 0
        while !isClosed, queue.isEmpty, conversation.wantsInput, allowance > 0 {
            let rest = Bytes(rebasing: input[consumed...])
            let (count, action) = conversation.received(rest, at: loop.now, limits: loop.limits, parser: &loop.parser)
            consumed += count
            switch action {
            case .read:
                return consumed
            case .head:
                let head = Bytes(rebasing: rest[(count - loop.parser.head.length)..<count])
                headArrived(head, moreInput: count < rest.count, on: loop)
            case .content(let content):
                guard var request = exchange?.request.take() else { break }
                request.body = content
                dispatch(request, on: loop)
            case .piece(let content, let isLast):
                contentArrived(content, isLast: isLast, on: loop)
            case .reject(let rejection):
                reject(rejection, on: loop)
            }
        }
        if consumed < input.count { mayBeSending = true }
        return consumed
    }

    private func headArrived(_ bytes: Bytes, moreInput: Bool, on loop: isolated EventLoop) {
        // The head is read in place, since a copy would cost more than the look-up of a response from memory.
        if loop.parser.head.mayBeAnsweredFromMemory, let answer = loop.answerFromMemory(bytes) {
            return self.answer(answer, bytes, on: loop)
        }
        let head = loop.parser.head
        let request = head.request(
            in: bytes, peer: peer, id: RequestID(bits: loop.identifiers.next()), trace: loop.trace(bytes))
        exchange = OpenExchange(
            context: AnswerContext(head, in: bytes), started: loop.now, facts: ExchangeFacts(request, head))
        guard head.hasContent else { return dispatch(request, on: loop) }
        let limit = loop.responder.bodyLimit(method: request.method, path: request.path)
        if loop.responder.streamsContent(method: request.method, path: request.path) {
            return dispatchEarly(request, head, limit: limit, moreInput: moreInput, on: loop)
        }
        exchange?.endsWithClient = loop.responder.endsWithClient(method: request.method, path: request.path)
        exchange?.request = request
        switch conversation.admitContent(head, limit: limit, moreInput: moreInput, at: loop.now, limits: loop.limits) {
        case .read: break
        case .sendContinue: loop.output.append("HTTP/1.1 100 Continue\r\n\r\n")
        case .reject(let rejection): reject(rejection, on: loop)
        }
    }

    /// The client's address as text, without the port.
    var peer: String { client.ipv4Text ?? address.ipv6Text }
    /// The client's address as a number.
    var peerAddress: IPAddress { client.network.ipv4 ?? address.ipv6 }
}
