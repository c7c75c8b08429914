import Dispatch
import Fairness
import Synchronization

/// A few threads of their own for work that blocks or computes for long: hashing, compression, parsing, files.
///
/// Neither an event loop nor the cooperative pool may do such work (spec H3.4): both have about as many
/// threads as cores. Each worker is a serial queue; those have threads of their own, where work on one
/// concurrent queue would share the pool's. What waits is bounded, and realms take turns: a tenant's work is begun after at
/// most one job of each other tenant that waits, however much those have put in (`FairQueue`).
public final class Workers: Sendable {
    private typealias Job = @Sendable () -> Void

    private struct Waiting: Sendable {
        let ticket: UInt64
        let job: Job
        /// Called instead of the job when it has to make room for another realm's.
        let refuse: Job
    }

    private struct State {
        var idle: [DispatchQueue]
        var waiting = FairQueue<Waiting>()
        var tickets: UInt64 = 0
    }

    private let limit: Int
    private let state: Mutex<State>

    /// - Parameters:
    ///   - name: shown by debuggers as the name of the queues.
    ///   - width: how many jobs run at once, at least one.
    ///   - limit: how many may wait; one more is refused with 503, or the newest of the realm with the longest line is.
    public init(_ name: String, width: Int, limit: Int) {
        precondition(width > 0 && limit >= 0)
        self.limit = limit
        state = Mutex(State(idle: (0..<width).map { DispatchQueue(label: "\(name).\($0)") }))
    }

    /// Runs the work on a worker and returns to the caller's executor with what it gives.
    ///
    /// Throws what the work throws, or 503 when too much waits already. Work once begun is not stopped by a
    /// cancelled task; work that still waits is given up with `CancellationError`.
    ///
    /// - Parameter realm: whose work it is, such as a tenant's key; "" for the installation's own.
    public func run<Value: Sendable>(
        for realm: String = "", _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        let ticket = state.withLock { state in
            state.tickets += 1
            return state.tickets
        }
        let outcome = Outcome<Value>()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                outcome.await(continuation)
                let job = Waiting(ticket: ticket) {
                    outcome.finish(with: Result(catching: work))
                } refuse: {
                    outcome.finish(with: .failure(Self.busy))
                }
                start(job, of: realm)?.refuse()
                if Task.isCancelled { abandon(ticket, outcome) }
            }
        } onCancel: {
            abandon(ticket, outcome)
        }
    }

    /// How many jobs wait now.
    var waiting: Int { state.withLock { $0.waiting.count } }

    private static let busy = APIError(
        .serviceUnavailable, code: "busy", "the server is busy: try again in a moment", retryAfter: 2)

    /// Runs the job or lets it wait; what there is no place for is returned.
    private func start(_ job: Waiting, of realm: String) -> Waiting? {
        let found: (worker: DispatchQueue?, refused: Waiting?) = state.withLock { state in
            if let worker = state.idle.popLast() { return (worker, nil) }
            return (nil, state.waiting.append(job, of: realm, limit: limit))
        }
        if let worker = found.worker { run(job.job, on: worker) }
        return found.refused
    }

    private func run(_ job: @escaping Job, on worker: DispatchQueue) {
        worker.async { [self] in
            job()
            let next = state.withLock { state -> Job? in
                if let next = state.waiting.popFirst() { return next.job }
                state.idle.append(worker)
                return nil
            }
            if let next { run(next, on: worker) }
        }
    }

    private func abandon<Value>(_ ticket: UInt64, _ outcome: Outcome<Value>) {
        let wasWaiting = state.withLock { state in
            !state.waiting.removeAll { $0.ticket == ticket }.isEmpty
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
