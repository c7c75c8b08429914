import Dispatch

/// Runs an actor's jobs on a serial queue of its own, the one on which its Dispatch sources fire.
///
/// The queue has the default target, since one that targets a global queue starves behind blocking work (spec H3.4), or targets
/// an event loop's serial queue and then runs on that loop, never concurrently with it.
///
/// Both checks are needed: without `isIsolatingCurrentContext` a job begun in a callback would be enqueued again; without
/// `checkIsolated` the callback itself would trap (spec H9).
final class ConnectionExecutor: SerialExecutor {
    private static let key = DispatchSpecificKey<ObjectIdentifier>()
    let queue: DispatchQueue

    /// - Parameter home: the event loop's queue whose requests use the connection.
    init(label: String, home: DispatchQueue? = nil) {
        queue = DispatchQueue(label: label, qos: .userInitiated, target: home)
        queue.setSpecific(key: Self.key, value: ObjectIdentifier(self))
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }

    func isIsolatingCurrentContext() -> Bool? {
        DispatchQueue.getSpecific(key: Self.key) == ObjectIdentifier(self)
    }
}
