/// A queue of the tenants for which a background service of this server may have work. Tenants take turns, and at most `capacity` pieces of work run
/// at once. The actor runs on the cooperative pool.
public actor TenantWorkQueue {
    /// Performs one piece of a tenant's work, and returns `false` if there was nothing to do. Calling `found` as soon as work is found lets more work
    /// of the tenant run in parallel.
    public typealias Work =
        @Sendable (_ tenant: TenantID, _ found: @escaping @Sendable () async -> Void) async -> Bool

    private let capacity: Int
    private var work: Work?
    private var busy = 0
    private var waiting: [TenantID] = []
    private var hasEnded = false

    public init(capacity: Int) { self.capacity = capacity }

    /// Adds all active tenants every `interval` and performs their work, until the task is cancelled. Work in progress then continues to its end.
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

    /// Performs the tenant's work when capacity is available, until nothing is left to do. Does nothing after `run` has ended.
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
