/// The limit of a `TenantCache`. A cache that exceeds its limit removes the least recently used values, but never the newest value.
public struct CacheLimit: Sendable, Hashable {
    /// The set of values to which a limit applies: the values of each tenant, or the values of all tenants together.
    public enum Scope: Sendable, Hashable {
        case eachTenant
        case allTenants
    }

    let scope: Scope
    let count: Int
    let size: Int

    /// Creates a limit for the count and the size of the cached values.
    ///
    /// - Parameters:
    ///   - count: the largest sum of the weights' counts.
    ///   - size: the largest sum of the weights' sizes, in the unit of `CacheWeight.size`.
    public init(of scope: Scope, count: Int = .max, size: Int = .max) {
        self.scope = scope
        self.count = count
        self.size = size
    }

    /// No limit on the count or the size.
    public static let none = CacheLimit(of: .allTenants)
}

/// The amount by which one value counts towards the limit of its cache.
public struct CacheWeight: Sendable, Hashable {
    /// The count: 1, or 0 for a value that does not count towards the limit.
    public let count: Int
    /// The size in the unit of the cache's limit, such as bytes.
    public let size: Int

    public init(count: Int = 1, size: Int = 0) {
        self.count = count
        self.size = size
    }

    static func += (sum: inout CacheWeight, weight: CacheWeight) {
        sum = CacheWeight(count: sum.count + weight.count, size: sum.size + weight.size)
    }

    static func -= (sum: inout CacheWeight, weight: CacheWeight) {
        sum = CacheWeight(count: sum.count - weight.count, size: sum.size - weight.size)
    }
}
