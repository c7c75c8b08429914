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

    /// Materialises the schedules of all tenants once. Returns `false` if the tenants cannot be read or if any tenant fails. Both are logged, and the
    /// failure of one tenant does not stop the others.
    func runOnce() async -> Bool {
        let all: [TenantID]
        do {
            all = try await tenants()
        } catch {
            logger.warning(
                "reading the tenants of schedule rules failed", metadata: ["error": "\(Self.reason(of: error))"])
            return false
        }
        var isDone = true
        for tenant in all where !Task.isCancelled {
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
                logger.warning(
                    "updating broadcasts of schedule rules failed",
                    metadata: ["tenant.id": "\(tenant)", "error": "\(Self.reason(of: error))"])
            }
        }
        return isDone
    }

    private static func reason(of error: any Error) -> String { (error as? PostgresError)?.withoutData ?? "\(error)" }
}
