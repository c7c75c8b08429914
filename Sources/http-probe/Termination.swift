import Dispatch
import Glibc

/// The signals that end the program.
enum Termination {
    /// Waits for the first SIGTERM or SIGINT.
    static func signal() async {
        let signals = AsyncStream<Void> { continuation in
            for number in [SIGTERM, SIGINT] {
                _ = Glibc.signal(number, SIG_IGN)
                let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
                source.setEventHandler { @Sendable in continuation.yield() }
                source.activate()
                // The source is never released, because the process ends with the first signal.
                _ = Unmanaged.passRetained(source as AnyObject)
            }
        }
        for await _ in signals { return }
    }
}
