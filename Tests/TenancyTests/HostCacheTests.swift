import Testing

@testable import Tenancy

struct HostCacheTests {
    private static let north = Tenant(
        id: TenantID(rawValue: 1), slug: "north", name: "North", locale: "sv", integerSeconds: false,
        multicast: MulticastScope())
    private let start = ContinuousClock.now

    private func bytes<Result>(_ name: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        var name = name
        return name.withUTF8(body)
    }

    /// Spec O2.7.
    @Test func aCachedHostIsValidForFiveSeconds() {
        var cache = HostCache()
        bytes("north.example") { cache.keep(.init(tenant: Self.north, isMatch: true), of: $0, at: start) }
        bytes("north.example") {
            #expect(cache.tenant(of: $0, at: start + .milliseconds(4999)) == .hit(Self.north))
            #expect(cache.tenant(of: $0, at: start + .seconds(5)) == .unknown)
        }
    }

    @Test func aHostWithoutATenantIsCachedAsAMiss() {
        var cache = HostCache()
        bytes("evil.example") { cache.keep(.init(tenant: nil, isMatch: false), of: $0, at: start) }
        #expect(bytes("evil.example") { cache.tenant(of: $0, at: start) } == .miss)
        #expect(bytes("other.example") { cache.tenant(of: $0, at: start) } == .unknown)
    }

    @Test func unknownHostsDoNotEvictKnownHostsOrExceedTheCapacity() {
        var cache = HostCache(capacity: 8)
        bytes("north.example") { cache.keep(.init(tenant: Self.north, isMatch: true), of: $0, at: start) }
        for number in 0..<100 {
            bytes("\(number).example") { cache.keep(.init(tenant: nil, isMatch: false), of: $0, at: start) }
        }
        #expect(bytes("north.example") { cache.tenant(of: $0, at: start) } == .hit(Self.north))
        let kept = (0..<100).filter { number in
            bytes("\(number).example") { cache.tenant(of: $0, at: start) } != .unknown
        }
        #expect(kept.count <= 8)
        #expect(kept.contains(99))
    }

    @Test func anExpiredEntryStillGivesTheLastKnownTenant() {
        var cache = HostCache()
        bytes("north.example") { cache.keep(.init(tenant: Self.north, isMatch: true), of: $0, at: start) }
        cache.expire()
        bytes("north.example") {
            #expect(cache.tenant(of: $0, at: start) == .unknown)
            #expect(cache.lastAnswer(of: $0)?.tenant == Self.north)
        }
    }

    @Test func aCachedHostThatLosesItsTenantBecomesAMiss() {
        var cache = HostCache()
        bytes("north.example") {
            cache.keep(.init(tenant: Self.north, isMatch: true), of: $0, at: start)
            cache.keep(.init(tenant: nil, isMatch: false), of: $0, at: start)
            #expect(cache.tenant(of: $0, at: start) == .miss)
        }
    }
}
