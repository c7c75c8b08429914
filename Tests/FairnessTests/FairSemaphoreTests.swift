import Synchronization
import Testing

@testable import Fairness

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

    @Test func aTaskBeyondTheLimitIsRefusedAndACancelledTaskIsRemoved() async throws {
        let semaphore = FairSemaphore(width: 1, limit: 1)
        try await semaphore.run(for: "a") {
            let waiting = Task { try await semaphore.run(for: "a") {} }
            while semaphore.waiting < 1 { await Task.yield() }
            await #expect(throws: FairSemaphore.QueueFull.self) { try await semaphore.run(for: "a") {} }
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
            #expect(semaphore.waiting == 0)
        }
        // The semaphore is free again.
        #expect(try await semaphore.run(for: "b") { 1 } == 1)
    }

    /// The cancellation often arrives between the release of the semaphore and the next step of the task. Many attempts are made, because the tasks
    /// run in parallel.
    @Test func aTaskCancelledAfterItsTurnLeavesNoTicket() async throws {
        let semaphore = FairSemaphore(width: 1, limit: 1)
        for _ in 0..<1000 {
            let task = try await semaphore.run(for: "a") { () async throws -> Task<Void, any Error> in
                let task = Task { try await semaphore.run(for: "a") {} }
                while semaphore.waiting < 1 { await Task.yield() }
                return task
            }
            task.cancel()
            _ = await task.result
        }
        #expect(semaphore.arriving == 0)
    }

    @Test func aTaskCancelledBeforeItWaitsDoesNotEnterTheSemaphore() async throws {
        let semaphore = FairSemaphore(width: 1, limit: 1)
        try await semaphore.run(for: "a") {
            let (opened, open) = AsyncStream<Void>.makeStream()
            let task = Task {
                for await _ in opened {}
                try await semaphore.run(for: "a") {}
            }
            task.cancel()
            open.finish()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(semaphore.waiting == 0)
        }
        #expect(semaphore.arriving == 0)
    }
}
