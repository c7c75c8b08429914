import Dispatch

/// Reads from the socket of a connection on an event loop. After an event, the source is suspended, and the loop polls the socket after the work that
/// is already waiting.
///
/// An event for each answer would cost about as much as the answer itself. When the poll runs, more answers have arrived.
extension Connection {
    /// The number of consecutive polls without data after which the source is resumed.
    private static let patience = 4

    /// Handles the event that the socket is readable.
    func readable() {
        receive()
        guard let loopQueue, state == .open, pipeline.isExpecting else { return }
        reading?.suspend()
        silence = 0
        schedulePoll(loopQueue)
    }

    /// Queues the poll behind all work of the loop. On the connection's own queue alone, polls would repeat without a pause.
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
