import Synchronization

/// A value that one task waits for and another gives, once.
final class Promise<Value: Sendable>: Sendable {
    typealias Outcome = Result<Value, PostgresError>

    private enum State {
        case open
        case awaited(CheckedContinuation<Outcome, Never>)
        case finished(Outcome)
    }

    private let state = Mutex(State.open)

    var isFinished: Bool {
        state.withLock { if case .finished = $0 { true } else { false } }
    }

    /// Gives the outcome; `false` when there was one already, which stays.
    @discardableResult
    func finish(_ outcome: Outcome) -> Bool {
        let (waiting, isFirst) = state.withLock { state -> (CheckedContinuation<Outcome, Never>?, Bool) in
            defer { if case .finished = state {} else { state = .finished(outcome) } }
            return switch state {
            case .open: (nil, true)
            case .awaited(let continuation): (continuation, true)
            case .finished: (nil, false)
            }
        }
        waiting?.resume(returning: outcome)
        return isFirst
    }

    /// Waits to the end, even if the task is cancelled. For one caller, once.
    ///
    /// - Parameter isolation: the caller's, where it comes back to.
    func value(isolation: isolated (any Actor)? = #isolation) async throws(PostgresError) -> Value {
        try await outcome(isolation: isolation).get()
    }

    /// Waits for the outcome, or until the task is cancelled: then the promise is finished with `cancelled`,
    /// and whoever comes with a value finds it so.
    ///
    /// - Parameter isolation: the caller's. A closure handed to the library is isolated only if it captures the
    ///   parameter (spec H9, trap 2): without, each answer would go by way of the global pool and two more threads.
    func valueUnlessCancelled(isolation: isolated (any Actor)? = #isolation) async throws(PostgresError) -> Value {
        let outcome: Outcome = await withTaskCancellationHandler(
            operation: {
                _ = isolation
                guard let home = ConnectionHome.current else { return await self.outcome(isolation: isolation) }
                return await withTaskExecutorPreference(home, isolation: isolation) {
                    _ = isolation
                    return await self.outcome(isolation: isolation)
                }
            },
            onCancel: { self.finish(.failure(.cancelled)) },
            isolation: isolation)
        return try outcome.get()
    }

    private func outcome(isolation: isolated (any Actor)?) async -> Outcome {
        await withCheckedContinuation(isolation: isolation) { continuation in
            let finished = state.withLock { state -> Outcome? in
                if case .finished(let outcome) = state { return outcome }
                state = .awaited(continuation)
                return nil
            }
            if let finished { continuation.resume(returning: finished) }
        }
    }
}
