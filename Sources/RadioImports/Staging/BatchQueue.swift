import Dispatch
import Synchronization

/// A bounded queue of batches from the reading thread to the staging task.
final class BatchQueue: Sendable {
    /// The maximum number of batches in the queue.
    static let depth = 2

    /// The error that ends the reading after the staging task has stopped.
    struct Stopped: Error {}

    let batches: AsyncStream<[StagedItem]>
    private let continuation: AsyncStream<[StagedItem]>.Continuation
    /// The free places in the queue. The semaphore is created with 0 and signalled by `init`, because Dispatch traps if
    /// a semaphore is released with less than its initial value.
    private let room = DispatchSemaphore(value: 0)
    private let isStopped = Atomic<Bool>(false)

    init() {
        (batches, continuation) = AsyncStream.makeStream()
        for _ in 0..<Self.depth { room.signal() }
    }

    /// Adds a batch, blocking until there is room. Call this method on the reading thread. Throws `Stopped` after `stop`.
    func put(_ batch: [StagedItem]) throws {
        room.wait()
        guard !isStopped.load(ordering: .acquiring) else {
            room.signal()
            throw Stopped()
        }
        continuation.yield(batch)
    }

    /// Marks the end of the batches.
    func end() { continuation.finish() }

    /// Makes room for a batch. Call this method after staging a batch.
    func batchStaged() { room.signal() }

    /// Makes a `put` that is waiting for room, and every later `put`, throw `Stopped`, which ends the reading.
    func stop() {
        isStopped.store(true, ordering: .releasing)
        room.signal()
    }
}
