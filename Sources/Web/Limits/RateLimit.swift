/// A rate limit in units: the number per second over time, and the burst at one moment. The costs of requests are in `cost(of:)`.
public struct RateLimit: Sendable, Hashable, CustomStringConvertible {
    /// The number of units allowed per second over time.
    public let perSecond: Int
    /// The number of units allowed at one moment.
    public let burst: Int

    /// The allowed rates and bursts. Larger numbers could overflow the sums of `TokenBucket`.
    public static let range = 1...1_000_000

    /// Creates a limit. Numbers outside `range` are clamped to it.
    public init(perSecond: Int, burst: Int) {
        self.perSecond = min(max(perSecond, Self.range.lowerBound), Self.range.upperBound)
        self.burst = min(max(burst, Self.range.lowerBound), Self.range.upperBound)
    }

    /// Reads "PER_SECOND:BURST", two whole numbers in `range`. Returns `nil` for other text.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        // `Int` alone also accepts "+5" (spec S1.28).
        let numbers = parts.compactMap { part in
            part.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } ? Int(part) : nil
        }
        guard parts.count == 2, numbers.count == 2, numbers.allSatisfy(Self.range.contains) else { return nil }
        self.init(perSecond: numbers[0], burst: numbers[1])
    }

    public var description: String { "\(perSecond):\(burst)" }

    /// The number of seconds in which an empty bucket fills, rounded up.
    var window: Int { max(1, (burst + perSecond - 1) / perSecond) }

    /// Returns the cost of a request to this route: 1 unit for GET and 2 for a change, but 20 if visitors may make the change, because attackers then
    /// use it to guess passwords or fill tables.
    static func cost(of route: Route) -> Int {
        if route.method == .get { return 1 }
        return route.access == .everyone || route.access == .visitor ? 20 : 2
    }
}

/// The rate limits of an installation; `nil` means no limit.
public struct RateLimits: Sendable, Hashable {
    /// The limit for one IPv4 address or one IPv6 /64, high enough for a concert hall whose phones share one address.
    public var address: RateLimit? = RateLimit(perSecond: 5_000, burst: 100_000)
    /// The limit for one account, from all addresses together.
    public var account: RateLimit? = RateLimit(perSecond: 500, burst: 10_000)
    /// The limit for each tenant without a limit of its own.
    public var tenant: RateLimit? = RateLimit(perSecond: 10_000, burst: 200_000)
    /// The largest number of waiting requests for each tenant without a number of its own.
    public var requestsPerTenant = 16_000

    public init() {}
}
