import Dispatch

/// Reads from an event loop's connection. An event starts the reading, and then the loop polls the socket.
///
/// The server sends each answer separately. One event per answer would cost two turns of the thread that serves the events of all loops, about as
/// much as the answer itself. So after an event the source is suspended and the socket is polled after the work that already waits for the loop. When
/// the poll runs, more answers have arrived and the next requests have been sent.
extension Connection {
    /// The number of consecutive polls without data after which the source is resumed, so that a long statement does not cause busy polling.
    private static let patience = 4

    /// Reads when the source reports that the socket is readable. On an event loop's connection, the loop then polls the socket if answers are
    /// outstanding.
    func readable() {
        receive()
        guard let loopQueue, state == .open, pipeline.isExpecting else { return }
        reading?.suspend()
        silence = 0
        schedulePoll(loopQueue)
    }

    /// Queues the poll behind all work of the loop. If the poll were queued only on the connection's own queue, polls would repeat without a pause.
    private func schedulePoll(_ loopQueue: DispatchQueue) {
        loopQueue.async { self.executor.queue.async { self.assumeIsolated { $0.poll(loopQueue) } } }
    }

    private func poll(_ loopQueue: DispatchQueue) {
        guard state == .open, let reading else { return }
        if reading.hasMore {
            receive()
            silence = 0
        } else {
            silence += 1
        }
        guard state == .open else { return }
        guard pipeline.isExpecting, silence < Self.patience else { return reading.resume() }
        schedulePoll(loopQueue)
    }
}
