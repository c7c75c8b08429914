import Dispatch
import HTTP
import Synchronization
import Testing

@testable import Web

@Suite struct WorkersTests {
    @Test func aJobOfTheWorkersReturnsItsResultOrThrowsItsError() async throws {
        let workers = Workers("test", width: 2, limit: 10)
        #expect(try await workers.run { 6 * 7 } == 42)
        await #expect(throws: CancellationError.self) { try await workers.run { throw CancellationError() } }
    }

    /// Spec H3.4.
    @Test func noMoreJobsRunSimultaneouslyThanThereAreWorkers() async throws {
        let workers = Workers("test", width: 2, limit: 100)
        let running = Box((now: 0, most: 0))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    try await workers.run {
                        running.mutex.withLock {
                            $0.now += 1
                            $0.most = max($0.most, $0.now)
                        }
                        running.mutex.withLock { $0.now -= 1 }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(running.mutex.withLock { $0.most } <= 2)
    }

    @Test func aJobBeyondTheWaitingLimitGives503() async throws {
        let workers = Workers("test", width: 1, limit: 1)
        let gate = DispatchSemaphore(value: 0)
        async let first: Void = workers.run { gate.wait() }
        async let second: Void = workers.run {}
        // Both places are taken when a third job is refused.
        var refused = 0
        for _ in 0..<10_000 where refused == 0 {
            let task = Task { try await workers.run {} }
            task.cancel()
            if case .failure(let error as APIError) = await task.result, error.status == .serviceUnavailable {
                refused += 1
            }
        }
        gate.signal()
        try await first
        try await second
        #expect(refused == 1)
    }

    @Test func aWaitingJobDoesNotRunWhenItsTaskIsCancelled() async throws {
        let workers = Workers("test", width: 1, limit: 5)
        let gate = DispatchSemaphore(value: 0)
        let (hasBegun, ran) = (Box(false), Box(false))
        async let first: Void = workers.run {
            hasBegun.mutex.withLock { $0 = true }
            gate.wait()
        }
        while !hasBegun.mutex.withLock({ $0 }) { await Task.yield() }
        let waiting = Task {
            try await workers.run { ran.mutex.withLock { $0 = true } }
        }
        while workers.waiting == 0 { await Task.yield() }
        waiting.cancel()
        let result = await waiting.result
        gate.signal()
        try await first
        // The only worker runs waiting jobs in order, so a job that was not removed has run before this one.
        try await workers.run {}
        #expect(throws: CancellationError.self) { try result.get() }
        #expect(!ran.mutex.withLock { $0 })
    }
}

/// Tests of the order in which realms are served. The tests compare counts, not times.
@Suite struct WorkersFairnessTests {
    /// Queues jobs while the only worker is busy and returns the order in which they ran.
    private static func order(limit: Int, of realms: [String]) async throws -> (ran: [String], refused: [String]) {
        let workers = Workers("test", width: 1, limit: limit)
        let (begun, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let (ran, refused) = (Box<[String]>([]), Box<[String]>([]))
        async let holder: Void = workers.run {
            begun.signal()
            gate.wait()
        }
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                begun.wait()
                continuation.resume()
            }
        }
        await withTaskGroup(of: Void.self) { group in
            for (number, realm) in realms.enumerated() {
                group.addTask {
                    do {
                        try await workers.run(for: realm) { ran.mutex.withLock { $0.append(realm) } }
                    } catch {
                        refused.mutex.withLock { $0.append(realm) }
                    }
                }
                while workers.waiting + refused.mutex.withLock({ $0.count }) < number + 1 { await Task.yield() }
            }
            gate.signal()
        }
        try await holder
        return (ran.mutex.withLock { $0 }, refused.mutex.withLock { $0 })
    }

    @Test func aFloodOfJobsOfOneRealmDelaysAnotherRealmByOneJob() async throws {
        let flood = Array(repeating: "a", count: 200)
        let (ran, refused) = try await Self.order(limit: 1000, of: flood + ["b"] + flood)
        #expect(ran.prefix(2) == ["a", "b"])
        #expect(ran.count == 401)
        #expect(refused.isEmpty)
    }

    @Test func aFullQueueDropsJobsOfTheRealmWithMostJobs() async throws {
        let (ran, refused) = try await Self.order(limit: 4, of: ["a", "a", "a", "a", "b", "c", "a"])
        #expect(ran == ["a", "b", "c", "a"])
        #expect(refused == ["a", "a", "a"])
    }
}

/// A reference to a mutex, for use in closures.
final class Box<Value: Sendable>: Sendable {
    let mutex: Mutex<Value>
    init(_ value: Value) { mutex = Mutex(value) }
}
