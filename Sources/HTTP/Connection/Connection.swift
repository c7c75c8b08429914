import CSystem
import Dispatch
import Glibc

/// One client's socket: the shell around its `Conversation`. Confined to the loop that accepted it.
///
/// Work is done in turns: an event comes (input, room for output, a handler's answer, the timer), the
/// conversation says what to do, answers gather in the loop's output buffer, and `settle` sends them in one go and
/// arms what the connection waits for next.
final class Connection {
    let descriptor: Int32
    /// Its place in the loop's table.
    var place: Int32 = -1
    private(set) var stream: EventStream?
    private var conversation: Conversation
    /// Received, but not consumed: a part of a head, or requests sent ahead.
    private var unread: [UInt8] = []
    private var queue = WriteQueue()
    private var exchange: OpenExchange?
    private var sources = ConnectionSources()
    private var isProcessing = false
    private(set) var isClosed = false
    /// Whether the client may be sending still when we have said our last word.
    private var mayBeSending = false
    private var knownPeer: String?

    init(_ descriptor: Int32, at now: MonotonicTime, limits: Limits) {
        self.descriptor = descriptor
        conversation = Conversation(at: now, limits: limits)
    }

    // MARK: Input

    /// The socket has input, or is at its end.
    func readable(_ loop: isolated EventLoop) {
        guard !isClosed else { return }
        loop.readClocks()
        let count = recv(descriptor, loop.input.storage.baseAddress, loop.input.storage.count, 0)
        if count > 0 {
            received(loop.input.bytes(count), on: loop)
        } else if count == 0 {
            if conversation.endInput() { close(on: loop) } else { settle(on: loop) }
        } else if errno == EAGAIN || errno == EINTR {
            settle(on: loop)
        } else {
            close(on: loop)
        }
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

    private func processUnread(on loop: isolated EventLoop) {
        guard !unread.isEmpty else { return }
        let held = unread
        unread = []
        let consumed = held.withUnsafeBufferPointer { process($0, on: loop) }
        guard !isClosed, consumed < held.count else { return }
        unread = consumed == 0 ? held : Array(held[consumed...])
    }

    /// Takes requests one after the other while they can be answered at once.
    ///
    /// - Returns: how many bytes are done with.
    private func process(_ input: Bytes, on loop: isolated EventLoop) -> Int {
        isProcessing = true
        defer { isProcessing = false }
        var consumed = 0
        while !isClosed, queue.isEmpty, conversation.wantsInput {
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
                exchange?.request.body = content
                dispatch(on: loop)
            case .reject(let rejection):
                reject(rejection, on: loop)
            }
        }
        if consumed < input.count { mayBeSending = true }
        return consumed
    }

    private func headArrived(_ bytes: Bytes, moreInput: Bool, on loop: isolated EventLoop) {
        let head = loop.parser.head
        if head.method.isRetrieval, !head.hasContent, head.pathLength > 0 {
            let view = RequestView(isSafe: true, target: bytes[head.target], authority: bytes[head.authority])
            if let answer = loop.responder.answerFromMemory(view) {
                return self.answer(answer, head, bytes, on: loop)
            }
        }
        let request = head.request(in: bytes, peer: peer)
        exchange = OpenExchange(
            request: request, context: AnswerContext(head, in: bytes),
            started: loop.observer == nil ? loop.now : .now)
        guard head.hasContent else { return dispatch(on: loop) }
        let limit = loop.responder.bodyLimit(method: request.method, path: request.path)
        switch conversation.admitContent(head, limit: limit, moreInput: moreInput, at: loop.now, limits: loop.limits) {
        case .read: break
        case .sendContinue: loop.output.append("HTTP/1.1 100 Continue\r\n\r\n")
        case .reject(let rejection): reject(rejection, on: loop)
        }
    }

    private var peer: String {
        if let knownPeer { return knownPeer }
        let text = PeerAddress.text(of: descriptor)
        knownPeer = text
        return text
    }

