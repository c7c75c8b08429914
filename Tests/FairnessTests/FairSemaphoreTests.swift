import Fairness
import Synchronization
import Testing

struct FairSemaphoreTests {
    /// The order of execution, recorded by several tasks.
    private final class Order: Sendable {
        let names = Mutex<[String]>([])
    }

    @Test func waitingRealmsEnterTheSemaphoreRoundRobin() async throws {
        let semaphore = FairSemaphore(width: 1, limit: 10)
        let order = Order()
        let (opened, open) = AsyncStream<Void>.makeStream()
        let (held, hold) = AsyncStream<Void>.makeStream()
        try await withThrowingTaskGroup { group in
            group.addTask {
                try await semaphore.run(for: "a") {
                    hold.finish()
                    for await _ in opened {}
                }
            }
            for await _ in held {}
            for (realm, count) in [("a", 1), ("a", 2), ("b", 3)] {
                group.addTask { try await semaphore.run(for: realm) { order.names.withLock { $0.append(realm) } } }
                while semaphore.waiting < count { await Task.yield() }
            }
            open.finish()
            try await group.waitForAll()
        }
        #expect(order.names.withLock { $0 } == ["a", "b", "a"])
    }

    @Test func aTaskIsRefusedBeyondTheLimitAndRemovedWhenItIsCancelled() async throws {
        let semaphore = FairSemaphore(width: 1, limit: 1)
        try await semaphore.run(for: "a") {
            let waiting = Task { try await semaphore.run(for: "a") {} }
            while semaphore.waiting < 1 { await Task.yield() }
            await #expect(throws: FairSemaphore.Full.self) { try await semaphore.run(for: "a") {} }
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
            #expect(semaphore.waiting == 0)
        }
        // The semaphore is free again.
        #expect(try await semaphore.run(for: "b") { 1 } == 1)
    }
}
