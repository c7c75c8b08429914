import Synchronization

import class Dispatch.DispatchSemaphore

/// A round-robin scheduler for threads, in which a few threads compute at a time, each for a time slice. A thread with little
/// work waits for one slice of each other thread instead of the whole work of the others.
///
/// Use the scheduler on dedicated threads only, because waiting blocks the thread, and never on an event loop or in the cooperative pool.
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

    /// Whether another thread is waiting for a turn.
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

    /// Ends the turn and gives the next turn to the thread that has waited longest.
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
