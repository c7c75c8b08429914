import Testing

@testable import Postgres

/// A caller with its own executor.
private actor Waiter {
    nonisolated let executor = ConnectionExecutor(label: "test.waiter")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Returns the value, after the caller has resumed on its own executor.
    func wait(for promise: Promise<Int>) async throws(PostgresError) -> Int {
        let value = try await promise.valueUnlessCancelled()
        executor.checkIsolated()
        return value
    }

    func waitToTheEnd(of promise: Promise<Int>) async throws(PostgresError) -> Int {
        let value = try await promise.value()
        executor.checkIsolated()
        return value
    }
}

@Suite struct PromiseTests {
    @Test func aPromiseReturnsAValueThatWasSetBeforeWaiting() async throws {
        let promise = Promise<Int>()
        #expect(promise.finish(.success(7)))
        #expect(try await Waiter().wait(for: promise) == 7)
        #expect(try await promise.value() == 7)
    }

    @Test func aWaitingCallerResumesOnItsOwnExecutor() async throws {
        for number in 0..<200 {
            let promise = Promise<Int>()
            let waiter = Waiter()
            async let value = waiter.wait(for: promise)
            // In some rounds the value is set first.
            if number.isMultiple(of: 2) { await Task.yield() }
            promise.finish(.success(number))
            #expect(try await value == number)
        }
    }

    @Test func aPromiseKeepsItsFirstOutcome() async {
        let promise = Promise<Int>()
        #expect(!promise.isFinished)
        #expect(promise.finish(.failure(.poolTimeout)))
        #expect(!promise.finish(.success(1)))
        await #expect(throws: PostgresError.poolTimeout) { try await promise.value() }
    }

    @Test func aCancelledCallerStopsWaitingForAPromise() async {
        let promise = Promise<Int>()
        let waiting = Task { try await Waiter().wait(for: promise) }
        await Task.yield()
        waiting.cancel()
        await #expect(throws: PostgresError.cancelled) { try await waiting.value }
        #expect(promise.isFinished)
    }

    @Test func waitingForTheEndOfAPromiseIgnoresCancellation() async throws {
        let promise = Promise<Int>()
        let waiting = Task { try await Waiter().waitToTheEnd(of: promise) }
        waiting.cancel()
        try await Task.sleep(for: .milliseconds(20))
        #expect(!promise.isFinished)
        promise.finish(.success(3))
        #expect(try await waiting.value == 3)
    }

    @Test func aWaitingTaskGetsTheValueEvenIfItsPriorityIsRaised() async throws {
        let promise = Promise<Int>()
        let waiting = Task(priority: .background) { try await Waiter().wait(for: promise) }
        try await Task.sleep(for: .milliseconds(10))
        let hurried = Task(priority: .high) { try await waiting.value }
        try await Task.sleep(for: .milliseconds(10))
        promise.finish(.success(5))
        #expect(try await hurried.value == 5)
    }
}
