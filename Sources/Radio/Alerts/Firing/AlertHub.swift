import HTTP
import Logging
import Postgres
import Synchronization
import Tenancy
import Web

/// The service that fires alerts when they are due and sends them to the accounts' event streams (spec R44, decision 0033).
///
/// A tenant is checked when its next alert is due, after a notification, and every minute. Any number of servers may run a hub. A mutex protects the
/// state and is never held while the hub waits for the database.
public final class AlertHub: Sendable {
    private struct Plan {
        /// The time of the next check; `nil` for immediately.
        var nextAt: Instant?
        /// When the next alert is due; `nil` if none is known.
        var dueAt: Instant?
        /// The end of the tenant's pause, in which the hub looks for due alerts only once `dueAt` is reached; `nil` before the first check.
        var restsUntil: Instant?
        var streamsByAccount: [Int64: AlertStreams] = [:]
    }

    private struct State {
        var plans: [TenantID: Plan] = [:]
        /// When the tenants were last listed; `nil` if never, or if notifications may have been lost.
        var listedAt: ContinuousClock.Instant?
        var isClosed = false
    }

    /// The maximum interval between checks of a tenant, and the delay after a failed check, in milliseconds.
    private static let (interval, retry): (Int64, Int64) = (60_000, 5_000)
    /// The ratio of a tenant's pause to the duration of its check. Without a pause, a station with many alerts that reports every song would be
    /// checked continuously.
    private static let pauseRatio: Int64 = 10
    /// How long the streams of an account stay in memory after the last request if none is open.
    private static let idle = Duration.seconds(60)

    private let firings: AlertFiringStore
    private let tenants: @Sendable () async throws -> [TenantID]
    let now: @Sendable () -> Instant
    private let logger: Logger
    private let state = Mutex(State())

    /// Creates the hub and registers it for notifications of the database. `tenants` returns the active tenants, and is called about once per minute.
    public init(
        database: TenantDatabase, tenants: @escaping @Sendable () async throws -> [TenantID], logger: Logger,
        now: @escaping @Sendable () -> Instant = { Instant.now }
    ) {
        firings = AlertFiringStore(database: database)
        self.tenants = tenants
        self.logger = logger
        self.now = now
        database.observers.add(self)
    }

    /// Checks the tenants until the task is cancelled, then ends all streams.
    public func run() async {
        while !Task.isCancelled {
            await tick()
            let next = state.withLock { state in
                state.plans.values.contains { $0.nextAt == nil } ? nil : state.plans.values.compactMap(\.nextAt).min()
            }
            let wait = next.map { $0.milliseconds - now().milliseconds } ?? 1000
            guard (try? await Task.sleep(for: .milliseconds(min(max(wait, 0) + 1, 1000)))) != nil else { break }
        }
        close()
    }

    /// Runs one round of `run`: lists the active tenants once per minute and checks those that are due.
    func tick() async {
        await list()
        removeIdle()
        let moment = now()
        let due = state.withLock { state in
            let due = state.plans.filter { $0.value.nextAt.map { $0 <= moment } ?? true }.map(\.key)
            // A notification during the check sets `nextAt` to `nil` again.
            for tenant in due { state.plans[tenant]?.nextAt = moment.advanced(byMs: Self.interval) }
            return due
        }
        for tenant in due where !Task.isCancelled { await check(tenant) }
    }

    /// Returns the event stream of an account, with its recent firings. After `close`, the stream ends immediately.
    func events(of account: Int64, in tenant: TenantID) async throws -> EventBroadcaster {
        let streams = state.withLock { state in
            let streams = state.plans[tenant]?.streamsByAccount[account] ?? AlertStreams(now: now)
            streams.lastUsedAt = .now
            if state.isClosed { streams.events.close() }
            state.plans[tenant, default: Plan()].streamsByAccount[account] = streams
            return streams
        }
        let reading = streams.beginReading()
        streams.take(try await firings.recent(of: [account], at: now(), in: tenant), of: reading)
        return streams.events
    }

    /// Ends every stream. Later streams end immediately.
    public func close() {
        let streamsByAccount = state.withLock { state in
            state.isClosed = true
            return state.plans.values.flatMap { Array($0.streamsByAccount.values) }
        }
        for streams in streamsByAccount { streams.events.close() }
    }

