import CSystem
import Glibc

/// The part of a connection that writes responses to the socket.
extension Connection {
    /// Sends the turn's output and then the long content. Queues the bytes that the socket does not take or that would delay other connections.
    func flush(_ large: LargeContent? = nil, on loop: isolated EventLoop) {
        guard !isClosed else { return loop.output.removeAll() }
        guard queue.isEmpty else {
            enqueue(from: 0, large, on: loop)
            return
        }
        let first = loop.output.bytes
        // After the last response `endTurn` ends the stream immediately, so that the FIN travels in the same segment.
        let endsSoon = conversation.phase == .finished
        var sent: Int
        repeat {
            switch large?.first.data {
            case nil:
                sent = csystem_send(descriptor, first.baseAddress, first.count, nil, 0, endsSoon)
            case .bytes(let bytes)?:
                let range = large?.first.range ?? 0..<0
                sent = bytes.withUnsafeBufferPointer { bytes in
                    csystem_send(
                        descriptor, first.baseAddress, first.count,
                        bytes.baseAddress.map { $0 + range.lowerBound }, min(range.count, WriteQueue.turn), endsSoon)
                }
            case .file?:
                sent = 0
            }
        } while sent < 0 && errno == EINTR
        allowance -= max(0, sent)
        if sent == first.count + (large?.count ?? 0) { return loop.output.removeAll() }
        guard sent >= 0 || errno == EAGAIN || errno == ENOBUFS || errno == ENOMEM else {
            loop.output.removeAll()
            return close(on: loop)
        }
        enqueue(from: max(0, sent), large, on: loop)
        conversation.writeBlocked(at: loop.now, limits: loop.limits)
        write(limit: WriteQueue.turn - max(0, sent), on: loop)
    }

    /// Queues the rest of the turn's output and content after the first `sent` bytes.
    func enqueue(from sent: Int, _ large: LargeContent?, on loop: isolated EventLoop) {
        let first = loop.output.bytes
        if sent < first.count {
            let rest = Array(first[sent...])
            queue.append(rest, 0..<rest.count)
        }
        if let large {
            var slice = large.first
            slice.range = (slice.range.lowerBound + max(0, sent - first.count))..<slice.range.upperBound
            queue.append(slice)
            for slice in large.others { queue.append(slice) }
        }
        loop.output.removeAll()
    }

    /// Sends at most `limit` queued bytes, and schedules a turn for the rest unless the socket is full. Closes the connection on failure.
    func write(limit: Int = WriteQueue.turn, on loop: isolated EventLoop) {
        let (sent, outcome) = queue.send(to: descriptor, limit: limit)
        switch outcome {
        case .failed: return close(on: loop)
        case .complete: return conversation.writeCompleted(at: loop.now, limits: loop.limits)
        case .blocked: isStarved = false
        case .starved: isStarved = true
        case .paused:
            isTurnDue = true
            loop.scheduleTurn(to: self)
        case .awaiting(let file, let range):
            isTurnDue = true
            loop.preload(range, of: file, for: self)
        }
        conversation.writeProgressed(sent, at: loop.now, limits: loop.limits)
    }

    /// Continues to write when the socket has room.
    func writable(_ loop: isolated EventLoop) {
        guard !isClosed, !isTurnDue else { return }
        loop.readClocks()
        continueWriting(loop)
    }

    /// Continues to write after other connections have had a turn.
    func takeTurn(_ loop: isolated EventLoop) {
        isTurnDue = false
        guard !isClosed else { return }
        loop.readClocks()
        continueWriting(loop)
    }

    /// Continues to write after part of a file has been read into memory.
    func preloaded(_ range: Range<Int>, _ loop: isolated EventLoop) {
        guard !isClosed else { return }
        queue.markPreloaded(range)
        loop.readClocks()
        // The disk's time does not count against the client.
        conversation.writeBlocked(at: loop.now, limits: loop.limits)
        takeTurn(loop)
    }

    private func continueWriting(_ loop: isolated EventLoop) {
        if !queue.isEmpty { write(on: loop) }
        guard !isClosed else { return }
        guard queue.isEmpty else { return endTurn(on: loop) }
        if stream != nil {
            sendWaiting(on: loop)
            endTurn(on: loop)
        } else if download != nil {
            pull(on: loop)
            endTurn(on: loop)
        } else {
            resume(on: loop)
        }
    }

    func resume(on loop: isolated EventLoop) {
        processUnread(on: loop)
        endTurn(on: loop)
    }

    /// Ends a turn: sends the collected output, then waits for an event, schedules another turn, or ends the connection.
    func endTurn(on loop: isolated EventLoop) {
        if loop.output.count > 0 { flush(on: loop) }
        guard !isClosed else { return }
        if conversation.phase == .finished, queue.isEmpty {
            // Closing while the client sends would cause a reset, which may overtake the last response.
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
        if allowance <= 0, conversation.wantsInput, queue.isEmpty, !unread.isEmpty, !isTurnDue, !isStarved {
            // A client with many pipelined requests could otherwise use all the loop's time.
            isTurnDue = true
            loop.scheduleTurn(to: self)
        }
        let isWaiting = isStarved || isTurnDue
        // The input source stays active while a handler works, since suspending and resuming it would wake Dispatch's manager for each response.
        if conversation.phase == .answering, queue.isEmpty, !isWaiting, unread.isEmpty {
            return sources.wait(forInput: nil, forRoom: false, of: self, on: loop)
        }
        if hasJustAnswered, conversation.phase == .idle, wantsInput, !isWaiting {
            hasJustAnswered = false
            if loop.keepHot(self) { return sources.wait(forInput: false, forRoom: false, of: self, on: loop) }
        }
        sources.wait(
            forInput: wantsInput && !isWaiting, forRoom: !queue.isEmpty && !isWaiting, of: self, on: loop)
    }
}
