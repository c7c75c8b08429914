import Logging
import Postgres
import Tenancy
import Web

/// The service that materialises the schedules of all tenants at start and then once per day. Several servers may run the service at once.
public struct ScheduleJob: Sendable {
    private let materialiser: ScheduleMaterialiser
    private let tenants: @Sendable () async throws -> [TenantID]
    private let logger: Logger

    /// The time between two runs, and the delay after a failed run.
    private static let (interval, retry) = (Duration.seconds(86_400), Duration.seconds(600))

    /// Creates the service. `tenants` returns the tenants whose schedules are materialised, and is called for every run.
    public init(
        database: TenantDatabase, tenants: @escaping @Sendable () async throws -> [TenantID], logger: Logger,
        now: @escaping @Sendable () -> Instant = { .now }
    ) {
        materialiser = ScheduleMaterialiser(database: database, now: now)
        self.tenants = tenants
        self.logger = logger
    }

    public func run() async {
        while !Task.isCancelled {
            let isDone = await runOnce()
            do { try await Task.sleep(for: isDone ? Self.interval : Self.retry) } catch { return }
        }
    }

    /// Materialises the schedules of all tenants once. Returns `false` if the tenants cannot be read or if any tenant fails. The failure of a tenant
    /// is logged, and the other tenants are still materialised.
    func runOnce() async -> Bool {
        guard let tenants = try? await tenants() else { return false }
        var isDone = true
        for tenant in tenants where !Task.isCancelled {
            do {
                let outcome = try await materialiser.materialiseAll(in: tenant)
                guard outcome.added + outcome.changed + outcome.cancelled > 0 else { continue }
                logger.info(
                    "broadcasts of schedule rules updated",
                    metadata: [
                        "tenant.id": "\(tenant)", "added": "\(outcome.added)", "changed": "\(outcome.changed)",
                        "cancelled": "\(outcome.cancelled)",
                    ])
            } catch {
                isDone = false
                let reason = (error as? PostgresError)?.withoutData ?? "\(error)"
                logger.warning(
                    "updating broadcasts of schedule rules failed",
                    metadata: ["tenant.id": "\(tenant)", "error": "\(reason)"])
            }
        }
        return isDone
    }
}
