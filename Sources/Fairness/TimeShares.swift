import Synchronization

import class Dispatch.DispatchSemaphore

/// A round-robin scheduler that lets at most `width` threads compute at a time. After a time slice, a thread checks `isWanted`, and calls `leave`
/// and `enter` if another waits. So a thread with little work waits for at most one slice of each other thread.
///
/// Use the scheduler on dedicated threads only, because waiting blocks the thread.
public final class TimeShares: Sendable {
    private struct State {
        var working = 0
        var waiting = FIFO<DispatchSemaphore>()
    }

    private let width: Int
    private let state = Mutex(State())
    private let waitingCount = Atomic<Int>(0)

    /// Creates a scheduler that lets at most `width` threads compute at a time, at least 1.
    public init(width: Int) {
        precondition(width > 0)
        self.width = width
    }

    /// Whether a thread waits for a turn. Takes no lock, so the value may be slightly out of date.
    public var isWanted: Bool { waitingCount.load(ordering: .relaxed) > 0 }

    /// Blocks until the thread gets a turn, which `leave` ends.
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

    /// Ends the turn and gives it to the thread that has waited longest.
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
