import Synchronization
import Tenancy

/// The measurements that a server has not stored yet: counts of delays, listeners and tracks. The memory is bounded for each tenant.
final class LiveMeasurements: Sendable {
    /// The kind of a measurement, which defines the meaning of its label and number.
    enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Label: transport. Number: the bound of the delay's bucket in milliseconds.
        case delay
        /// Label: the name of the server. Number: the minute, in minutes since 1970.
        case listeners
        /// Label: the name of the track. Number: 0.
        case track
    }

    /// The measurement that is counted.
    struct Key: Sendable, Hashable {
        let concert: Concert.ID
        let kind: Kind
        let label: String
        let number: Int64
    }

    /// The largest number of keys of a tenant between two writes; further keys are ignored.
    static let limit = 512

    private let tenants = Mutex<[TenantID: [Key: Int64]]>([:])

    /// Adds to the count of a key. Ignores a new key beyond `limit`.
    func add(_ key: Key, count: Int64 = 1, in tenant: TenantID) {
        tenants.withLock { tenants in
            guard tenants[tenant]?[key] != nil || tenants[tenant]?.count ?? 0 < Self.limit else { return }
            tenants[tenant, default: [:]][key, default: 0] += count
        }
    }

    /// Returns all counts and removes them.
    func take() -> [TenantID: [Key: Int64]] {
        tenants.withLock { tenants in
            defer { tenants = [:] }
            return tenants
        }
    }

    /// Puts back counts that could not be stored. New keys beyond `limit` are lost.
    func restore(_ counts: [Key: Int64], in tenant: TenantID) {
        for (key, count) in counts { add(key, count: count, in: tenant) }
    }
}
