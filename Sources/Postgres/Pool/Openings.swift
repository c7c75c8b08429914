import Synchronization

/// The tasks of a pool that are opening connections. Closing waits for them, since a handshake would crash when OpenSSL is torn down at exit.
final class Openings: Sendable {
    private struct State {
        var tasks: [UInt64: Task<Void, Never>] = [:]
        var count: UInt64 = 0
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Runs the work in a new task. Does nothing after `close`.
    func start(_ work: @escaping @Sendable () async -> Void) {
        state.withLock { state in
            guard !state.isClosed else { return }
            state.count += 1
            let number = state.count
            state.tasks[number] = Task {
                await work()
                self.finished(number)
            }
        }
    }

    private func finished(_ number: UInt64) { state.withLock { $0.tasks[number] = nil } }

    /// Cancels every task, refuses new tasks, and returns when all tasks have ended.
    func close() async {
        let tasks = state.withLock { state in
            state.isClosed = true
            return Array(state.tasks.values)
        }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }
}
