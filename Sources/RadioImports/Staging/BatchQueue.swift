import Dispatch
import Synchronization

/// A bounded queue of batches from the reading thread to the staging task.
final class BatchQueue: Sendable {
    /// The maximum number of batches that wait in the queue or are being staged.
    static let depth = 2

    /// The error that ends the reading when staging has stopped.
    struct Stopped: Error {}

    let batches: AsyncStream<[StagedItem]>
    private let continuation: AsyncStream<[StagedItem]>.Continuation
    /// The free places in the queue. The semaphore starts with 0, because Dispatch traps if it is released with less than its initial value.
    private let room = DispatchSemaphore(value: 0)
    private let isStopped = Atomic<Bool>(false)

    init() {
        (batches, continuation) = AsyncStream.makeStream()
        for _ in 0..<Self.depth { room.signal() }
    }

    /// Adds a batch, blocking the reading thread until there is room. Throws `Stopped` after `stop`.
    func put(_ batch: [StagedItem]) throws {
        room.wait()
        guard !isStopped.load(ordering: .acquiring) else {
            room.signal()
            throw Stopped()
        }
        continuation.yield(batch)
    }

    /// Ends `batches` after the batches that are already in the queue.
    func end() { continuation.finish() }

    /// Makes room for one more batch. Call this function after each batch from `batches` is staged.
    func batchStaged() { room.signal() }

    /// Makes every waiting and later `put` throw `Stopped`, which ends the reading.
    func stop() {
        isStopped.store(true, ordering: .releasing)
        room.signal()
    }
}
