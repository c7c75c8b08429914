import Logging
import Postgres
import Tenancy
import Web

/// Has every tenant's airings made as days go by: at start, and once a day from then on. Any number of servers may do
/// it; whichever comes second finds nothing to do.
public struct ScheduleKeeper: Sendable {
    private let materialiser: ScheduleMaterialiser
    private let tenants: @Sendable () async throws -> [TenantID]
    private let logger: Logger

    /// A day, and how soon what failed is tried again.
    private static let (interval, retry) = (Duration.seconds(86_400), Duration.seconds(600))

    /// - Parameters:
    ///   - tenants: those that are active.
    ///   - now: the clock.
    public init(
        database: TenantDatabase, tenants: @escaping @Sendable () async throws -> [TenantID], logger: Logger,
        now: @escaping @Sendable () -> Instant = { .now }
    ) {
        materialiser = ScheduleMaterialiser(database: database, now: now)
        self.tenants = tenants
        self.logger = logger
    }

    /// Goes on until the task is cancelled.
    public func run() async {
        while !Task.isCancelled {
            let isDone = await keep()
            do { try await Task.sleep(for: isDone ? Self.interval : Self.retry) } catch { return }
        }
    }

    /// Does all tenants once; one that fails does not keep the others.
    ///
    /// - Returns: whether all went well.
    func keep() async -> Bool {
        guard let tenants = try? await tenants() else { return false }
        var isDone = true
        for tenant in tenants where !Task.isCancelled {
            do {
                let outcome = try await materialiser.materialiseAll(in: tenant)
                guard outcome.added + outcome.changed + outcome.cancelled > 0 else { continue }
                logger.info(
                    "airings made",
                    metadata: [
                        "tenant.id": "\(tenant)", "added": "\(outcome.added)", "changed": "\(outcome.changed)",
                        "cancelled": "\(outcome.cancelled)",
                    ])
            } catch {
                isDone = false
                let reason = (error as? PostgresError)?.withoutData ?? "\(error)"
                logger.warning("airings not made", metadata: ["tenant.id": "\(tenant)", "error": "\(reason)"])
            }
        }
        return isDone
    }
}
