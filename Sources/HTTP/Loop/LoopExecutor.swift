import Dispatch

/// Runs an event loop's jobs on its serial queue, on which its sockets' events also arrive, so that no thread changes between a
/// read and its answer (spec H9).
final class LoopExecutor: SerialExecutor {
    private static let key = DispatchSpecificKey<ObjectIdentifier>()

    let queue: DispatchQueue
    // Safety: used on the queue only.
    private nonisolated(unsafe) var ready: [UnownedJob] = []

    /// - Parameter queue: serial and on the default target; a queue that targets a global one starves behind blocking work
    ///   (spec H3.4).
    init(queue: DispatchQueue) {
        self.queue = queue
        queue.setSpecific(key: Self.key, value: ObjectIdentifier(self))
    }

    /// The executor whose queue runs the caller.
    static var current: ObjectIdentifier? { DispatchQueue.getSpecific(key: key) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        guard isIsolatingCurrentContext() == true else {
            return queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
        }
        // Jobs that become ready in the same turn, such as the waiters for one database answer, share one further turn.
        ready.append(job)
        if ready.count == 1 { queue.async { self.runReady() } }
    }

    private func runReady() {
        let jobs = ready
        ready = []
        for job in jobs { job.runSynchronously(on: asUnownedSerialExecutor()) }
    }

    /// Required on Linux, where `assumeIsolated` otherwise traps even on the right queue.
    func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }

    /// Required for `Task.immediate` in a source's handler, which would otherwise enqueue.
    func isIsolatingCurrentContext() -> Bool? {
        Self.current == ObjectIdentifier(self)
    }
}
