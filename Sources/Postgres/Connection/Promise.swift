import Dispatch
import Synchronization

/// A value that one task waits for and another gives, once.
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

    /// Gives the outcome; `false` when there was one already, which stays.
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

    /// Waits to the end, even if the task is cancelled. For one caller, once.
    ///
    /// - Parameter isolation: the caller's, where it comes back to.
    func value(isolation: isolated (any Actor)? = #isolation) async throws(PostgresError) -> Value {
        try await awaited(isolation: isolation).get()
    }

    /// Waits for the outcome, or until the task is cancelled: then the promise is finished with `cancelled`,
    /// and whoever comes with a value finds it so.
    ///
    /// - Parameter isolation: the caller's. A closure handed to the library is isolated only if it captures the
    ///   parameter (spec H9.2): without, each answer would go by way of the global pool and two more threads.
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
        let visit = Visit(promise: self)
        while true {
            // Not there only if the runtime has run the job by itself, as it may where it raises a task's priority.
            if let outcome = await visit.outcome { return outcome }
        }
    }
}

extension Promise: SerialExecutor {
    /// Stores the waiting job until there is an outcome.
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isKept = state.withLock { state in
            guard case .open = state else { return false }
            state = .awaited(job)
            return true
        }
        // Never in place: the task is still on its way out of the executor that it comes from.
        if !isKept { DispatchQueue.global().async { job.runSynchronously(on: self.asUnownedSerialExecutor()) } }
    }
}

/// Waits for one promise: an actor that reads the outcome once it exists.
///
/// The task goes from here straight to the executor that it came from. A continuation is resumed by way of the global pool,
/// or of an executor that its task prefers for as long as it waits: two or three changes of queue for each answer.
private actor Visit<Value: Sendable> {
    private nonisolated let promise: Promise<Value>
    nonisolated var unownedExecutor: UnownedSerialExecutor { promise.asUnownedSerialExecutor() }

    init(promise: Promise<Value>) { self.promise = promise }

    /// To read it is to have waited for it.
    var outcome: Promise<Value>.Outcome? { promise.outcome }
}
