import Logging
import Tenancy

/// A cache of the upgrade rules of each tenant. If the rules cannot be read, the last known rules apply. If no rules are known, no app is refused.
public final class UpgradeRuleCache: Sendable {
    private let store: UpgradeRuleStore
    private let logger: Logger
    private let cache: TenantCache<WholeTenant, [UpgradeRule]>

    public init(store: UpgradeRuleStore, logger: Logger) {
        self.store = store
        self.logger = logger
        cache = TenantCache(
            of: store.database.observers, .onNotice([NoticeChange.kind]),
            outage: .servesLast(initially: [], pause: .seconds(1)), limit: CacheLimit(of: .allTenants, count: 4096))
    }

    /// Expires the cached rules of a tenant after a change by this server, because the notification of the change may arrive after the next request.
    func rulesChanged(in tenant: TenantID) { cache.expire(tenant) }

    /// Returns the current rules of a tenant or, if they cannot be read, the last known ones; may be empty.
    func rules(of tenant: TenantID) async -> [UpgradeRule] {
        if let rules = cache.current(of: tenant) { return rules }
        let rules = try? await cache.value(of: tenant) { [store, logger] _ in
            do {
                return try await store.rules(in: tenant)
            } catch {
                logger.warning(
                    "upgrade rules cannot be read; the last known rules apply",
                    metadata: ["tenant.id": "\(tenant)", "error": "\(error)"])
                throw error
            }
        }
        return rules ?? []
    }
}
