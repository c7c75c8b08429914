import HTTP
import Observability
import Synchronization
import Tenancy

/// Who has asked for how much: the buckets of addresses, tenants and accounts, and how many requests of each tenant wait
/// for their answers. One for a process; its limits can be exchanged while it is in use.
///
/// It gives the gates that hold requests to them (RFC 6585 §4). The buckets are of one process and start full with it: behind
/// a balancer each server counts for itself.
public final class RateGuard: Sendable {
    /// Why a request was turned away: the label of `tutti_http_rate_limited_total`.
    enum Refusal: String, CaseIterable {
        case address, account, tenant
        /// Too many requests of the tenant wait at once.
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
    /// Milliseconds of a clock that never steps back.
    let now: @Sendable () -> Int64
    private let address = SharedLimit()
    private let account = SharedLimit()
    private let tenant = SharedLimit()
    private let requests = Atomic<Int>(0)
    private let refusals: [Refusal: Counter]

    /// - Parameter now: milliseconds of a clock that never steps back.
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

    /// Milliseconds since this program first asked.
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

    /// Puts other limits into force, from the next request on. What was saved up is kept, as far as it fits.
    public func apply(_ limits: RateLimits) {
        address.value = limits.address
        account.value = limits.account
        tenant.value = limits.tenant
        requests.store(limits.requestsPerTenant, ordering: .relaxed)
    }

    /// The gates before the caller is known: by address, so that one client's excess is not its tenant's, then by tenant.
    public var beforeCaller: [any Gate] { [AddressGate(self), TenantGate(self), TenantLoadGate(self)] }

    /// The gate once the caller is known.
    public var afterCaller: [any Gate] { [AccountGate(self)] }

    /// The limit of a tenant: its own, or the installation's. Of its two numbers it may name one.
    func limit(of tenant: Tenant) -> RateLimit? {
        let standard = self.tenant.value
        let (own, burst) = (tenant.limits.requestsPerSecond, tenant.limits.requestBurst)
        guard let perSecond = own ?? standard?.perSecond else { return nil }
        // Alone, a rate brings ten seconds' worth with it.
        return RateLimit(
            perSecond: perSecond, burst: burst ?? (own == nil ? standard?.burst : nil) ?? perSecond * 10)
    }

    /// The limit of an address as an answer that is not counted against it tells it.
    public var addressQuota: RateQuota? { address.value.map { RateQuota(burst: $0.burst, window: $0.window) } }

    var addressLimit: RateLimit? { address.value }
    var accountLimit: RateLimit? { account.value }

    /// How many requests of a tenant may wait at once.
    func requests(of tenant: Tenant) -> Int { tenant.limits.connections ?? requests.load(ordering: .relaxed) }

    func count(_ refusal: Refusal) { refusals[refusal]?.increment() }
}

/// A limit that is read by every request and exchanged now and then: one word, so that reading it takes no lock.
private final class SharedLimit: Sendable {
    /// The rate in the upper half, the burst in the lower; 0 for none.
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
