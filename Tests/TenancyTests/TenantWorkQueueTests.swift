import Synchronization
import Tenancy
import TestSupport
import Testing

struct TenantWorkQueueTests {
    /// Work that waits for permission to end, and records the tenants in the order of its starts.
    private final class Work: Sendable {
        private struct State {
            var started: [TenantID] = []
            var running = 0
            var mostRunning = 0
        }

        private let state = Mutex(State())
        private let left: Mutex<[TenantID: Int]>
        let (permissions, gate) = AsyncStream<Void>.makeStream()

        /// - Parameter left: the number of pieces of work of each tenant.
        init(_ left: [TenantID: Int]) { self.left = Mutex(left) }

        var started: [TenantID] { state.withLock { $0.started } }
        var mostRunning: Int { state.withLock { $0.mostRunning } }

        func perform(_ tenant: TenantID) async -> Bool {
            let isFound = left.withLock { left in
                guard let count = left[tenant], count > 0 else { return false }
                left[tenant] = count - 1
                return true
            }
            guard isFound else { return false }
            state.withLock { state in
                state.started.append(tenant)
                state.running += 1
                state.mostRunning = max(state.mostRunning, state.running)
            }
            for await _ in permissions { break }
            state.withLock { $0.running -= 1 }
            return true
        }
    }

    private let one = TenantID(rawValue: 1)
    private let other = TenantID(rawValue: 2)

    @Test func tenantsAreServedInTurn() async {
        let (queue, work) = (TenantWorkQueue(capacity: 1), Work([one: 2, other: 2]))
        let run = Task { [one, other] in
            await queue.run(every: .seconds(3600), over: { [one, other] }) { tenant, _ in await work.perform(tenant) }
        }
        for _ in 0..<4 { work.gate.yield() }
        #expect(await eventually(within: .seconds(60)) { work.started == [one, other, one, other] })
        run.cancel()
        await run.value
    }

    @Test func theCapacityLimitsWorkInProgress() async {
        let tenants = (1...5).map { TenantID(rawValue: $0) }
        let work = Work(Dictionary(uniqueKeysWithValues: tenants.map { ($0, 3) }))
        let queue = TenantWorkQueue(capacity: 2)
        let run = Task {
            await queue.run(every: .seconds(3600), over: { tenants }) { tenant, _ in await work.perform(tenant) }
        }
        for _ in 0..<15 { work.gate.yield() }
        #expect(await eventually(within: .seconds(60)) { work.started.count == 15 })
        #expect(work.mostRunning <= 2)
        run.cancel()
        await run.value
    }

    @Test func moreWorkOfATenantStartsAsSoonAsItsFirstWorkIsFound() async {
        let (queue, work) = (TenantWorkQueue(capacity: 2), Work([one: 2]))
        let run = Task { [one] in
            await queue.run(every: .seconds(3600), over: { [one] }) { tenant, found in
                await found()
                return await work.perform(tenant)
            }
        }
        // Both pieces have started although neither is permitted to end.
        #expect(await eventually(within: .seconds(60)) { work.started == [one, one] })
        work.gate.finish()
        run.cancel()
        await run.value
    }

    @Test func aTenantThatIsAddedBeforeTheServiceRunsIsServed() async {
        let (queue, work) = (TenantWorkQueue(capacity: 1), Work([one: 1]))
        await queue.add(one)
        work.gate.finish()
        let run = Task {
            await queue.run(every: .seconds(3600), over: { [] }) { tenant, _ in await work.perform(tenant) }
        }
        #expect(await eventually(within: .seconds(60)) { work.started == [one] })
        run.cancel()
        await run.value
    }

    @Test func noWorkStartsAfterTheQueueHasEnded() async {
        let (queue, work) = (TenantWorkQueue(capacity: 1), Work([one: 1]))
        work.gate.finish()
        let run = Task {
            await queue.run(every: .seconds(3600), over: { [] }) { tenant, _ in await work.perform(tenant) }
        }
        run.cancel()
        await run.value
        await queue.add(one)
        #expect(work.started.isEmpty)
    }
}
