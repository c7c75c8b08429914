import Synchronization

/// The tasks of a pool that are opening connections. Closing the pool cancels them and waits until they have ended: OpenSSL
/// is torn down when the program exits, and a handshake that still ran would crash.
final class Openings: Sendable {
    private struct State {
        var tasks: [UInt64: Task<Void, Never>] = [:]
        var count: UInt64 = 0
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Runs the work in a task of its own; not at all once closed.
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

    /// Cancels every task, lets none begin any more, and returns when all have ended.
    func close() async {
        let tasks = state.withLock { state in
            state.isClosed = true
            return Array(state.tasks.values)
        }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }
}
