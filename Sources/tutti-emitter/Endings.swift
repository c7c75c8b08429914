import Dispatch
import Glibc
import Synchronization

/// Why the program should end.
enum Ending: Sendable {
    /// SIGTERM or SIGINT; or every lease is another's by now.
    case stop
    /// The process that started us is gone: its end of the pipe on our standard input has closed.
    case parentGone
}

/// The reasons to end, as they come. The same signal a second time ends the process at once.
final class Endings {
    let stream: AsyncStream<Ending>
    /// Asks for the end from within.
    let finish: @Sendable () -> Void
    private let sources: [any DispatchSourceSignal]

    init(withParent: Bool) {
        let (stream, continuation) = AsyncStream.makeStream(of: Ending.self)
        self.stream = stream
        finish = { continuation.yield(.stop) }
        let queue = DispatchQueue(label: "signals")
        sources = [SIGTERM, SIGINT].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            let hasCome = Flag()
            source.setEventHandler { @Sendable in
                if hasCome.raise() { _exit(1) }
                continuation.yield(.stop)
            }
            source.activate()
            return source
        }
        guard withParent else { return }
        // A thread of its own waits, as it may for any kind of file; a Dispatch source may not.
        DispatchQueue(label: "parent").async {
            var byte: UInt8 = 0
            var count = 0
            repeat { count = read(0, &byte, 1) } while count > 0 || (count < 0 && errno == EINTR)
            continuation.yield(.parentGone)
        }
    }
}

/// Goes up once.
private final class Flag: Sendable {
    private let isUp = Atomic<Bool>(false)

    /// Whether it was up already.
    func raise() -> Bool { isUp.exchange(true, ordering: .relaxed) }
}
