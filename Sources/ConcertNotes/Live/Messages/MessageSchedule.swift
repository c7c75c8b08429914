import Logging
import Postgres
import Tenancy

/// The service that sends scheduled messages at their time. Several servers may run the service, because each message is sent once.
public struct MessageSchedule: Sendable {
    private let store: AudienceMessageStore
    private let tenants: @Sendable () async throws -> [TenantID]
    private let logger: Logger

    private static let interval = Duration.seconds(1)

    /// Creates the service, which does nothing until `run` is called. `tenants` returns the tenants with a concert on the air.
    public init(
        store: AudienceMessageStore, tenants: @escaping @Sendable () async throws -> [TenantID], logger: Logger
    ) {
        self.store = store
        self.tenants = tenants
        self.logger = logger
    }

    /// Checks every second whether messages are due, and sends them, until the task is cancelled.
    public func run() async {
        while (try? await Task.sleep(for: Self.interval)) != nil { await runOnce() }
    }

    /// Sends the due messages of the concerts on the air. A failure for one tenant does not affect the others, and the next check tries again.
    func runOnce() async {
        guard let tenants = try? await tenants() else { return }
        for tenant in tenants where !Task.isCancelled {
            do {
                let count = try await store.sendDue(in: tenant)
                guard count > 0 else { continue }
                logger.info("scheduled messages sent", metadata: ["tenant.id": "\(tenant)", "count": "\(count)"])
            } catch {
                let reason = (error as? PostgresError)?.withoutData ?? "\(error)"
                logger.warning(
                    "scheduled messages not sent", metadata: ["tenant.id": "\(tenant)", "error": "\(reason)"])
            }
        }
    }
}
