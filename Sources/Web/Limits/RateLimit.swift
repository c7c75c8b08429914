/// How much may be asked for: so much in a second over a length of time, and at one moment what has been saved up.
///
/// The unit is a read. A change costs two, and a change that anybody may ask for without an account, such as a log-in,
/// twenty: it is what guessing and filling tables is made of (`cost(of:)`).
public struct RateLimit: Sendable, Hashable, CustomStringConvertible {
    public let perSecond: Int
    public let burst: Int

    /// The largest numbers that fit the sums of `TokenBucket`.
    public static let range = 1...1_000_000

    /// Numbers outside `range` are brought into it.
    public init(perSecond: Int, burst: Int) {
        self.perSecond = min(max(perSecond, Self.range.lowerBound), Self.range.upperBound)
        self.burst = min(max(burst, Self.range.lowerBound), Self.range.upperBound)
    }

    /// Reads "PER_SECOND:BURST", both whole numbers of `range`; `nil` for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        // Digits by hand: `Int` also takes "+5" (spec S1.28).
        let numbers = parts.compactMap { part in
            part.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } ? Int(part) : nil
        }
        guard parts.count == 2, numbers.count == 2, numbers.allSatisfy(Self.range.contains) else { return nil }
        self.init(perSecond: numbers[0], burst: numbers[1])
    }

    public var description: String { "\(perSecond):\(burst)" }

    /// In how many seconds the whole burst is saved up again.
    var window: Int { max(1, (burst + perSecond - 1) / perSecond) }

    /// What a request to this route costs.
    static func cost(of route: Route) -> Int {
        if route.method == .get { return 1 }
        return route.access == .everyone || route.access == .visitor ? 20 : 2
    }
}

/// The limits of an installation; a `nil` one is not held.
public struct RateLimits: Sendable, Hashable {
    /// Of one address, or of one /64 of IPv6. Wide enough for a hall whose phones share one.
    public var address: RateLimit? = RateLimit(perSecond: 5_000, burst: 100_000)
    /// Of one account.
    public var account: RateLimit? = RateLimit(perSecond: 500, burst: 10_000)
    /// Of one tenant that names none of its own.
    public var tenant: RateLimit? = RateLimit(perSecond: 10_000, burst: 200_000)
    /// How many requests of one tenant may wait for their answers at one moment, where it names no number of its own.
    public var requestsPerTenant = 16_000

    public init() {}
}