    // MARK: Answers

    private func answer(_ answer: MemoryAnswer, _ head: RequestHead, _ bytes: Bytes, on loop: isolated EventLoop) {
        let started = loop.observer == nil ? loop.now : .now
        let before = loop.output.count
        let (status, large) = loop.encoder.encode(
            answer.representation, AnswerContext(head, in: bytes), persists: conversation.persists, to: &loop.output)
        if let observer = loop.observer {
            observer.finished(
                Exchange(
                    method: head.method.method, path: head.path(in: bytes), route: answer.route, realm: answer.realm,
                    status: status, bytesSent: loop.output.count - before + (large?.range.count ?? 0),
                    nanoseconds: MonotonicTime.now.nanoseconds - started.nanoseconds, peer: peer))
        }
        answered(large, on: loop)
    }

    private func dispatch(on loop: isolated EventLoop) {
        guard let request = exchange?.request else { return }
        if request.path == "*" {
            // Asked of the server as a whole (RFC 9110 §9.3.7).
            return finish(
                Response(.noContent, fields: ["Allow": "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"]), on: loop)
        }
        let task = loop.dispatch(request, of: self)
        exchange?.task = task
    }

    /// The handler has answered: at once, within the turn that asked it, or later in a turn of its own.
    func finish(_ response: Response, on loop: isolated EventLoop) {
        guard !isClosed, let exchange else { return }
        self.exchange = nil
        if !isProcessing { loop.readClocks() }
        let before = loop.output.count
        let status: Int
        var large: ResponseEncoder.LargeContent?
        if case .events(let broadcaster, let lastEventID) = response.content, exchange.context.method != .head {
            status = response.status.code
            openStream(response, broadcaster, lastEventID, exchange.context, on: loop)
        } else {
            (status, large) = loop.encoder.encode(
                response, exchange.context, persists: conversation.persists, to: &loop.output)
        }
        if let observer = loop.observer {
            observer.finished(
                Exchange(
                    method: exchange.request.method, path: exchange.request.path, route: response.route, realm: "",
                    status: status, bytesSent: loop.output.count - before + (large?.range.count ?? 0),
                    nanoseconds: MonotonicTime.now.nanoseconds - exchange.started.nanoseconds, peer: peer))
        }
        if stream == nil, conversation.phase == .answering { answered(large, on: loop) }
        if !isProcessing { resume(on: loop) }
    }

    private func reject(_ rejection: Rejection, on loop: isolated EventLoop) {
        loop.logger.trace("request refused", metadata: ["rule": "\(rejection)"])
        let context = exchange?.context ?? AnswerContext(rejected: loop.parser.head)
        let before = loop.output.count
        loop.encoder.encode(rejection, context, to: &loop.output)
        if let observer = loop.observer {
            observer.finished(
                Exchange(
                    method: context.method.method, path: exchange?.request.path ?? "-", route: "malformed", realm: "",
                    status: rejection.status.code, bytesSent: loop.output.count - before, nanoseconds: 0, peer: peer))
        }
        exchange = nil
        mayBeSending = true
        answered(nil, on: loop)
    }

    private func answered(_ large: ResponseEncoder.LargeContent?, on loop: isolated EventLoop) {
        conversation.answered(at: loop.now, limits: loop.limits)
        // Answers to requests sent ahead are gathered, within the size of the buffer.
        if large != nil || loop.output.count >= 64 * 1024 { flush(large, on: loop) }
    }

    // MARK: Output

