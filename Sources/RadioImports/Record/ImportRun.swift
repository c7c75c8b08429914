import Synchronization

/// A handle for cancelling a running import.
final class ImportRun: Sendable {
    private struct State {
        var isCancelled = false
        var meter: ImportMeter?
        var cancelTask: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Sets the function that cancels the task of the import, and calls the function if the import is already cancelled.
    func begin(_ cancelTask: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            state.cancelTask = cancelTask
            return state.isCancelled
        }
        if isCancelled { cancelTask() }
    }

    /// Sets the meter of the reading, which is cancelled with the import, or immediately if the import is already cancelled.
    func watch(_ meter: ImportMeter) {
        let isCancelled = state.withLock { state in
            state.meter = meter
            return state.isCancelled
        }
        if isCancelled { meter.cancel() }
    }

    /// Cancels the import. The reading ends at its next checkpoint, and a running database statement is cancelled.
    func cancel() {
        let state = state.withLock { state in
            state.isCancelled = true
            return state
        }
        state.meter?.cancel()
        state.cancelTask?()
    }
}
