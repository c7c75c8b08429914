/// A limit on the number of simultaneous operations. Waiting operations start in order of arrival.
package actor AsyncSemaphore {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    package init(permits: Int) { free = permits }

    /// Runs `body` as soon as a permit is available. Rethrows the error of `body`. A cancelled task still waits for a permit.
    package nonisolated func withPermit<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        await enter()
        do {
            let value = try await body()
            await leave()
            return value
        } catch {
            await leave()
            throw error
        }
    }

    private func enter() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    private func leave() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}
