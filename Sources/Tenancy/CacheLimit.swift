/// The limit of a `TenantCache`. Beyond it, the cache removes the least recently used values, but never the newest.
public struct CacheLimit: Sendable, Hashable {
    /// The values to which a limit applies.
    public enum Scope: Sendable, Hashable {
        case eachTenant
        case allTenants
    }

    let scope: Scope
    let count: Int
    let size: Int

    /// Creates a limit on the sum of the values' counts and on the sum of their sizes (`CacheWeight`).
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
    /// The amount that the value adds to the count; 0 for a value that the limit on the count ignores.
    public let count: Int
    /// The size in the unit of the limit, such as bytes.
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
