import Synchronization

/// The tenant labels in the metrics, shared by all event loops. Realms beyond `limit` share the label "other" (spec O4.4).
final class TenantLabels: Sendable {
    private let names = Mutex<Set<String>>([])
    private let limit: Int

    init(limit: Int = 200) { self.limit = limit }

    /// Returns the label of a realm, or "none" for exchanges without a tenant.
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
