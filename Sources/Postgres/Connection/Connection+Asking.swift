import Dispatch

/// How a loop's connection reads: an event begins it, and the loop asks for what comes next.
///
/// The server sends each answer by itself. An event for each would cost two turns of the thread that serves the events of all
/// loops, about as much as the answer. So after an event its source rests, and the socket is asked again behind
/// whatever waits for the loop; by then more answers have come, and the next requests are on their way.
extension Connection {
    /// In vain so many times in a row, and the source reports again: a statement that takes long is not waited for in a circle.
    private static let patience = 4

    /// The source reports something to read.
    func readable() {
        receive()
        guard let home, state == .open, pipeline.isExpecting else { return }
        reading?.rest()
        silence = 0
        askLater(home)
    }

    /// Behind what waits for the loop, and not only behind what waits for this connection: its own queue, on which alone it
    /// may be touched, would go round without a pause.
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
