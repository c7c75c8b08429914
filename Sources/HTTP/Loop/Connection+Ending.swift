import Glibc

/// The part of a connection that handles timeouts and the end of the connection.
extension Connection {
    /// Handles everything that is due: deadlines, heartbeats, ends of streams, retries after a lack of memory, and handlers whose clients have left.
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
            return endTurn(on: loop)
        case nil: break
        }
        if let stream, stream.endsAt <= loop.now { return endStream(on: loop) }
        if let stream, queue.isEmpty, stream.lastSent + loop.limits.heartbeat <= loop.now {
            send(EventFrame.heartbeat, stream, on: loop)
        }
    }

    /// Whether the client has closed the connection or its sending side.
    private var hasClientLeft: Bool {
        // POLLRDHUP (poll(2)), which Glibc declares only for GNU sources.
        let closed: Int16 = 0x2000
        var question = pollfd(fd: descriptor, events: closed, revents: 0)
        guard Glibc.poll(&question, 1, 0) > 0 else { return false }
        return question.revents & (closed | Int16(POLLHUP) | Int16(POLLERR)) != 0
    }

    private func tryAgain(on loop: isolated EventLoop) {
        isStarved = false
        if !queue.isEmpty { writable(loop) }
        if !isClosed, !isStarved { endTurn(on: loop) }
    }

    /// Closes an idle or lingering connection whose deadline has passed, unless a request has just arrived or a turn is due.
    private func closeIdle(on loop: isolated EventLoop) {
        guard !isTurnDue else { return }
        if conversation.phase == .idle { readable(loop) }
        guard !isClosed, case .close = conversation.expired(at: loop.now) else { return }
        close(on: loop)
    }

    /// Ends an event stream immediately, an idle connection after `idleGrace`, and any other connection after its response. A handler that is still
    /// reading content gets the error `stopping`.
    ///
    /// - Parameter idleGrace: the time for another request, in seconds after the last response, or after accept.
    func drain(idleGrace: Double, on loop: isolated EventLoop) {
        guard stream == nil else { return endStream(on: loop) }
        mayBeSending = true
        endContent(.stopping)
        conversation.drain(isWriting: !queue.isEmpty, idleGrace: idleGrace, at: loop.now, limits: loop.limits)
        tick(loop)
    }

    /// Closes the connection, cancels its handler, and ends its streams. Does nothing if the connection is closed.
    ///
    /// - Parameter reset: whether to drop the data that the kernel still holds for the client.
    func close(on loop: isolated EventLoop, reset: Bool = false) {
        guard !isClosed else { return }
        isClosed = true
        exchange?.content?.end(.disconnected)
        exchange?.task?.cancel()
        exchange = nil
        leaveStream(on: loop)
        leaveDownload()
        unread = []
        queue = WriteQueue()
        if reset {
            var option = linger(l_onoff: 1, l_linger: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        }
        if sources.cancel() { Glibc.close(descriptor) }
        loop.forget(self)
    }

    /// Closes the descriptor after the last source has been cancelled. Each source calls this function.
    func sourceCancelled(_ loop: isolated EventLoop) {
        if sources.cancelled() { Glibc.close(descriptor) }
    }
}
