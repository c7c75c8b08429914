import Dispatch

/// The executor of an event loop's jobs on the loop's serial queue. The sockets' events arrive on the same queue, so that no thread switch occurs
/// between a read and its response (spec H9).
final class LoopExecutor: SerialExecutor {
    private static let key = DispatchSpecificKey<ObjectIdentifier>()

    let queue: DispatchQueue
    // Safety: used on the queue only.
    private nonisolated(unsafe) var ready: [UnownedJob] = []

    /// Creates an executor for a serial queue with the default target. A queue that targets a global queue starves behind blocking work (spec H3.4).
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
        // Jobs that become ready in the same turn share one further turn.
        ready.append(job)
        if ready.count == 1 { queue.async { self.runReady() } }
    }

    private func runReady() {
        let jobs = ready
        ready = []
        for job in jobs { job.runSynchronously(on: asUnownedSerialExecutor()) }
    }

    /// Traps unless the caller runs on the loop's queue. Called only if `isIsolatingCurrentContext` returned `nil` (SE-0471).
    func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }

    /// Returns whether the caller runs on the loop's queue. Without this function, `Task.immediate` in a source's handler would enqueue the task.
    func isIsolatingCurrentContext() -> Bool? {
        Self.current == ObjectIdentifier(self)
    }
}
