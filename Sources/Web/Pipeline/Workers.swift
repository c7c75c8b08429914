import Dispatch
import Fairness
import Synchronization

/// A pool of threads for work that blocks or takes long, such as hashing, compression, parsing and file access. This work must not occupy the few
/// threads of the event loops and the cooperative pool (spec H3.4).
///
/// The number of waiting jobs is limited, and realms, usually tenants, take turns: before the first waiting job of a realm starts, at most one job
/// of each other realm starts (`FairQueue`).
public final class Workers: Sendable {
    private typealias Job = @Sendable () -> Void

    private struct Waiting: Sendable {
        let ticket: UInt64
        let job: Job
        /// Called instead of `job` if the full queue does not admit the job, or drops it for a job of another realm.
        let refuse: Job
    }

    private struct State {
        var idle: [DispatchQueue]
        var waiting = FairQueue<Waiting>()
        var tickets: UInt64 = 0
    }

    private let limit: Int
    private let state: Mutex<State>

    /// Creates a pool of workers.
    ///
    /// - Parameters:
    ///   - name: the name of the queues in debuggers.
    ///   - width: the number of jobs that run simultaneously, at least 1.
    ///   - limit: the number of jobs that may wait. A further job is refused, or in its place the newest job of the realm with the most waiting jobs.
    public init(_ name: String, width: Int, limit: Int) {
        precondition(width > 0 && limit >= 0)
        self.limit = limit
        state = Mutex(State(idle: (0..<width).map { DispatchQueue(label: "\(name).\($0)") }))
    }

    /// Runs the work on a worker and returns its result.
    ///
    /// Throws the error of the work, or 503 if too many jobs wait and the work was not begun. If the task is cancelled, a waiting job is removed and
    /// `CancellationError` is thrown; a running job continues, and its result is returned.
    ///
    /// - Parameter realm: the owner of the work, such as a tenant's key; "" for work of the installation.
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

    /// The number of jobs that wait for a free worker.
    var waiting: Int { state.withLock { $0.waiting.count } }

    private static let busy = APIError(
        .serviceUnavailable, code: .busy, "the server is busy; try again in 2 s", retryAfter: 2)

    /// Starts the job on an idle worker, or adds it to the queue. Returns the job that the full queue dropped, possibly this one; `nil` for none.
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

/// The continuation of a waiting task, resumed exactly once.
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
