import Dispatch

/// The executor that runs an event loop's jobs on the loop's serial queue. The events of the loop's sockets arrive on the
/// same queue, so that no thread switch occurs between a read and its response (spec H9).
final class LoopExecutor: SerialExecutor {
    private static let key = DispatchSpecificKey<ObjectIdentifier>()

    let queue: DispatchQueue
    // Safety: used on the queue only.
    private nonisolated(unsafe) var ready: [UnownedJob] = []

    /// Creates an executor for a queue.
    ///
    /// - Parameter queue: a serial queue with the default target. A queue that targets a global queue starves behind blocking work (spec H3.4).
    init(queue: DispatchQueue) {
        self.queue = queue
        queue.setSpecific(key: Self.key, value: ObjectIdentifier(self))
    }

    /// The identifier of the executor whose queue runs the caller; `nil` if there is none.
    static var current: ObjectIdentifier? { DispatchQueue.getSpecific(key: key) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        guard isIsolatingCurrentContext() == true else {
            return queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
        }
        // Jobs that become ready in the same turn, such as the waiters for one database response, share one further turn.
        ready.append(job)
        if ready.count == 1 { queue.async { self.runReady() } }
    }

    private func runReady() {
        let jobs = ready
        ready = []
        for job in jobs { job.runSynchronously(on: asUnownedSerialExecutor()) }
    }

    /// Traps unless the caller runs on the loop's queue. The Swift runtime calls this function only if `isIsolatingCurrentContext` returns `nil`
    /// (SE-0471), which this executor never does.
    func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }

    /// Returns whether the caller runs on the loop's queue, never `nil`. Without this function, `Task.immediate` in a source's handler would enqueue
    /// the task.
    func isIsolatingCurrentContext() -> Bool? {
        Self.current == ObjectIdentifier(self)
    }
}
