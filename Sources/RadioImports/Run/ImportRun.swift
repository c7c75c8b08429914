import Synchronization

/// An import that runs, for whoever ends it before it is done: its client that leaves, or a person.
final class ImportRun: Sendable {
    private struct State {
        var isCancelled = false
        var meter: ImportMeter?
        var cancelTask: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// The task that the import is.
    func begin(_ cancelTask: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            state.cancelTask = cancelTask
            return state.isCancelled
        }
        if isCancelled { cancelTask() }
    }

    /// The reading that is to end with it.
    func watch(_ meter: ImportMeter) {
        let isCancelled = state.withLock { state in
            state.meter = meter
            return state.isCancelled
        }
        if isCancelled { meter.cancel() }
    }

    /// Ends the import: its reading at the next checkpoint, a statement of the database at once.
    func cancel() {
        let state = state.withLock { state in
            state.isCancelled = true
            return state
        }
        state.meter?.cancel()
        state.cancelTask?()
    }
}
