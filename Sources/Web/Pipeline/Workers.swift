import Dispatch
import Synchronization

/// A few threads of their own for work that blocks or computes for long: hashing, compression, parsing, files.
///
/// Neither an event loop nor the cooperative pool may do such work (spec H3.4): both have about as many
/// threads as cores. Each worker is a serial queue; those have threads of their own, where work on one
/// concurrent queue would share the pool's. What waits is bounded, and first come is first served.
public final class Workers: Sendable {
    private typealias Job = @Sendable () -> Void

    private struct State {
        var idle: [DispatchQueue]
        var waiting: [(ticket: UInt64, job: Job)] = []
        var tickets: UInt64 = 0
    }

    private let limit: Int
    private let state: Mutex<State>

    /// - Parameters:
    ///   - name: shown by debuggers as the name of the queues.
    ///   - width: how many jobs run at once, at least one.
    ///   - limit: how many may wait; one more is refused with 503.
    public init(_ name: String, width: Int, limit: Int) {
        precondition(width > 0 && limit >= 0)
        self.limit = limit
        state = Mutex(State(idle: (0..<width).map { DispatchQueue(label: "\(name).\($0)") }))
    }

    /// Runs the work on a worker and returns to the caller's executor with what it gives.
    ///
    /// Throws what the work throws, or 503 when too much waits already. Work once begun is not stopped by a
    /// cancelled task; work that still waits is given up with `CancellationError`.
    public func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        let ticket = state.withLock { state in
            state.tickets += 1
            return state.tickets
        }
        let outcome = Outcome<Value>()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                outcome.await(continuation)
                let isTaken = start(ticket) { outcome.finish(with: Result(catching: work)) }
                if !isTaken { outcome.finish(with: .failure(Self.busy)) }
                if Task.isCancelled { abandon(ticket, outcome) }
            }
        } onCancel: {
            abandon(ticket, outcome)
        }
    }

    private static let busy = APIError(
        .serviceUnavailable, code: "busy", "too much is waiting here; try again", retryAfter: 2)

    /// Whether the job runs or waits.
    private func start(_ ticket: UInt64, _ job: @escaping Job) -> Bool {
        let found: (isTaken: Bool, worker: DispatchQueue?) = state.withLock { state in
            if let worker = state.idle.popLast() { return (true, worker) }
            guard state.waiting.count < limit else { return (false, nil) }
            state.waiting.append((ticket: ticket, job: job))
            return (true, nil)
        }
        if let worker = found.worker { run(job, on: worker) }
        return found.isTaken
    }

    private func run(_ job: @escaping Job, on worker: DispatchQueue) {
        worker.async { [self] in
            job()
            let next = state.withLock { state -> Job? in
                guard !state.waiting.isEmpty else {
                    state.idle.append(worker)
                    return nil
                }
                return state.waiting.removeFirst().job
            }
            if let next { run(next, on: worker) }
        }
    }

    private func abandon<Value>(_ ticket: UInt64, _ outcome: Outcome<Value>) {
        let wasWaiting = state.withLock { state in
            let count = state.waiting.count
            state.waiting.removeAll { $0.ticket == ticket }
            return state.waiting.count < count
        }
        if wasWaiting { outcome.finish(with: .failure(CancellationError())) }
    }
}

/// Where the waiting task and the worker meet: resumed once.
private final class Outcome<Value: Sendable>: Sendable {
    private let continuation = Mutex<CheckedContinuation<Value, any Error>?>(nil)

    func await(_ continuation: CheckedContinuation<Value, any Error>) {
        self.continuation.withLock { $0 = continuation }
    }

    func finish(with result: Result<Value, any Error>) {
        let waiting = continuation.withLock { continuation in
            defer { continuation = nil }
            return continuation
        }
        waiting?.resume(with: result)
    }
}
