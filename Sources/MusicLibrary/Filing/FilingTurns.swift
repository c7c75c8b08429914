/// Lets the acts of one listener in one after the other, in the order they came: each reads the whole library, and of two at once one
/// would have read it in vain. Acts of different listeners do not wait for each other here.
actor FilingTurns {
    /// Who waits, of each listener that files now.
    private var waiting: [Listener: [CheckedContinuation<Void, Never>]] = [:]

    /// Runs `body` once it is the listener's turn.
    nonisolated func passing<Value: Sendable>(_ listener: Listener, _ body: () async throws -> Value) async throws
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
