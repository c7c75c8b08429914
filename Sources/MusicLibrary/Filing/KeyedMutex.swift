import SoundCloud

/// A mutex for each listener. On one server, the changes of a listener run one at a time, in order of arrival, so that none of them makes the data
/// of another outdated.
actor KeyedMutex {
    /// The waiting changes of each listener with a running change.
    private var waiting: [Listener: [CheckedContinuation<Void, Never>]] = [:]

    /// Runs `body` after the listener's earlier changes have finished. Rethrows the error of `body`. A cancelled task still waits.
    nonisolated func withLock<Value: Sendable>(_ listener: Listener, _ body: () async throws -> Value) async throws
        -> Value
    {
        await enter(listener)
        do {
            let value = try await body()
            await leave(listener)
            return value
        } catch {
            await leave(listener)
            throw error
        }
    }

    private func enter(_ listener: Listener) async {
        guard waiting[listener] != nil else {
            waiting[listener] = []
            return
        }
        await withCheckedContinuation { waiting[listener, default: []].append($0) }
    }

    private func leave(_ listener: Listener) {
        if waiting[listener]?.isEmpty ?? true {
            waiting[listener] = nil
        } else {
            waiting[listener]?.removeFirst().resume()
        }
    }
}
