import Logging
import Tenancy

/// The upgrade rules of every tenant that an app of it has asked, in memory: a request that names its version waits for
/// the database only when the rules may have changed.
///
/// While the database is away the last known rules go on, and where none were ever read nobody is turned back.
public final class UpgradeRulebook: Sendable {
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

    /// The rules of a tenant were changed here: a notification may come later than the next request.
    func rulesChanged(in tenant: TenantID) { cache.expire(tenant) }

    /// The rules of a tenant as last known.
    func rules(of tenant: TenantID) async -> [UpgradeRule] {
        if let rules = cache.current(of: tenant) { return rules }
        let rules = try? await cache.value(of: tenant) { [store, logger] _ in
            do {
                return try await store.rules(in: tenant)
            } catch {
                logger.warning(
                    "upgrade rules not read; the last known go on",
                    metadata: ["tenant.id": "\(tenant)", "error": "\(error)"])
                throw error
            }
        }
        return rules ?? []
    }
}
