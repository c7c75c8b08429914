import Glibc

/// One client's socket: the shell around its `Conversation`. Confined to the loop that accepted it.
///
/// Work is done in turns: an event comes (input, room for output, a handler's answer, the timer), the
/// conversation says what to do, answers gather in the loop's output buffer, and `settle` sends them in one go and
/// arms what the connection waits for next.
final class Connection {
    let descriptor: Int32
    /// The loop's entry for the client's network.
    let client: ClientNetworkEntry
    /// The index in the loop's table of connections.
    var place: Int32 = -1
    var stream: EventStream?
    var conversation: Conversation
    /// Received, but not consumed: a part of a head, or requests sent ahead.
    var unread: [UInt8] = []
    var queue = WriteQueue()
    var exchange: OpenExchange?
    var sources = ConnectionSources()
    var isProcessing = false
    var isClosed = false
    /// Whether the loop will give it a turn, and it waits for no event of its socket meanwhile.
    var isTurnDue = false
    /// The bytes that it may send before others have their turn.
    var allowance = WriteQueue.turn
    /// Whether the client may be sending still when we have said our last word.
    var mayBeSending = false
    /// Whether the kernel had no memory for this socket: tried again at the next tick, since its sources would fire
    /// without end.
    var isStarved = false
    /// Whether the connection was answered in this turn, so that its next request may follow immediately.
    var isLively = false
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

    /// The socket has input, or is at its end.
    func readable(_ loop: isolated EventLoop) {
        guard !isClosed else { return }
        // Sent ahead, or the end, while an answer is being made: of no interest before it is there.
        guard conversation.phase != .answering || isTurnDue else { return sources.suspendInput() }
        if !receive(on: loop) { awaitInput(loop) }
    }

    /// Takes what the socket has, which may be its end.
    ///
    /// - Returns: whether it had anything.
    private func receive(on loop: isolated EventLoop) -> Bool {
        let count = recv(descriptor, loop.input.storage.baseAddress, loop.input.storage.count, 0)
        let error = errno
        if count < 0, error == EAGAIN || error == EINTR { return false }
        loop.readClocks()
        if count > 0 {
            received(loop.input.bytes(count), on: loop)
        } else if count == 0 {
            if conversation.endInput() { close(on: loop) } else { settle(on: loop) }
        } else if error == ENOBUFS || error == ENOMEM {
            isStarved = true
            settle(on: loop)
        } else {
            close(on: loop)
        }
        return true
    }

    enum Reply {
        case something, nothing, ofNoInterest
    }

    /// The loop asks its hot set.
    func askAgain(_ loop: isolated EventLoop) -> Reply {
        // It may have ended meanwhile, or have begun to wait for something else.
        guard !isClosed, conversation.phase == .idle, queue.isEmpty else { return .ofNoInterest }
        return receive(on: loop) ? .something : .nothing
    }

    /// There is no input yet: its source waits for it.
    func awaitInput(_ loop: isolated EventLoop) {
        loop.readClocks()
        settle(on: loop)
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
        settle(on: loop)
    }

    func processUnread(on loop: isolated EventLoop) {
        guard !unread.isEmpty else { return }
        let held = unread
        unread = []
        let consumed = held.withUnsafeBufferPointer { process($0, on: loop) }
        guard !isClosed, consumed < held.count else { return }
        unread = consumed == 0 ? held : Array(held[consumed...])
    }

    /// Handles requests one after the other while they can be answered immediately.
    ///
    /// - Returns: how many bytes are done with.
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
            case .reject(let rejection):
                reject(rejection, on: loop)
            }
        }
        if consumed < input.count { mayBeSending = true }
        return consumed
    }

    private func headArrived(_ bytes: Bytes, moreInput: Bool, on loop: isolated EventLoop) {
        let head = loop.parser.head
        // What an app says of its version is for the responder to judge.
        if head.method.isRetrieval, !head.hasContent, head.pathLength > 0, !head.isForResponder,
            let answer = loop.answerFromMemory(head, bytes)
        {
            return self.answer(answer, head, bytes, on: loop)
        }
        let request = head.request(
            in: bytes, peer: peer, id: RequestID(bits: loop.identifiers.next()), trace: loop.trace(head, bytes))
        exchange = OpenExchange(
            context: AnswerContext(head, in: bytes), started: loop.now, facts: ExchangeFacts(request, head))
        guard head.hasContent else { return dispatch(request, on: loop) }
        let limit = loop.responder.bodyLimit(method: request.method, path: request.path)
        exchange?.endsWithClient = loop.responder.endsWithClient(method: request.method, path: request.path)
        exchange?.request = request
        switch conversation.admitContent(head, limit: limit, moreInput: moreInput, at: loop.now, limits: loop.limits) {
        case .read: break
        case .sendContinue: loop.output.append("HTTP/1.1 100 Continue\r\n\r\n")
        case .reject(let rejection): reject(rejection, on: loop)
        }
    }

    /// The client's address, without the port.
    var peer: String { client.ipv4Text ?? address.ipv6Text }
    /// The same as a number.
    var peerAddress: IPAddress { client.network.ipv4 ?? address.ipv6 }
}
