import Dispatch

/// Reading on an event loop's connection: an event starts it, then the loop polls the socket.
///
/// The server sends each answer separately. One event per answer would cost two turns of the thread that serves the events of
/// all loops, about as much as the answer itself. So after an event the source is suspended and the socket is polled after the
/// work that already waits for the loop. By then more answers have arrived and the next requests have been sent.
extension Connection {
    /// The number of polls in a row without data after which the source is resumed, so that a long statement does not cause
    /// busy polling.
    private static let patience = 4

    /// Called by the source when the socket is readable.
    func readable() {
        receive()
        guard let home, state == .open, pipeline.isExpecting else { return }
        reading?.rest()
        silence = 0
        askLater(home)
    }

    /// Queues the poll behind all work of the loop. Queued on the connection's own queue alone, it would repeat without a
    /// pause.
    private func askLater(_ home: DispatchQueue) {
        home.async { self.executor.queue.async { self.assumeIsolated { $0.ask(home) } } }
    }

    private func ask(_ home: DispatchQueue) {
        guard state == .open, let reading else { return }
        if reading.hasMore {
            receive()
            silence = 0
        } else {
            silence += 1
        }
        guard state == .open else { return }
        guard pipeline.isExpecting, silence < Self.patience else { return reading.goOn() }
        askLater(home)
    }
}
