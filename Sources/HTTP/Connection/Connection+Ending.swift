import Glibc

/// Time, and the ways in which a connection ends.
extension Connection {
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
