import Dispatch
import Glibc
import Synchronization

/// A reason to end the program.
enum Ending: Sendable {
    /// SIGTERM, SIGINT, or the end of the wait for a successor after the parent process has ended.
    case stop
    /// The parent process has ended: its end of the pipe on standard input has closed.
    case parentGone
}

/// The stream of reasons to end. A second signal of the same kind ends the process immediately, with status 1.
final class Endings {
    let stream: AsyncStream<Ending>
    /// Adds `.stop` to the stream.
    let finish: @Sendable () -> Void
    private let sources: [any DispatchSourceSignal]

    /// Starts to watch the signals and, if `withParent` is set, the end of standard input.
    init(withParent: Bool) {
        let (stream, continuation) = AsyncStream.makeStream(of: Ending.self)
        self.stream = stream
        finish = { continuation.yield(.stop) }
        let queue = DispatchQueue(label: "signals")
        sources = [SIGTERM, SIGINT].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            let wasSignalled = Flag()
            source.setEventHandler { @Sendable in
                if wasSignalled.raise() { _exit(1) }
                continuation.yield(.stop)
            }
            source.activate()
            return source
        }
        guard withParent else { return }
        // A blocking read works for every kind of file, whereas a Dispatch source does not.
        DispatchQueue(label: "parent").async {
            var byte: UInt8 = 0
            var count = 0
            repeat { count = read(0, &byte, 1) } while count > 0 || (count < 0 && errno == EINTR)
            continuation.yield(.parentGone)
        }
    }
}

/// A flag that is raised once and never lowered.
private final class Flag: Sendable {
    private let isUp = Atomic<Bool>(false)

    /// Raises the flag, and returns whether it was raised already.
    func raise() -> Bool { isUp.exchange(true, ordering: .relaxed) }
}
