import Synchronization

import class Dispatch.DispatchSemaphore

/// A round-robin scheduler for threads, in which at most `width` threads compute at a time. The scheduler does not interrupt a thread: after a time
/// slice, a thread that is still computing checks `isWanted`, and calls `leave` and `enter` if another thread waits. A thread with little work then
/// waits for at most one slice of each other thread instead of the whole work of the others.
///
/// Use the scheduler on dedicated threads only, never on an event loop or in the cooperative pool, because waiting blocks the thread.
public final class TimeShares: Sendable {
    private struct State {
        var working = 0
        var waiting = FIFO<DispatchSemaphore>()
    }

    private let width: Int
    private let state = Mutex(State())
    /// The number of waiting threads, readable without the lock.
    private let waitingCount = Atomic<Int>(0)

    /// Creates a scheduler.
    ///
    /// - Parameter width: the maximum number of threads that compute simultaneously, at least 1.
    public init(width: Int) {
        precondition(width > 0)
        self.width = width
    }

    /// Whether a thread is waiting for a turn. Takes no lock, so the value may be slightly out of date.
    public var isWanted: Bool { waitingCount.load(ordering: .relaxed) > 0 }

    /// Blocks until the thread gets a turn. End the turn with `leave`.
    public func enter() {
        let turn = state.withLock { state -> DispatchSemaphore? in
            guard state.working >= width else {
                state.working += 1
                return nil
            }
            let turn = DispatchSemaphore(value: 0)
            state.waiting.append(turn)
            waitingCount.store(state.waiting.count, ordering: .relaxed)
            return turn
        }
        turn?.wait()
    }

    /// Ends the turn that `enter` began, and gives the turn to the thread that has waited longest, if any waits.
    public func leave() {
        let next = state.withLock { state -> DispatchSemaphore? in
            let next = state.waiting.popFirst()
            if next == nil { state.working -= 1 }
            waitingCount.store(state.waiting.count, ordering: .relaxed)
            return next
        }
        next?.signal()
    }
}
