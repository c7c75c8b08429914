import HTTP
import Observability
import Tenancy
import Testing

@testable import Web

/// Tests of the limit of waiting requests of a tenant.
@Suite struct TenantLoadTests {
    private static let (a, b) = (TenantID(rawValue: 1), TenantID(rawValue: 17))

    @Test func eachTenantHasItsOwnLimitOfConcurrentRequests() {
        let load = TenantLoad()
        #expect(load.enter(Self.a, limit: 2) && load.enter(Self.a, limit: 2))
        #expect(!load.enter(Self.a, limit: 2))
        #expect(load.enter(Self.b, limit: 2), "in the same shard")
        load.leave(Self.a)
        #expect(load.enter(Self.a, limit: 2))
        for _ in 0..<5 { load.leave(Self.a) }
        #expect(load.count(of: Self.a) == 0)
        #expect(load.count(of: Self.b) == 1)
    }

    @Test func aRequestCountsAgainstItsTenantUntilItsResponseIsReady() async throws {
        let doors = (entered: AsyncStream<Void>.makeStream(), leave: AsyncStream<Void>.makeStream())
        let registry = MetricsRegistry()
        var limits = RateLimits()
        limits.requestsPerTenant = 1
        let rates = RateGuard(limits, registry: registry)
        let (entered, leave) = (doors.entered.continuation, doors.leave.stream)
        let slow = Route("slow", .get, "/api/v1/slow", access: .everyone) { _, _ in
            entered.yield()
            for await _ in leave { break }
            throw APIError(.conflict, code: .positionMoved, "moved")
        }
        let application = try application(
            [slow, route(.get, "/api/v1/open")], gates: Gates(beforeCaller: rates.beforeCaller))
        async let first = application.respond(to: .hall(.get, "/api/v1/slow"))
        for await _ in doors.entered.stream { break }
        let refused = await application.respond(to: .hall(.get, "/api/v1/open"))
        #expect(refused.status == .serviceUnavailable)
        #expect(refused.fields["Retry-After"] == "1")
        #expect(refused.text.contains("\"code\":\"tenant-busy\""))
        #expect(registry.render().contains("tutti_http_rate_limited_total{kind=\"requests\"} 1"))
        doors.leave.continuation.yield()
        #expect(await first.status == .conflict, "a failed request is no longer counted")
        #expect(rates.load.count(of: OneTenant.hall.id) == 0)
        #expect(await application.respond(to: .hall(.get, "/api/v1/open")).status == .ok)
        #expect(rates.load.count(of: OneTenant.hall.id) == 0)
    }

    /// If a later gate refuses a request, the earlier gates are still notified of its end.
    @Test func aRequestRefusedAsUnauthorizedIsNoLongerCounted() async throws {
        let rates = RateGuard(RateLimits(), registry: MetricsRegistry())
        let application = try application(
            [route(.get, "/api/v1/mine", access: .account)], gates: Gates(beforeCaller: rates.beforeCaller))
        #expect(await application.respond(to: .hall(.get, "/api/v1/mine")).status == .unauthorized)
        #expect(rates.load.count(of: OneTenant.hall.id) == 0)
    }
}