    private func list() async {
        let isDue = state.withLock { state in
            guard state.listedAt.map({ .now - $0 > .milliseconds(Self.interval) }) ?? true else { return false }
            state.listedAt = .now
            return true
        }
        guard isDue else { return }
        guard let tenants = try? await tenants() else { return changesWereMissed() }
        state.withLock { state in
            for tenant in tenants { state.plans[tenant, default: Plan()].nextAt = nil }
            state.plans = state.plans.filter { tenants.contains($0.key) || !$0.value.streamsByAccount.isEmpty }
        }
    }

    private func removeIdle() {
        state.withLock { state in
            for (tenant, plan) in state.plans where !plan.streamsByAccount.isEmpty {
                state.plans[tenant]?.streamsByAccount = plan.streamsByAccount.filter { _, streams in
                    streams.events.subscriberCount > 0 || .now - streams.lastUsedAt < Self.idle
                }
            }
        }
    }

    /// Fires the tenant's due alerts unless it is paused, and sends the new firings of all servers to its streams.
    private func check(_ tenant: TenantID) async {
        let moment = now()
        do {
            if let end = pauseEnd(tenant, at: moment) {
                plan(tenant, at: end)
            } else {
                try await fire(tenant, at: moment)
            }
            try await notify(tenant)
        } catch {
            plan(tenant, at: moment.advanced(byMs: Self.retry))
            logger.warning(
                "alert check failed",
                metadata: [
                    "tenant.id": "\(tenant)", "error": "\((error as? PostgresError)?.withoutData ?? "\(error)")",
                ])
        }
    }

    private func fire(_ tenant: TenantID, at moment: Instant) async throws {
        let dueCheck = try await firings.checkDue(at: moment, in: tenant)
        if dueCheck.isDue {
            while try await firings.claim(at: moment, in: tenant) == AlertFiringStore.batch {}
        }
        let took = max(0, now().milliseconds - moment.milliseconds)
        state.withLock { state in
            state.plans[tenant]?.dueAt = dueCheck.next
            state.plans[tenant]?.restsUntil = moment.advanced(byMs: min(took * Self.pauseRatio, Self.interval))
        }
        if let next = dueCheck.next { plan(tenant, at: next) }
    }

    /// Returns the time of the next check of a paused tenant; `nil` if it is not paused or an alert is due.
    private func pauseEnd(_ tenant: TenantID, at moment: Instant) -> Instant? {
        state.withLock { state in
            guard let plan = state.plans[tenant], let end = plan.restsUntil, moment < end,
                plan.dueAt.map({ moment < $0 }) ?? true
            else { return nil }
            return min(end, plan.dueAt ?? end)
        }
    }

    private func plan(_ tenant: TenantID, at next: Instant) {
        state.withLock { state in
            guard let known = state.plans[tenant]?.nextAt else { return }
            state.plans[tenant]?.nextAt = min(known, next)
        }
    }

    private func notify(_ tenant: TenantID) async throws {
        let streamsByAccount = state.withLock { $0.plans[tenant]?.streamsByAccount ?? [:] }
        guard !streamsByAccount.isEmpty else { return }
        let readings = streamsByAccount.mapValues { $0.beginReading() }
        let found = try await firings.recent(of: streamsByAccount.keys.sorted(), at: now(), in: tenant)
        let byAccount = Dictionary(grouping: found, by: \.account)
        for (account, streams) in streamsByAccount {
            streams.take(byAccount[account] ?? [], of: readings[account] ?? 0)
        }
    }
}

extension AlertHub: TenantObserver {
    /// Schedules a check when the tenant's alerts or its radio data change.
    public func tenantChanged(_ notice: ChangeNotice) {
        guard notice.kind == AlertChange.kind || notice.kind == RadioChange.kind else { return }
        state.withLock { $0.plans[notice.tenant, default: Plan()].nextAt = nil }
    }

    /// Schedules a check of all active tenants.
    public func changesWereMissed() { state.withLock { $0.listedAt = nil } }

    public func tenantEnded(_ tenant: TenantID) {
        let plan = state.withLock { $0.plans.removeValue(forKey: tenant) }
        for streams in (plan?.streamsByAccount ?? [:]).values { streams.events.close() }
    }

    public var knownTenants: [TenantID] { state.withLock { Array($0.plans.keys) } }
}
