import HTTP
import Observability
import Synchronization
import Tenancy

/// The rate limiter of the process (RFC 6585 §4): token buckets of addresses, tenants and accounts, and each tenant's number of waiting requests.
///
/// The buckets are in memory and start full; behind a load balancer each server counts separately.
public final class RateGuard: Sendable {
    /// The limit that refused a request, as the label of `tutti_http_rate_limited_total`.
    enum Refusal: String, CaseIterable {
        case address, account, tenant
        /// Too many requests of the tenant are waiting at the same time.
        case requests
    }

    struct Account: Sendable, Hashable {
        let tenant: TenantID
        let userID: Int64
    }

    let addresses = BucketTable<Address>(capacity: 65_536)
    let tenants = BucketTable<TenantID>(capacity: 16_384)
    let accounts = BucketTable<Account>(capacity: 65_536)
    let load = TenantLoad()
    /// The time of a monotonic clock in milliseconds.
    let now: @Sendable () -> Int64
    private let address = SharedLimit()
    private let account = SharedLimit()
    private let tenant = SharedLimit()
    private let requests = Atomic<Int>(0)
    private let refusals: [Refusal: Counter]

    /// Creates a rate limiter and registers its metrics. `now` returns the time of a monotonic clock in milliseconds.
    public init(
        _ limits: RateLimits = RateLimits(), registry: MetricsRegistry,
        now: @escaping @Sendable () -> Int64 = RateGuard.uptime
    ) {
        self.now = now
        refusals = Dictionary(
            uniqueKeysWithValues: Refusal.allCases.map { refusal in
                let counter = registry.counter(
                    "tutti_http_rate_limited_total", "Requests refused, by the limit that was reached.",
                    labels: ["kind": refusal.rawValue])
                return (refusal, counter)
            })
        apply(limits)
    }

    /// The default clock: the milliseconds since its first use in this process.
    public static let uptime: @Sendable () -> Int64 = { Int64((ContinuousClock.now - start) / .milliseconds(1)) }
    private static let start = ContinuousClock.now

    /// The limits in force.
    public var limits: RateLimits {
        var limits = RateLimits()
        limits.address = address.value
        limits.account = account.value
        limits.tenant = tenant.value
        limits.requestsPerTenant = requests.load(ordering: .relaxed)
        return limits
    }

    /// Applies new limits from the next request on. Each bucket keeps its tokens, up to the new burst.
    public func apply(_ limits: RateLimits) {
        address.value = limits.address
        account.value = limits.account
        tenant.value = limits.tenant
        requests.store(limits.requestsPerTenant, ordering: .relaxed)
    }

    /// The gates before authentication. The limit by address comes first, so that refused requests do not use up the tenant's limit.
    public var beforeCaller: [any Gate] { [AddressGate(self), TenantGate(self), TenantLoadGate(self)] }

    /// The gate after authentication.
    public var afterCaller: [any Gate] { [AccountGate(self)] }

    /// Returns the limit of a tenant, or `nil` for no limit. A tenant's own rate or burst replaces that of the installation.
    func limit(of tenant: Tenant) -> RateLimit? {
        let standard = self.tenant.value
        let (own, burst) = (tenant.limits.requestsPerSecond, tenant.limits.requestBurst)
        guard let perSecond = own ?? standard?.perSecond else { return nil }
        // A tenant's rate without a burst allows a burst of ten seconds.
        return RateLimit(
            perSecond: perSecond, burst: burst ?? (own == nil ? standard?.burst : nil) ?? perSecond * 10)
    }

    /// The limit of an address, for a response that reports the limit without counting as a request; `nil` for no limit.
    public var addressQuota: RateQuota? { address.value.map { RateQuota(burst: $0.burst, window: $0.window) } }

    var addressLimit: RateLimit? { address.value }
    var accountLimit: RateLimit? { account.value }

    /// Returns the largest number of requests of a tenant that may wait at the same time.
    func requests(of tenant: Tenant) -> Int { tenant.limits.connections ?? requests.load(ordering: .relaxed) }

    func count(_ refusal: Refusal) { refusals[refusal]?.increment() }
}

/// A limit in one atomic word, which every request can read without a lock.
private final class SharedLimit: Sendable {
    /// The rate in the upper half, the burst in the lower half; 0 for no limit.
    private let word = Atomic<UInt64>(0)

    var value: RateLimit? {
        get {
            let word = word.load(ordering: .relaxed)
            return word == 0 ? nil : RateLimit(perSecond: Int(word >> 32), burst: Int(word & 0xFFFF_FFFF))
        }
        set {
            let word = newValue.map { UInt64($0.perSecond) << 32 | UInt64($0.burst) } ?? 0
            self.word.store(word, ordering: .relaxed)
        }
    }
}
