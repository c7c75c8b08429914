import CSystem
import Glibc

/// The part of a connection that sends event streams.
extension Connection {
    /// Opens a stream that `StreamCounts.enter` has counted under `realm`.
    ///
    /// - Parameter lastEventID: the last event ID that the client has sent; `nil` if it has sent none.
    func openStream(
        _ broadcaster: EventBroadcaster, _ lastEventID: String?, realm: String, isChunked: Bool,
        on loop: isolated EventLoop
    ) {
        let joined = broadcaster.joined(loop, lastEventID: lastEventID)
        let backlog = joined?.backlog ?? []
        let opened = EventStream(
            openedAt: joined?.openedAt ?? 0, realm: realm, isChunked: isChunked, delivered: backlog,
            endsAt: broadcaster.lifetime.map { loop.now + $0 / .seconds(1) } ?? .never, at: loop.now)
        stream = opened
        if joined != nil { opened.channel = loop.join(self, broadcaster) }
        for frame in backlog {
            frame.chunk.withUnsafeBufferPointer { loop.output.append(Bytes(rebasing: $0[opened.range(of: frame)])) }
        }
        // The client gets the end of the stream and may reconnect.
        if joined == nil { endStream(on: loop) }
    }

    /// Sends a published event, or holds it while the socket has no room. A client for which more than `Limits.waitingEvents` events would be held is
    /// disconnected.
    func deliver(_ frame: EventFrame, _ sequence: UInt64, on loop: isolated EventLoop) {
        guard let stream, conversation.phase == .streaming, stream.accept(frame, sequence) else { return }
        send(frame, stream, on: loop)
    }

    func send(_ frame: EventFrame, _ stream: EventStream, on loop: isolated EventLoop) {
        guard queue.isEmpty else {
            if !stream.hold(frame, limit: loop.limits.waitingEvents) { close(on: loop, reset: true) }
            return
        }
        let range = stream.range(of: frame)
        let sent = frame.chunk.withUnsafeBufferPointer { bytes in
            csystem_send(descriptor, bytes.baseAddress.map { $0 + range.lowerBound }, range.count, nil, 0, false)
        }
        stream.lastSent = loop.now
        guard sent < range.count else { return }
        if sent < 0 {
            isStarved = errno == ENOBUFS || errno == ENOMEM
            guard isStarved || errno == EAGAIN || errno == EINTR else { return close(on: loop) }
        }
        queue.append(frame.chunk, (range.lowerBound + max(0, sent))..<range.upperBound)
        conversation.writeBlocked(at: loop.now, limits: loop.limits)
        endTurn(on: loop)
    }

    func sendWaiting(on loop: isolated EventLoop) {
        guard let stream else { return }
        for frame in stream.takeWaiting() where !isClosed { send(frame, stream, on: loop) }
    }

    /// Ends the event stream and drops its held events. The connection ends once its queue is written.
    func endStream(on loop: isolated EventLoop) {
        guard let stream, conversation.phase == .streaming else { return }
        conversation.endStream()
        _ = stream.takeWaiting()
        leaveStream(on: loop)
        if stream.isChunked { queueOrSend(EventFrame.lastChunk, on: loop) }
        if !isProcessing { endTurn(on: loop) }
    }

    func queueOrSend(_ bytes: [UInt8], on loop: isolated EventLoop) {
        if queue.isEmpty { loop.output.append(bytes) } else { queue.append(bytes, 0..<bytes.count) }
    }

    /// Removes the stream from its channel and the counts. Must be called whenever a stream ends.
    func leaveStream(on loop: isolated EventLoop) {
        guard let stream else { return }
        if let channel = stream.channel { loop.leave(self, channel) }
        loop.counts.streams.leave(stream.realm, client.network)
        self.stream = nil
    }
}
