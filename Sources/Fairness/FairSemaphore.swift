import Synchronization

/// A counting semaphore for tasks, on which realms take turns (`FairQueue`).
public final class FairSemaphore: Sendable {
    /// The queue of waiting tasks was full, and the task was refused or lost its place to a task of another realm.
    public struct QueueFull: Error, Hashable {
        public init() {}
    }

    private struct Waiter: Sendable {
        let ticket: UInt64
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var free: Int
        var tickets: UInt64 = 0
        var waiting = FairQueue<Waiter>()
        /// The tickets of tasks that do not wait yet; cancelling such a task removes its ticket.
        var arriving: Set<UInt64> = []
    }

    private let limit: Int
    private let state: Mutex<State>

    /// Creates a semaphore that no task holds.
    ///
    /// - Parameters:
    ///   - width: the number of tasks that may hold the semaphore, at least 1.
    ///   - limit: the maximum number of waiting tasks of all realms together.
    public init(width: Int, limit: Int) {
        precondition(width > 0 && limit >= 0)
        self.limit = limit
        state = Mutex(State(free: width))
    }

    /// The number of waiting tasks.
    public var waiting: Int { state.withLock { $0.waiting.count } }

    /// The number of tasks with a ticket that do not wait yet.
    var arriving: Int { state.withLock { $0.arriving.count } }

    /// Waits for the semaphore, runs `body` while holding it, and returns the result of `body`. Waiting tasks of different realms take turns.
    ///
    /// Throws `QueueFull` if the queue has no place for the task or gives its place to another, `CancellationError` if the task is cancelled while it
    /// waits, and the errors of `body`.
    public func run<Value>(
        for realm: String, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
    ) async throws -> Value {
        try await acquire(for: realm)
        defer { release() }
        return try await body()
    }

    private func acquire(for realm: String, isolation: isolated (any Actor)? = #isolation) async throws {
        let ticket = state.withLock { state -> UInt64? in
            guard state.free == 0 else {
                state.free -= 1
                return nil
            }
            state.tickets += 1
            state.arriving.insert(state.tickets)
            return state.tickets
        }
        guard let ticket else { return }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                enqueue(Waiter(ticket: ticket, continuation: continuation), of: realm)
            }
        } onCancel: {
            abandon(ticket)
        }
    }

    private func enqueue(_ waiter: Waiter, of realm: String) {
        enum Admission { case held, waiting, cancelled, refused(Waiter) }
        let admission = state.withLock { state -> Admission in
            guard state.arriving.remove(waiter.ticket) != nil else { return .cancelled }
            // The semaphore was released meanwhile.
            guard state.free == 0 else {
                state.free -= 1
                return .held
            }
            return state.waiting.append(waiter, of: realm, limit: limit).map(Admission.refused) ?? .waiting
        }
        switch admission {
        case .held: waiter.continuation.resume()
        case .waiting: break
        case .cancelled: waiter.continuation.resume(throwing: CancellationError())
        case .refused(let refused): refused.continuation.resume(throwing: QueueFull())
        }
    }

    /// Removes a cancelled task that does not hold the semaphore.
    private func abandon(_ ticket: UInt64) {
        let waiters = state.withLock { state in
            state.arriving.remove(ticket)
            return state.waiting.removeAll { $0.ticket == ticket }
        }
        for waiter in waiters { waiter.continuation.resume(throwing: CancellationError()) }
    }

    private func release() {
        let next = state.withLock { state -> Waiter? in
            let next = state.waiting.popFirst()
            if next == nil { state.free += 1 }
            return next
        }
        next?.continuation.resume()
    }
}
