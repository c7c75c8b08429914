import Dispatch
import Synchronization

/// A value for which one task waits and which another task sets once.
final class Promise<Value: Sendable>: Sendable {
    typealias Outcome = Result<Value, PostgresError>

    private enum State {
        case open
        case awaited(UnownedJob)
        case finished(Outcome)
    }

    private let state = Mutex(State.open)

    var isFinished: Bool { outcome != nil }

    fileprivate var outcome: Outcome? {
        state.withLock { if case .finished(let outcome) = $0 { outcome } else { nil } }
    }

    /// Sets the outcome and resumes the waiting task. Returns `false`, without a change, if an outcome was already set.
    @discardableResult
    func finish(_ outcome: Outcome) -> Bool {
        let (waiting, isFirst) = state.withLock { state -> (UnownedJob?, Bool) in
            switch state {
            case .open:
                state = .finished(outcome)
                return (nil, true)
            case .awaited(let job):
                state = .finished(outcome)
                return (job, true)
            case .finished: return (nil, false)
            }
        }
        waiting?.runSynchronously(on: asUnownedSerialExecutor())
        return isFirst
    }

    /// Waits for the outcome, even if the task is cancelled. Call this method only once.
    func value(isolation: isolated (any Actor)? = #isolation) async throws(PostgresError) -> Value {
        try await awaited(isolation: isolation).get()
    }

    /// Waits for the outcome, or until the task is cancelled, which finishes the promise with `cancelled`.
    ///
    /// A closure passed to the concurrency library is isolated only if it captures `isolation` (spec H9.2); otherwise each answer takes a detour
    /// through the cooperative thread pool.
    func valueUnlessCancelled(isolation: isolated (any Actor)? = #isolation) async throws(PostgresError) -> Value {
        let outcome = await withTaskCancellationHandler(
            operation: {
                _ = isolation
                return await self.awaited(isolation: isolation)
            },
            onCancel: { self.finish(.failure(.cancelled)) },
            isolation: isolation)
        return try outcome.get()
    }

    private func awaited(isolation: isolated (any Actor)?) async -> Outcome {
        if let outcome { return outcome }
        let reader = PromiseReader(promise: self)
        while true {
            // The outcome is missing only if the runtime ran the job itself, which it may do when it raises a task's priority.
            if let outcome = await reader.outcome { return outcome }
        }
    }
}

extension Promise: SerialExecutor {
    /// Keeps the job of the waiting task until there is an outcome. Runs the job on a global queue if there already is one.
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isKept = state.withLock { state in
            guard case .open = state else { return false }
            state = .awaited(job)
            return true
        }
        // The job is not run in place, because the task is still leaving its previous executor.
        if !isKept { DispatchQueue.global().async { job.runSynchronously(on: self.asUnownedSerialExecutor()) } }
    }
}

/// An actor that waits for one promise: its executor holds the reading job until the promise is finished.
///
/// The task resumes directly on its previous executor. A continuation would take two or three changes of queue per answer.
private actor PromiseReader<Value: Sendable> {
    private nonisolated let promise: Promise<Value>
    nonisolated var unownedExecutor: UnownedSerialExecutor { promise.asUnownedSerialExecutor() }

    init(promise: Promise<Value>) { self.promise = promise }

    var outcome: Promise<Value>.Outcome? { promise.outcome }
}
