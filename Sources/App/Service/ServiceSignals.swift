import Dispatch
import Glibc

/// An event for the running service, from a signal or from a hand-over.
enum ServiceEvent: Sendable, Hashable {
    /// SIGTERM, SIGINT, or SIGHUP after the terminal was closed. The first signal stops the service gracefully, the second immediately.
    case stop(signal: Int32)
    /// SIGHUP: the service reloads its settings.
    case reload
    /// SIGUSR2: the service hands over to a successor.
    case handOver
    case succeeded(pid: Int32)
    /// A successor ended, or was not ready in time.
    case notSucceeded(reason: String)
}

/// The stream of events of a service.
final class ServiceSignals: @unchecked Sendable {
    // Safety: only `init` and `deinit` use the sources, and Dispatch owns their state.
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

    /// Adds an event that no signal caused, such as the result of a hand-over.
    func post(_ event: ServiceEvent) { continuation.yield(event) }
}

extension ServiceEvent {
    /// Creates the event for a signal. SIGHUP means a reload, except after the terminal was closed: the system then sends SIGHUP, and the service
    /// stops.
    init(signal: Int32, terminalIsGone: Bool) {
        switch signal {
        case SIGHUP: self = terminalIsGone ? .stop(signal: signal) : .reload
        case SIGUSR2: self = .handOver
        default: self = .stop(signal: signal)
        }
    }
}

/// The terminal in which this process was started.
struct Terminal: Sendable {
    private let descriptor: Int32
    private let wasThere: Bool

    init(_ descriptor: Int32 = STDIN_FILENO) {
        self.descriptor = descriptor
        wasThere = isatty(descriptor) == 1
    }

    /// Whether this process was started in a terminal that is now closed, on which `isatty` fails.
    var isGone: Bool { wasThere && isatty(descriptor) == 0 }
}