    /// Sends what the turn has gathered and the long content behind it; what the socket does not take is queued.
    private func flush(_ large: ResponseEncoder.LargeContent? = nil, on loop: isolated EventLoop) {
        guard !isClosed else { return loop.output.removeAll() }
        guard queue.isEmpty else {
            enqueue(from: 0, large, on: loop)
            return
        }
        let first = loop.output.bytes
        var sent: Int
        repeat {
            if let large {
                sent = large.bytes.withUnsafeBufferPointer { bytes in
                    csystem_send(
                        descriptor, first.baseAddress, first.count,
                        bytes.baseAddress.map { $0 + large.range.lowerBound }, large.range.count)
                }
            } else {
                sent = csystem_send(descriptor, first.baseAddress, first.count, nil, 0)
            }
        } while sent < 0 && errno == EINTR
        if sent == first.count + (large?.range.count ?? 0) { return loop.output.removeAll() }
        guard sent >= 0 || errno == EAGAIN else {
            loop.output.removeAll()
            return close(on: loop)
        }
        enqueue(from: max(0, sent), large, on: loop)
        conversation.writeBlocked(at: loop.now, limits: loop.limits)
        write(on: loop)
    }

    /// Queues what is left after the first `sent` bytes of the turn's output and the content behind it.
    private func enqueue(from sent: Int, _ large: ResponseEncoder.LargeContent?, on loop: isolated EventLoop) {
        let first = loop.output.bytes
        if sent < first.count {
            let rest = Array(first[sent...])
            queue.append(rest, 0..<rest.count)
        }
        if let large {
            let start = large.range.lowerBound + max(0, sent - first.count)
            queue.append(large.bytes, start..<large.range.upperBound)
        }
        loop.output.removeAll()
    }

    /// Sends what is queued, as far as the socket takes it.
    private func write(on loop: isolated EventLoop) {
        let (sent, outcome) = queue.send(to: descriptor)
        switch outcome {
        case .failed: close(on: loop)
        case .blocked: if sent > 0 { conversation.writeProgressed(sent, at: loop.now, limits: loop.limits) }
        case .complete: conversation.writeCompleted(at: loop.now, limits: loop.limits)
        }
    }

    /// The socket takes more.
    func writable(_ loop: isolated EventLoop) {
        guard !isClosed else { return }
        loop.readClocks()
        write(on: loop)
        guard !isClosed, queue.isEmpty else { return }
        if stream != nil {
            sendWaiting(on: loop)
            settle(on: loop)
        } else {
            resume(on: loop)
        }
    }

    private func resume(on loop: isolated EventLoop) {
        processUnread(on: loop)
        settle(on: loop)
    }

    /// Ends a turn: sends what it gathered, and waits for what comes next.
    private func settle(on loop: isolated EventLoop) {
        if loop.output.count > 0 { flush(on: loop) }
        guard !isClosed else { return }
        if conversation.phase == .finished, queue.isEmpty {
            // Closing while the client sends would answer it with a reset, which may overtake what we said.
            guard mayBeSending, !conversation.inputEnded else { return close(on: loop) }
            shutdown(descriptor, Int32(SHUT_WR))
            conversation.linger(at: loop.now, limits: loop.limits)
            unread = []
        }
        let wantsInput =
            switch conversation.phase {
            case .streaming, .lingering: true
            default: conversation.wantsInput && queue.isEmpty
            }
        sources.wait(forInput: wantsInput, forRoom: !queue.isEmpty, of: self, on: loop)
    }

    // MARK: Event streams

    private func openStream(
        _ response: Response, _ broadcaster: EventBroadcaster, _ lastEventID: String?, _ context: AnswerContext,
        on loop: isolated EventLoop
    ) {
        loop.encoder.encodeStreamHead(response, context, to: &loop.output)
        conversation.openStream()
        let joined = broadcaster.joined(loop, lastEventID: lastEventID)
        let opened = EventStream(
            openedAt: joined?.openedAt ?? 0, isChunked: !context.isHTTP10, backlog: joined?.backlog ?? [], at: loop.now)
        stream = opened
        if joined != nil { opened.channel = loop.join(self, broadcaster) }
        for frame in joined?.backlog ?? [] {
            frame.chunk.withUnsafeBufferPointer { loop.output.append(Bytes(rebasing: $0[opened.range(of: frame)])) }
        }
        if joined == nil { endStream(on: loop) }
    }

