import HTTP
import Observability
import Synchronization
import Tenancy
import Testing

@testable import Web

/// Tests of the rate limits at the gates, with a manual clock.
@Suite struct RateGuardTests {
    private final class Clock: Sendable {
        let now = Atomic<Int64>(0)
        func advance(_ milliseconds: Int64) { now.add(milliseconds, ordering: .relaxed) }
    }

    private struct Stage: Sendable {
        let clock = Clock()
        let registry = MetricsRegistry()
        let rates: RateGuard
        let application: Application

        init(_ limits: RateLimits) throws {
            let clock = clock
            rates = RateGuard(limits, registry: registry) { clock.now.load(ordering: .relaxed) }
            application = try WebTests.application(
                [
                    route(.get, "/api/v1/open", "open"), route(.get, "/page", "page", errors: .page),
                    route(.post, "/api/v1/sessions", "logIn"),
                    route(.put, "/api/v1/live", access: .permission(.moveLive)),
                ], gates: Gates(beforeCaller: rates.beforeCaller, afterCaller: rates.afterCaller))
        }

        func get(_ path: String = "/api/v1/open", from peer: String = "192.0.2.1") async -> Response {
            await application.respond(
                to: Request(method: .get, path: path, authority: "hall.example", peer: peer))
        }

        func put(as role: String, from peer: String) async -> Response {
            await application.respond(
                to: Request(
                    method: .put, path: "/api/v1/live", authority: "hall.example",
                    fields: ["Authorization": "Bearer \(role)"], peer: peer))
        }
    }

    /// Returns rate limits with the given values and no other limit.
    private static func limits(
        address: RateLimit? = nil, account: RateLimit? = nil, tenant: RateLimit? = nil, requests: Int = 100
    ) -> RateLimits {
        var limits = RateLimits()
        (limits.address, limits.account, limits.tenant) = (address, account, tenant)
        limits.requestsPerTenant = requests
        return limits
    }

    @Test func anAddressOverItsLimitGets429WithRetryAfter() async throws {
        let stage = try Stage(Self.limits(address: RateLimit(perSecond: 1, burst: 2)))
        let first = await stage.get()
        #expect(first.status == .ok)
        #expect(first.fields["RateLimit-Policy"] == "\"address\";q=2;w=2")
        #expect(first.fields["RateLimit"] == "\"address\";r=1;t=1")
        #expect(await stage.get().fields["RateLimit"] == "\"address\";r=0;t=1")
        let refused = await stage.get()
        #expect(refused.status == .tooManyRequests)
        #expect(refused.fields["Retry-After"] == "1")
        #expect(refused.fields["RateLimit"] == "\"address\";r=0;t=1")
        #expect(refused.fields["RateLimit-Policy"] == "\"address\";q=2;w=2")
        #expect(refused.fields["Content-Type"] == "application/problem+json")
        #expect(refused.text.contains("\"code\":\"rate-limited\""))
        #expect(await stage.get(from: "192.0.2.2").status == .ok, "another address has its own limit")
        stage.clock.advance(1_000)
        #expect(await stage.get().status == .ok)
        #expect(stage.registry.render().contains("tutti_http_rate_limited_total{kind=\"address\"} 1"))
    }

    @Test func ipv6AddressesOfOneSlash64NetworkShareARateLimit() async throws {
        let stage = try Stage(Self.limits(address: RateLimit(perSecond: 1, burst: 1)))
        #expect(await stage.get(from: "2001:db8:0:1::1").status == .ok)
        #expect(await stage.get(from: "2001:db8:0:1:ffff::2").status == .tooManyRequests)
        #expect(await stage.get(from: "2001:db8:0:2::1").status == .ok)
    }

    /// Browsers and old phones get the rate limit fields only with a refusal.
    @Test func anHTMLPageHasRateLimitFieldsOnlyWhenItIsRefused() async throws {
        let stage = try Stage(Self.limits(address: RateLimit(perSecond: 1, burst: 1)))
        #expect(await stage.get("/page").fields["RateLimit"] == nil)
        let refused = await stage.get("/page")
        #expect(refused.status == .tooManyRequests)
        #expect(refused.fields["RateLimit"] != nil)
        #expect(refused.fields["Content-Type"]?.hasPrefix("text/html") == true)
    }

    @Test func aSignInCountsAs20RequestsForTheRateLimit() async throws {
        let stage = try Stage(Self.limits(address: RateLimit(perSecond: 20, burst: 60)))
        var statuses: [Status] = []
        for _ in 0..<4 {
            let request = Request.hall(.post, "/api/v1/sessions", fields: ["Origin": "http://hall.example"])
            statuses.append(await stage.application.respond(to: request).status)
        }
        #expect(statuses == [.ok, .ok, .ok, .tooManyRequests])
    }

