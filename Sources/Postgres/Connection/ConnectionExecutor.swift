import Dispatch

/// An executor that runs an actor's jobs on a serial queue, on which the actor's Dispatch sources also fire.
///
/// The queue targets an event loop's queue or the default target, since a queue that targets a global queue starves behind blocking work (spec H3.4).
/// Without `isIsolatingCurrentContext`, a job begun in a callback would be enqueued again (spec H9; SE-0471).
final class ConnectionExecutor: SerialExecutor {
    private static let key = DispatchSpecificKey<ObjectIdentifier>()
    let queue: DispatchQueue

    /// Creates an executor with a new queue, which targets `loopQueue` if given.
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
