import Dispatch
import Synchronization

/// Between the thread that reads and the task that stages: a few batches at a time, so that neither runs ahead of the
/// other.
final class ItemBelt: Sendable {
    /// Batches under way at once.
    static let depth = 2

    /// The task that staged gave up; the reading ends with this.
    struct Stopped: Error {}

    let batches: AsyncStream<[StagedItem]>
    private let continuation: AsyncStream<[StagedItem]>.Continuation
    /// Made without room, which `init` gives: a semaphore that is let go with less than it was made with ends the process.
    private let room = DispatchSemaphore(value: 0)
    private let isStopped = Atomic<Bool>(false)

    init() {
        (batches, continuation) = AsyncStream.makeStream()
        for _ in 0..<Self.depth { room.signal() }
    }

    /// Puts a batch on the belt; waits for room. For the thread that reads.
    func put(_ batch: [StagedItem]) throws {
        room.wait()
        guard !isStopped.load(ordering: .acquiring) else {
            room.signal()
            throw Stopped()
        }
        continuation.yield(batch)
    }

    /// No batch follows.
    func end() { continuation.finish() }

    /// A batch has been dealt with.
    func taken() { room.signal() }

    /// Lets the reading end at its next batch.
    func stop() {
        isStopped.store(true, ordering: .releasing)
        room.signal()
    }
}
