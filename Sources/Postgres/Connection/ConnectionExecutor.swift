import Dispatch

/// An executor that runs an actor's jobs on a serial queue, on which the actor's Dispatch sources also fire.
///
/// The queue has the default target, since a queue that targets a global queue starves behind blocking work (spec H3.4). If
/// the queue targets an event loop's serial queue, the jobs run on that loop, never concurrently with the loop's work.
///
/// Without `isIsolatingCurrentContext`, a job begun in a callback would be enqueued again (spec H9). The Swift runtime calls `checkIsolated` only if
/// `isIsolatingCurrentContext` returns `nil` (SE-0471), which this executor never does.
final class ConnectionExecutor: SerialExecutor {
    private static let key = DispatchSpecificKey<ObjectIdentifier>()
    let queue: DispatchQueue

    /// Creates an executor with a new queue.
    ///
    /// - Parameter loopQueue: the queue of the event loop whose requests use the connection; `nil` for none.
    init(label: String, loopQueue: DispatchQueue? = nil) {
        queue = DispatchQueue(label: label, qos: .userInitiated, target: loopQueue)
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
