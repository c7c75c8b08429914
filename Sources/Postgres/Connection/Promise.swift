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
    func value() async throws(PostgresError) -> Value {
        let outcome = await withCheckedContinuation { continuation in
            let finished = state.withLock { state -> Outcome? in
                if case .finished(let outcome) = state { return outcome }
                state = .awaited(continuation)
                return nil
            }
            if let finished { continuation.resume(returning: finished) }
        }
        return try outcome.get()
    }

    /// Waits for the outcome, or until the task is cancelled: then the promise is finished with `cancelled`,
    /// and whoever comes with a value finds it so.
    func valueUnlessCancelled() async throws(PostgresError) -> Value {
        let outcome: Outcome = await withTaskCancellationHandler {
            do throws(PostgresError) {
                return .success(try await value())
            } catch {
                return .failure(error)
            }
        } onCancel: {
            finish(.failure(.cancelled))
        }
        return try outcome.get()
    }
}
