import Dispatch
import Glibc

/// What a service is told from outside while it runs, in order.
enum ServiceEvent: Sendable, Hashable {
    /// SIGTERM or SIGINT: the first asks for a graceful stop, the second for an immediate one.
    case stop(signal: Int32)
    /// SIGHUP: read again what may be read again.
    case reload
    /// SIGUSR2: hand over to a successor.
    case handOver
    /// A successor serves.
    case succeeded(pid: Int32)
    /// None could be started, or it did not become ready.
    case notSucceeded(reason: String)
}

/// The signals of a service as a stream of events.
final class ServiceSignals: @unchecked Sendable {
    // Safety: the sources are made here and never touched again but by `deinit`; Dispatch owns their state.
    private let sources: [any DispatchSourceSignal]
    let events: AsyncStream<ServiceEvent>
    private let continuation: AsyncStream<ServiceEvent>.Continuation

    init() {
        let (stream, continuation) = AsyncStream.makeStream(of: ServiceEvent.self)
        events = stream
        self.continuation = continuation
        let queue = DispatchQueue(label: "tutti.signals")
        let terminal = Terminal()
        sources = [SIGTERM, SIGINT, SIGHUP, SIGUSR2].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { @Sendable in
                continuation.yield(ServiceEvent(signal: number, terminalIsGone: terminal.isGone))
            }
            source.activate()
            return source
        }
    }

    deinit { sources.forEach { $0.cancel() } }

    /// Adds what the service itself finds out.
    func post(_ event: ServiceEvent) { continuation.yield(event) }
}

extension ServiceEvent {
    /// A terminal that is closed sends SIGHUP as well, to what was started in it: that is the wish to end, not
    /// to reload.
    init(signal: Int32, terminalIsGone: Bool) {
        switch signal {
        case SIGHUP: self = terminalIsGone ? .stop(signal: signal) : .reload
        case SIGUSR2: self = .handOver
        default: self = .stop(signal: signal)
        }
    }
}

/// The terminal that this process was started in, if any.
struct Terminal: Sendable {
    private let descriptor: Int32
    private let wasThere: Bool

    init(_ descriptor: Int32 = STDIN_FILENO) {
        self.descriptor = descriptor
        wasThere = isatty(descriptor) == 1
    }

    /// Whether there was one that has been closed: it does not even answer as a terminal then (EIO).
    var isGone: Bool { wasThere && isatty(descriptor) == 0 }
}
