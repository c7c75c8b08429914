import Dispatch

/// The serial queue of an event loop, on which shared connections run.
final class LoopQueue: Sendable {
    private static let key = DispatchSpecificKey<LoopQueue>()

    let queue: DispatchQueue

    init(_ queue: DispatchQueue) {
        self.queue = queue
        queue.setSpecific(key: Self.key, value: self)
    }

    /// The queue on which the caller runs; `nil` if it is not the queue of an event loop.
    static var current: LoopQueue? { DispatchQueue.getSpecific(key: key) }
}