    @Test func anAccountHasOneLimitForAllItsAddresses() async throws {
        let stage = try Stage(Self.limits(account: RateLimit(perSecond: 2, burst: 4)))
        #expect(await stage.put(as: "operator", from: "192.0.2.1").status == .ok)
        let second = await stage.put(as: "operator", from: "192.0.2.2")
        #expect(second.fields["RateLimit"] == "\"account\";r=0;t=1")
        #expect(await stage.put(as: "operator", from: "192.0.2.3").status == .tooManyRequests)
        #expect(await stage.get(from: "192.0.2.3").status == .ok, "an anonymous caller has no account limit")
        #expect(stage.registry.render().contains("tutti_http_rate_limited_total{kind=\"account\"} 1"))
    }

    @Test func aTenantsLimitCountsTheRequestsOfAllItsClients() async throws {
        let stage = try Stage(Self.limits(tenant: RateLimit(perSecond: 1, burst: 2)))
        #expect(await stage.get(from: "192.0.2.1").fields["RateLimit"] == nil)
        #expect(await stage.get(from: "192.0.2.2").status == .ok)
        let refused = await stage.get(from: "192.0.2.3")
        #expect(refused.status == .tooManyRequests)
        #expect(refused.fields["RateLimit-Policy"] == "\"tenant\";q=2;w=2")
    }

    /// Refused requests of an address do not use up its tenant's limit.
    @Test func refusedRequestsOfAnAddressDoNotCountForItsTenant() async throws {
        let stage = try Stage(
            Self.limits(address: RateLimit(perSecond: 1, burst: 2), tenant: RateLimit(perSecond: 1, burst: 3)))
        for _ in 0..<50 { _ = await stage.get(from: "192.0.2.1") }
        #expect(await stage.get(from: "192.0.2.2").status == .ok)
        #expect(await stage.get(from: "192.0.2.2").status == .tooManyRequests)
    }

    @Test(
        arguments: [
            (nil, nil, "5:50"), (7, nil, "7:70"), (7, 9, "7:9"), (nil, 9, "5:9"),
        ] as [(Int?, Int?, String)])
    func aTenantsOwnRateOrBurstReplacesTheDefault(perSecond: Int?, burst: Int?, limit: String) throws {
        let stage = try Stage(Self.limits(tenant: RateLimit(perSecond: 5, burst: 50)))
        let own = TenantLimits(requestsPerSecond: perSecond, requestBurst: burst)
        #expect(stage.rates.limit(of: Self.hall(own))?.description == limit)
    }

    @Test func aTenantWithItsOwnRateIsLimitedEvenWithoutADefaultLimit() throws {
        let stage = try Stage(Self.limits())
        #expect(stage.rates.limit(of: OneTenant.hall) == nil)
        #expect(stage.rates.limit(of: Self.hall(TenantLimits(requestBurst: 9))) == nil)
        #expect(stage.rates.limit(of: Self.hall(TenantLimits(requestsPerSecond: 3)))?.description == "3:30")
    }

    private static func hall(_ limits: TenantLimits) -> Tenant {
        let hall = OneTenant.hall
        return Tenant(
            id: hall.id, slug: hall.slug, name: hall.name, locale: hall.locale, integerSeconds: false,
            multicast: MulticastScope(), limits: limits)
    }

    @Test func newRateLimitsTakeEffectImmediately() async throws {
        let stage = try Stage(Self.limits(address: RateLimit(perSecond: 1, burst: 1)))
        _ = await stage.get()
        #expect(await stage.get().status == .tooManyRequests)
        stage.rates.apply(Self.limits())
        #expect(await stage.get().status == .ok)
        let all = Self.limits(
            address: RateLimit(perSecond: 1, burst: 2), account: RateLimit(perSecond: 3, burst: 4),
            tenant: RateLimit(perSecond: 1_000_000, burst: 1_000_000), requests: 7)
        stage.rates.apply(all)
        #expect(stage.rates.limits == all)
    }

    /// All phones of a concert hall share one address and arrive within a minute. The limits are the defaults.
    @Test func theDefaultLimitsAdmit20000RequestsFromOneAddressAtOnce() async throws {
        let stage = try Stage(RateLimits())
        for _ in 0..<2_500 {
            for _ in 0..<8 { #expect(await stage.get().status == .ok) }
        }
    }
}
