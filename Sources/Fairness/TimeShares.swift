import Synchronization

import class Dispatch.DispatchSemaphore

/// Lets a few threads at a time compute, each for a slice, before the next of those that wait has its turn (round-robin
/// scheduling): a thread that works for long delays one that has little to do by a slice for each other, not by all its work.
///
/// For threads of their own, which a turn may block; never for those of an event loop or of the cooperative pool.
public final class TimeShares: Sendable {
    private struct State {
        var working = 0
        var waiting = FIFO<DispatchSemaphore>()
    }

    private let width: Int
    private let state = Mutex(State())
    /// How many threads wait, to be asked without the lock.
    private let waitingCount = Atomic<Int>(0)

    /// - Parameter width: how many threads compute at once, at least one.
    public init(width: Int) {
        precondition(width > 0)
        self.width = width
    }

    /// Whether another thread waits for its turn.
    public var isWanted: Bool { waitingCount.load(ordering: .relaxed) > 0 }

    /// Takes a turn; blocks until there is one. To be ended by `leave`.
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

    /// Ends the turn: it goes to the thread that has waited longest.
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
