import CSystem
import Glibc

/// From an answer to the socket.
extension Connection {
    /// Sends what the turn has gathered and the long content behind it; what the socket does not take is queued.
    func flush(_ large: ResponseEncoder.LargeContent? = nil, on loop: isolated EventLoop) {
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
        guard sent >= 0 || errno == EAGAIN || errno == ENOBUFS || errno == ENOMEM else {
            loop.output.removeAll()
            return close(on: loop)
        }
        enqueue(from: max(0, sent), large, on: loop)
        conversation.writeBlocked(at: loop.now, limits: loop.limits)
        write(on: loop)
    }

    /// Queues what is left after the first `sent` bytes of the turn's output and the content behind it.
    func enqueue(from sent: Int, _ large: ResponseEncoder.LargeContent?, on loop: isolated EventLoop) {
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
    func write(on loop: isolated EventLoop) {
        let (sent, outcome) = queue.send(to: descriptor)
        switch outcome {
        case .failed: close(on: loop)
        case .blocked, .starved:
            isStarved = outcome == .starved
            if sent > 0 { conversation.writeProgressed(sent, at: loop.now, limits: loop.limits) }
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

    func resume(on loop: isolated EventLoop) {
        processUnread(on: loop)
        settle(on: loop)
    }

    /// Ends a turn: sends what it gathered, and waits for what comes next.
    func settle(on loop: isolated EventLoop) {
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
        sources.wait(
            forInput: wantsInput && !isStarved, forRoom: !queue.isEmpty && !isStarved, of: self, on: loop)
    }
}
