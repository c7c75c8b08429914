import Foundation
import Glibc

/// A thread for reading a source, with low priority so that event loops and the database take precedence.
enum ReadingThread {
    private static let niceness: Int32 = 10

    /// Runs the work on a new thread and returns its result. Cancelling the calling task does not stop the work.
    static func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let thread = Thread {
                // On Linux, this affects only the calling thread (setpriority(2), "C library/kernel differences"). After a failure, `TimeShares`
                // still limits the thread.
                _ = setpriority(Int32(PRIO_PROCESS.rawValue), 0, niceness)
                continuation.resume(with: Result(catching: work))
            }
            thread.name = "tutti.import"
            thread.start()
        }
    }
}
