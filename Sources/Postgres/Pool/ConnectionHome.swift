import Dispatch

/// The serial queue of an event loop, as a place where shared connections live and their answers are waited for.
///
/// A continuation that is resumed comes back by way of the global pool, wherever it was awaited, unless its task prefers an
/// executor (SE-0417). Preferring the loop's queue while it waits spares each answer two changes of threads.
final class ConnectionHome: TaskExecutor {
    private static let key = DispatchSpecificKey<ConnectionHome>()

    let queue: DispatchQueue

    init(_ queue: DispatchQueue) {
        self.queue = queue
        queue.setSpecific(key: Self.key, value: self)
    }

    /// The home on whose queue the caller runs.
    static var current: ConnectionHome? { DispatchQueue.getSpecific(key: key) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
