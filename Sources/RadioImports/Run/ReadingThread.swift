import Foundation
import Glibc

/// A thread of its own for one reading, of low priority: event loops and the database come first.
enum ReadingThread {
    /// How much it gives way to others, on the scale of nice(2).
    private static let niceness: Int32 = 10

    /// Runs the work and returns to the caller's executor with what it gives. Work that was begun is waited for, whoever is
    /// cancelled.
    static func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let thread = Thread {
                // On Linux this is of the thread alone (setpriority(2), "C library/kernel differences"). Where it is refused the
                // turns of `TimeShares` are what is left.
                _ = setpriority(Int32(PRIO_PROCESS.rawValue), 0, niceness)
                continuation.resume(with: Result(catching: work))
            }
            thread.name = "tutti.import"
            thread.start()
        }
    }
}