    /// An event was published.
    func deliver(_ frame: EventFrame, _ sequence: UInt64, on loop: isolated EventLoop) {
        guard let stream, conversation.phase == .streaming, stream.wants(frame, sequence) else { return }
        send(frame, stream, on: loop)
    }

    private func send(_ frame: EventFrame, _ stream: EventStream, on loop: isolated EventLoop) {
        guard queue.isEmpty else {
            if !stream.hold(frame, limit: loop.limits.waitingEvents) { close(on: loop, reset: true) }
            return
        }
        let range = stream.range(of: frame)
        let sent = frame.chunk.withUnsafeBufferPointer { bytes in
            csystem_send(descriptor, bytes.baseAddress.map { $0 + range.lowerBound }, range.count, nil, 0)
        }
        stream.lastSent = loop.now
        guard sent < range.count else { return }
        guard sent >= 0 || errno == EAGAIN || errno == EINTR else { return close(on: loop) }
        queue.append(frame.chunk, (range.lowerBound + max(0, sent))..<range.upperBound)
        conversation.writeBlocked(at: loop.now, limits: loop.limits)
        settle(on: loop)
    }

    private func sendWaiting(on loop: isolated EventLoop) {
        guard let stream else { return }
        for frame in stream.takeWaiting() where !isClosed { send(frame, stream, on: loop) }
    }

    /// Ends the event stream; the connection ends with it.
    func endStream(on loop: isolated EventLoop) {
        guard let stream, conversation.phase == .streaming else { return }
        conversation.endStream()
        _ = stream.takeWaiting()
        leaveStream(on: loop)
        if stream.isChunked { queueOrSend(EventFrame.lastChunk, on: loop) }
        if !isProcessing { settle(on: loop) }
    }

    private func queueOrSend(_ bytes: [UInt8], on loop: isolated EventLoop) {
        if queue.isEmpty { loop.output.append(bytes) } else { queue.append(bytes, 0..<bytes.count) }
    }

    private func leaveStream(on loop: isolated EventLoop) {
        if let channel = stream?.channel { loop.leave(self, channel) }
        stream = nil
    }

    // MARK: Time and the end

    /// The loop's timer: what is overdue, and a sign of life on quiet event streams.
    func tick(_ loop: isolated EventLoop) {
        switch conversation.expired(at: loop.now) {
        case .close: return close(on: loop)
        case .abort: return close(on: loop, reset: true)
        case .reject(let rejection):
            unread = []
            reject(rejection, on: loop)
            return settle(on: loop)
        case nil: break
        }
        if let stream, queue.isEmpty, stream.lastSent + loop.limits.heartbeat <= loop.now {
            send(EventFrame.heartbeat, stream, on: loop)
        }
    }

    /// The server stops: ends at once what waits for nothing, and lets the rest end with its answer.
    func drain(on loop: isolated EventLoop) {
        guard stream == nil else { return endStream(on: loop) }
        mayBeSending = true
        guard conversation.drain(isWriting: !queue.isEmpty) else { return }
        // A request that came in the meantime is still answered.
        readable(loop)
        if conversation.phase == .idle { close(on: loop) }
    }

    /// Ends the connection now. The descriptor is closed once no source watches it.
    ///
    /// - Parameter reset: drops what the kernel still holds for the client.
    func close(on loop: isolated EventLoop, reset: Bool = false) {
        guard !isClosed else { return }
        isClosed = true
        exchange?.task?.cancel()
        exchange = nil
        leaveStream(on: loop)
        unread = []
        queue = WriteQueue()
        if reset {
            var option = linger(l_onoff: 1, l_linger: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        }
        if sources.cancel() { Glibc.close(descriptor) }
        loop.forget(self)
    }

    /// A source has let go of the descriptor.
    func sourceCancelled(_ loop: isolated EventLoop) {
        if sources.cancelled() { Glibc.close(descriptor) }
    }
}
