import Logging
import Synchronization
import Tenancy

/// The upgrade rules of every tenant that an app of it has asked, in memory: a request that names its version waits for
/// the database only when the rules may have changed.
///
/// A notification makes a tenant's page out of date; whoever asks next has it read again, and others wait for the same
/// reading. While the database is away the last known rules go on, and where none were ever read nobody is turned back.
/// Confined by a mutex that is held for a few instructions.
public final class UpgradeRulebook: Sendable {
    private struct Page {
        var rules: [UpgradeRule] = []
        var isCurrent = false
        /// Rises with every notification, so that rules read before it are not taken for new ones.
        var generation = 0
        var reading: Task<[UpgradeRule], Never>?
        /// Not read again before then: in an outage nobody should wait for its failure again and again.
        var restsUntil: ContinuousClock.Instant?

        /// A reading under way may be of before the change, so nobody who asks from now on waits for it.
        mutating func expire() {
            isCurrent = false
            generation += 1
            reading = nil
            restsUntil = nil
        }
    }

    /// Pages beyond this many displace others.
    private static let capacity = 4096
    private static let rest = Duration.seconds(1)

    private let store: UpgradeRuleStore
    private let logger: Logger
    private let pages = Mutex<[TenantID: Page]>([:])

    public init(store: UpgradeRuleStore, logger: Logger) {
        self.store = store
        self.logger = logger
    }

    /// A change of this tenant was notified. Kinds that do not concern notices are ignored.
    public func notified(tenant: TenantID, kind: String) {
        guard kind == NoticeChange.kind else { return }
        pages.withLock { $0[tenant]?.expire() }
    }

    /// Notifications may have been lost: every page is read again when it is next asked for.
    public func reload() {
        pages.withLock { pages in
            for tenant in pages.keys { pages[tenant]?.expire() }
        }
    }

    /// The rules of a tenant as last known.
    func rules(of tenant: TenantID) async -> [UpgradeRule] {
        let (known, reading) = pages.withLock { pages -> ([UpgradeRule], Task<[UpgradeRule], Never>?) in
            var page = pages[tenant] ?? Page()
            let mayWait = page.restsUntil.map { $0 > .now } ?? false
            if page.isCurrent || mayWait { return (page.rules, nil) }
            if pages[tenant] == nil, pages.count >= Self.capacity, let other = pages.keys.first {
                pages[other] = nil
            }
            let generation = page.generation
            let reading = page.reading ?? Task { await read(tenant, generation) }
            page.reading = reading
            pages[tenant] = page
            return (page.rules, reading)
        }
        return await reading?.value ?? known
    }

    /// Not cancelled with the request that began it, since others wait for it too.
    private func read(_ tenant: TenantID, _ generation: Int) async -> [UpgradeRule] {
        do {
            let rules = try await store.rules(in: tenant)
            pages.withLock { pages in
                guard pages[tenant]?.generation == generation else { return }
                pages[tenant]?.reading = nil
                pages[tenant]?.rules = rules
                pages[tenant]?.isCurrent = true
            }
            return rules
        } catch {
            logger.warning(
                "upgrade rules not read; the last known go on",
                metadata: ["tenant.id": "\(tenant)", "error": "\(error)"])
            return pages.withLock { pages in
                if pages[tenant]?.generation == generation {
                    pages[tenant]?.reading = nil
                    pages[tenant]?.restsUntil = .now + Self.rest
                }
                return pages[tenant]?.rules ?? []
            }
        }
    }
}
