/// A queue of the tenants for which a background service of this server may have work. Tenants take turns, and at most `capacity` jobs run at once.
/// The actor runs on the cooperative pool.
public actor TenantWorkQueue {
    /// Performs one job of a tenant, and returns `false` if there was none. Calling `found` as soon as a job is found lets another job of the tenant
    /// run in parallel.
    public typealias Work =
        @Sendable (_ tenant: TenantID, _ found: @escaping @Sendable () async -> Void) async -> Bool

    private let capacity: Int
    private var work: Work?
    private var busy = 0
    private var waiting: [TenantID] = []
    private var hasEnded = false

    public init(capacity: Int) { self.capacity = capacity }

    /// Adds all active tenants every `interval` and performs their jobs with `work`, until the task is cancelled. Running jobs then continue to their
    /// end, and waiting tenants are dropped.
    ///
    /// - Parameter tenants: returns the active tenants. If it throws, it is called again after the interval.
    public func run(
        every interval: Duration, over tenants: @Sendable () async throws -> [TenantID], work: @escaping Work
    ) async {
        self.work = work
        fill()
        while !Task.isCancelled {
            for tenant in (try? await tenants()) ?? [] { add(tenant) }
            do { try await Task.sleep(for: interval) } catch { break }
        }
        hasEnded = true
        self.work = nil
        waiting = []
    }

    /// Performs the tenant's jobs when capacity is available, until none is left; before `run`, only queues the tenant. Does nothing after `run` has
    /// ended.
    public func add(_ tenant: TenantID) {
        guard !hasEnded else { return }
        if !waiting.contains(tenant) { waiting.append(tenant) }
        fill()
    }

    private func fill() {
        while let work, busy < capacity, !waiting.isEmpty {
            let tenant = waiting.removeFirst()
            busy += 1
            Task {
                let didWork = await work(tenant) { await self.add(tenant) }
                busy -= 1
                if didWork { add(tenant) } else { fill() }
            }
        }
    }
}
