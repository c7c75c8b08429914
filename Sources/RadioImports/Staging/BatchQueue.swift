import Dispatch
import Synchronization

/// A bounded queue of batches from the reading thread to the staging task.
final class BatchQueue: Sendable {
    /// The maximum number of batches in the queue.
    static let depth = 2

    /// The error that ends the reading when staging has stopped.
    struct Stopped: Error {}

    let batches: AsyncStream<[StagedItem]>
    private let continuation: AsyncStream<[StagedItem]>.Continuation
    /// The free places. The semaphore starts with 0, because Dispatch traps if it is released with less than its initial value.
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

    /// Marks the end of the batches.
    func end() { continuation.finish() }

    /// Makes room for a batch after one was staged.
    func batchStaged() { room.signal() }

    /// Makes every waiting and later `put` throw `Stopped`, which ends the reading.
    func stop() {
        isStopped.store(true, ordering: .releasing)
        room.signal()
    }
}
