import Synchronization

/// Which realms have a name of their own in the metrics: the first so many that were seen; all later ones are "other" (spec
/// O4.4), since each name is a set of series that a scraper keeps for good. Shared by the loops, and asked when one
/// meets a kind of exchange for the first time.
final class TenantLabels: Sendable {
    private let names = Mutex<Set<String>>([])
    private let limit: Int

    init(limit: Int = 200) { self.limit = limit }

    /// The label of a realm; "none" for what was answered for nobody in particular, such as a probe.
    func label(of realm: String) -> String {
        guard !realm.isEmpty else { return "none" }
        return names.withLock { names in
            if names.contains(realm) { return realm }
            guard names.count < limit else { return "other" }
            names.insert(realm)
            return realm
        }
    }
}
