import CSystem
import Glibc

/// Writes answers to the socket.
extension Connection {
    /// Sends what the turn has gathered and the long content behind it; what the socket does not take is queued, and
    /// so is what would keep the others of the loop waiting.
    func flush(_ large: LargeContent? = nil, on loop: isolated EventLoop) {
        guard !isClosed else { return loop.output.removeAll() }
        guard queue.isEmpty else {
            enqueue(from: 0, large, on: loop)
            return
        }
        let first = loop.output.bytes
        // After the last answer `settle` ends the stream immediately, so that the FIN goes in the same segment.
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

    /// Queues what is left after the first `sent` bytes of the turn's output and the content behind it.
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

    /// Sends what is queued, as far as the socket takes it, but `limit` bytes at most before others have their turn.
    func write(limit: Int = WriteQueue.turn, on loop: isolated EventLoop) {
        let (sent, outcome) = queue.send(to: descriptor, limit: limit)
        switch outcome {
        case .failed: return close(on: loop)
        case .complete: return conversation.writeCompleted(at: loop.now, limits: loop.limits)
        case .blocked: isStarved = false
        case .starved: isStarved = true
        case .paused:
            isTurnDue = true
            loop.giveTurn(to: self)
        case .awaiting(let file, let range):
            isTurnDue = true
            loop.bringIn(range, of: file, for: self)
        }
        conversation.writeProgressed(sent, at: loop.now, limits: loop.limits)
    }

    /// The socket takes more.
    func writable(_ loop: isolated EventLoop) {
        guard !isClosed, !isTurnDue else { return }
        loop.readClocks()
        goOn(loop)
    }

    /// The others have had their turn.
    func takeTurn(_ loop: isolated EventLoop) {
        isTurnDue = false
        guard !isClosed else { return }
        loop.readClocks()
        goOn(loop)
    }

    /// Continues after a part of a file has been read into memory.
    func broughtIn(_ range: Range<Int>, _ loop: isolated EventLoop) {
        guard !isClosed else { return }
        queue.wasBroughtIn(range)
        loop.readClocks()
        // The time that the disk took is not the reader's.
        conversation.writeBlocked(at: loop.now, limits: loop.limits)
        takeTurn(loop)
    }

    private func goOn(_ loop: isolated EventLoop) {
        if !queue.isEmpty { write(on: loop) }
        guard !isClosed else { return }
        guard queue.isEmpty else { return settle(on: loop) }
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
        if allowance <= 0, conversation.wantsInput, queue.isEmpty, !unread.isEmpty, !isTurnDue, !isStarved {
            // Requests sent ahead by a reader so fast that its answers would leave no time for others.
            isTurnDue = true
            loop.giveTurn(to: self)
        }
        let isWaiting = isStarved || isTurnDue
        // While a handler works, input is not asked for but may be reported: mostly there is none, and stopping and
        // resuming the source would wake Dispatch's manager for each answer.
        if conversation.phase == .answering, queue.isEmpty, !isWaiting, unread.isEmpty {
            return sources.wait(forInput: nil, forRoom: false, of: self, on: loop)
        }
        if isLively, conversation.phase == .idle, wantsInput, !isWaiting {
            isLively = false
            if loop.keepHot(self) { return sources.wait(forInput: false, forRoom: false, of: self, on: loop) }
        }
        sources.wait(
            forInput: wantsInput && !isWaiting, forRoom: !queue.isEmpty && !isWaiting, of: self, on: loop)
    }
}
