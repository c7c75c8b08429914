import Glibc

/// Time, and the ways in which a connection ends.
extension Connection {
    /// The loop's timer: what is overdue, and a sign of life on quiet event streams.
    func tick(_ loop: isolated EventLoop) {
        if isStarved { tryAgain(on: loop) }
        if let exchange, exchange.endsWithClient, conversation.phase == .answering, hasClientLeft {
            exchange.task?.cancel()
        }
        switch conversation.expired(at: loop.now) {
        case .close: return closeIdle(on: loop)
        case .abort: return close(on: loop, reset: true)
        case .reject(let rejection):
            unread = []
            reject(rejection, on: loop)
            return settle(on: loop)
        case nil: break
        }
        if let stream, stream.endsAt <= loop.now { return endStream(on: loop) }
        if let stream, queue.isEmpty, stream.lastSent + loop.limits.heartbeat <= loop.now {
            send(EventFrame.heartbeat, stream, on: loop)
        }
    }

    /// Whether the client has closed the connection or its side of it, even if unread data precedes that.
    private var hasClientLeft: Bool {
        // POLLRDHUP (poll(2)), which Glibc declares for GNU sources only.
        let closed: Int16 = 0x2000
        var question = pollfd(fd: descriptor, events: closed, revents: 0)
        guard poll(&question, 1, 0) > 0 else { return false }
        return question.revents & (closed | Int16(POLLHUP) | Int16(POLLERR)) != 0
    }

    /// The kernel may have memory again.
    private func tryAgain(on loop: isolated EventLoop) {
        isStarved = false
        if !queue.isEmpty { writable(loop) }
        if !isClosed, !isStarved { settle(on: loop) }
    }

    /// Closes a connection that has waited long enough, unless its request has come in the meantime.
    private func closeIdle(on loop: isolated EventLoop) {
        // What it has sent ahead is still answered.
        guard !isTurnDue else { return }
        if conversation.phase == .idle { readable(loop) }
        guard !isClosed, case .close = conversation.expired(at: loop.now) else { return }
        close(on: loop)
    }

    /// The server stops: ends what waits for nothing, and lets the rest end with its answer.
    ///
    /// - Parameter idleGrace: how long after its last answer a connection may still send a request, in seconds.
    func drain(idleGrace: Double, on loop: isolated EventLoop) {
        guard stream == nil else { return endStream(on: loop) }
        mayBeSending = true
        conversation.drain(isWriting: !queue.isEmpty, idleGrace: idleGrace, at: loop.now, limits: loop.limits)
        tick(loop)
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
