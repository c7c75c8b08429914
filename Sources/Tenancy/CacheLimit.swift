/// How much a `TenantCache` keeps. Beyond it the values go that were asked for longest ago, never the one that came last.
public struct CacheLimit: Sendable, Hashable {
    /// Whose values are counted together.
    public enum Scope: Sendable, Hashable {
        case eachTenant
        case allTenants
    }

    let scope: Scope
    let count: Int
    let size: Int

    /// - Parameters:
    ///   - count: values, as their weights count them.
    ///   - size: the sum of the weights' sizes, in the unit that they are measured in.
    public init(of scope: Scope, count: Int = .max, size: Int = .max) {
        self.scope = scope
        self.count = count
        self.size = size
    }

    /// As many values as there are tenants and keys.
    public static let none = CacheLimit(of: .allTenants)
}

/// What a value counts for in the limit of its cache.
public struct CacheWeight: Sendable, Hashable {
    /// 1, or 0 for a value that does not count as one.
    public let count: Int
    /// In the unit of the cache's limit, such as bytes.
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
