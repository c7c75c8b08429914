import Synchronization
import Testing
import TestSupport

@testable import Tenancy

struct TenantCacheTests {
    private typealias Cache = TenantCache<WholeTenant, Int>

    private static let (here, there) = (TenantID(rawValue: 1), TenantID(rawValue: 2))
    private let observers = TenantObservers()

    /// A stand-in for the database that counts loads, fails while unavailable, and delays loads while closed.
    private final class Source: Sendable {
        struct Unavailable: Error {}

        private struct State {
            var loads = 0
            var isUnavailable = false
            var isClosed = false
            var waiting: [CheckedContinuation<Void, Never>] = []
        }

        private let state = Mutex(State())

        var loads: Int { state.withLock { $0.loads } }

        /// The number of delayed loads.
        var waiting: Int { state.withLock { $0.waiting.count } }

        func setUnavailable(_ isUnavailable: Bool) { state.withLock { $0.isUnavailable = isUnavailable } }

        func close() { state.withLock { $0.isClosed = true } }

        /// Releases the delayed loads. Later loads are delayed only if `andOpen` is `false`.
        func release(andOpen: Bool = true) {
            let waiting = state.withLock { state in
                state.isClosed = !andOpen
                defer { state.waiting = [] }
                return state.waiting
            }
            for continuation in waiting { continuation.resume() }
        }

        /// The number of the load, assigned when it begins.
        @Sendable func load(_ last: Int?) async throws -> Int {
            let (number, isUnavailable) = state.withLock { state in
                state.loads += 1
                return (state.loads, state.isUnavailable)
            }
            await withCheckedContinuation { continuation in
                let isFree = state.withLock { state in
                    if state.isClosed { state.waiting.append(continuation) }
                    return !state.isClosed
                }
                if isFree { continuation.resume() }
            }
            if isUnavailable { throw Unavailable() }
            return number
        }
    }

    private final class Clock: Sendable {
        private let instant = Mutex(ContinuousClock.now)

        var now: ContinuousClock.Instant { instant.withLock { $0 } }

        func advance(_ duration: Duration) { instant.withLock { $0 += duration } }
    }

    private func value(_ cache: Cache, _ source: Source, of tenant: TenantID = here) async throws -> Int {
        try await cache.value(of: tenant, load: source.load)
    }

    private func change(_ tenant: TenantID = here, kind: String = "content") {
        observers.tenantChanged(ChangeNotice(tenant: tenant, kind: kind))
    }

    // MARK: One load

    @Test func simultaneousCallersShareOneLoad() async throws {
        let (cache, source) = (Cache(of: observers, .onNotice(["content"]), limit: .none), Source())
        source.close()
        let asking = (0..<50).map { _ in Task { try await value(cache, source) } }
        #expect(await eventually(within: .seconds(60)) { cache.reading.misses == 50 })
        source.release()
        for task in asking { #expect(try await task.value == 1) }
        #expect(source.loads == 1)
    }

    @Test func aLoadIsNotCancelledWithTheRequestThatBeganIt() async throws {
        let (cache, source) = (Cache(of: observers, .onNotice(["content"]), limit: .none), Source())
        source.close()
        let first = Task { try await value(cache, source) }
        #expect(await eventually(within: .seconds(60)) { source.waiting == 1 })
        first.cancel()
        source.release()
        #expect(try await value(cache, source) == 1)
    }

    @Test func tenantsDoNotShareCachedValues() async throws {
        let (cache, source) = (Cache(of: observers, .onNotice(["content"]), limit: .none), Source())
        #expect(try await value(cache, source) == 1)
        #expect(try await value(cache, source, of: Self.there) == 2)
        #expect(cache.current(of: Self.here) == 1)
        #expect(cache.current(of: Self.there) == 2)
    }

    // MARK: Changes

    @Test func aChangeOfAnObservedKindExpiresTheTenantsValue() async throws {
        let (cache, source) = (Cache(of: observers, .onNotice(["content"]), limit: .none), Source())
        for tenant in [Self.here, Self.there] { _ = try await value(cache, source, of: tenant) }
        change(kind: "radio")
        #expect(cache.current(of: Self.here) == 1)
        change()
        #expect(cache.current(of: Self.here) == nil)
        #expect(cache.last(of: Self.here) == 1)
        #expect(cache.current(of: Self.there) == 2)
        #expect(try await value(cache, source) == 3)
    }

    @Test func missedChangesExpireEveryCachedValue() async throws {
        let (cache, source) = (Cache(of: observers, .onNotice(["content"]), limit: .none), Source())
        for tenant in [Self.here, Self.there] { _ = try await value(cache, source, of: tenant) }
        observers.changesWereMissed()
        #expect(cache.current(of: Self.here) == nil)
        #expect(cache.current(of: Self.there) == nil)
    }

    @Test func aValueWhoseLoadBeganBeforeAChangeIsNotServed() async throws {
        let (cache, source) = (Cache(of: observers, .onNotice(["content"]), limit: .none), Source())
        source.close()
        let asking = Task { try await value(cache, source) }
        #expect(await eventually(within: .seconds(60)) { source.waiting == 1 })
        change()
        source.release()
        #expect(try await asking.value == 2)
        #expect(cache.current(of: Self.here) == 2)
    }

    @Test func continuousChangesDoNotBlockCallersIndefinitely() async throws {
        let cache = Cache(of: observers, .onNotice(["content"]), limit: .none)
        let source = Source()
        let value = try await cache.value(of: Self.here) { last in
            change()
            return try await source.load(last)
        }
        #expect(value == Cache.attempts)
        #expect(cache.current(of: Self.here) == nil, "the next call loads again")
    }

    @Test func aLoadReceivesTheValueThatItReplaces() async throws {
        let cache = Cache(of: observers, .onNotice(["content"]), limit: .none)
        func next() async throws -> Int { try await cache.value(of: Self.here) { ($0 ?? 0) + 1 } }
        #expect(try await next() == 1)
        change()
        #expect(try await next() == 2)
    }

    @Test func theVersionOfACacheRisesWithEachChangeAndEachLoad() async throws {
        let (cache, source) = (Cache(of: observers, .onNotice(["content"]), limit: .none), Source())
        _ = try await value(cache, source)
        let first = cache.version
        _ = try await value(cache, source)
        #expect(cache.version == first)
        change()
        let second = cache.version
        #expect(second > first)
        _ = try await value(cache, source)
        #expect(cache.version > second)
    }

    @Test func theVersionOfACacheRisesWithAnInitialValueAfterAFailedLoad() async throws {
        let source = Source()
        source.setUnavailable(true)
        let cache = Cache(
            of: observers, .onNotice(["content"]), outage: .servesLast(initially: 0, pause: .seconds(600)), limit: .none
        )
        let first = cache.version
        #expect(try await value(cache, source) == 0)
        let second = cache.version
        #expect(second > first)
        change()
        let third = cache.version
        #expect(try await value(cache, source) == 0)
        #expect(cache.version == third, "the failed load stored nothing")
    }

    // MARK: The end of a tenant

    @Test func theCachedValueOfAnEndedTenantIsRemoved() async throws {
        let (cache, source) = (Cache(of: observers, .byQuestion, limit: .none), Source())
        for tenant in [Self.here, Self.there] { _ = try await value(cache, source, of: tenant) }
        observers.tenantsEnded(except: [Self.there])
        #expect(cache.last(of: Self.here) == nil)
        #expect(cache.current(of: Self.there) == 2)
        #expect(cache.knownTenants == [Self.there])
    }

    @Test func aValueLoadedWhileItsTenantEndsIsNotStored() async throws {
        let (cache, source) = (Cache(of: observers, .byQuestion, limit: .none), Source())
        source.close()
        let asking = Task { try await value(cache, source) }
        #expect(await eventually(within: .seconds(60)) { source.waiting == 1 })
        observers.tenantEnded(Self.here)
        source.release()
        #expect(try await asking.value == 1)
        #expect(cache.last(of: Self.here) == nil)
        #expect(cache.knownTenants == [])
    }

    // MARK: Current values

    @Test func callersWhoNeedANewerValueShareTheNextLoad() async throws {
        let (cache, source) = (Cache(of: observers, .byQuestion, limit: .none), Source())
        source.close()
        let first = Task { try await value(cache, source) }
        #expect(await eventually(within: .seconds(60)) { source.waiting == 1 })
        let others = (0..<20).map { _ in
            // Each caller accepts only a value that was loaded for its call.
            Task { try await cache.value(of: Self.here, where: { $0 == 0 }, load: source.load) }
        }
        #expect(await eventually(within: .seconds(60)) { cache.reading.misses == 21 })
        source.release(andOpen: false)
        #expect(try await first.value == 1)
        #expect(await eventually(within: .seconds(60)) { cache.reading.misses == 41 })
        source.release()
        for other in others { #expect(try await other.value == 2) }
        #expect(source.loads == 2)
    }

    @Test func anErrorOfAnEarlierLoadIsNotThrownToALaterCaller() async throws {
        struct NoSuchShow: Error {}
        let (cache, source) = (Cache(of: observers, .byQuestion, limit: .none), Source())
        source.close()
        let first = Task {
            try await cache.value(of: Self.here) { last in
                _ = try await source.load(last)
                throw NoSuchShow()
            }
        }
        #expect(await eventually(within: .seconds(60)) { source.waiting == 1 })
        let second = Task { try await value(cache, source) }
        #expect(await eventually(within: .seconds(60)) { cache.reading.misses == 2 })
        source.release()
        await #expect(throws: NoSuchShow.self) { try await first.value }
        #expect(try await second.value == 2)
    }

    // MARK: Outages

    @Test func anOutageIsThrownToCallersByDefault() async throws {
        let (cache, source) = (Cache(of: observers, .onNotice(["content"]), limit: .none), Source())
        #expect(try await value(cache, source) == 1)
        change()
        source.setUnavailable(true)
        await #expect(throws: Source.Unavailable.self) { try await value(cache, source) }
        source.setUnavailable(false)
        #expect(try await value(cache, source) == 3)
    }

    @Test func aCacheServesItsLastValueDuringAnOutageAndPausesLoading() async throws {
        let (clock, source) = (Clock(), Source())
        let cache = Cache(
            of: observers, .onNotice(["content"]), outage: .servesLast(initially: 0, pause: .seconds(1)), limit: .none,
            now: { clock.now })
        source.setUnavailable(true)
        for _ in 0..<3 { #expect(try await value(cache, source) == 0, "nothing was ever loaded") }
        #expect(source.loads == 1)
        source.setUnavailable(false)
        clock.advance(.seconds(1))
        #expect(try await value(cache, source) == 2)
        change()
        source.setUnavailable(true)
        for _ in 0..<3 { #expect(try await value(cache, source) == 2) }
        #expect(source.loads == 3)
        change()
        #expect(try await value(cache, source) == 2)
        #expect(source.loads == 4, "a change ends the pause")
    }

    @Test func aChangeDuringAFailedLoadIsLoadedWithoutAPause() async throws {
        let (clock, source) = (Clock(), Source())
        let cache = Cache(
            of: observers, .onNotice(["content"]), outage: .servesLast(initially: 0, pause: .seconds(1)), limit: .none,
            now: { clock.now })
        source.setUnavailable(true)
        source.close()
        let asking = Task { try await value(cache, source) }
        #expect(await eventually(within: .seconds(60)) { source.waiting == 1 })
        change()
        source.setUnavailable(false)
        source.release()
        #expect(try await asking.value == 0)
        #expect(try await value(cache, source) == 2)
    }

    @Test func aReloadingCacheLoadsAfterAChangeWithoutACaller() async throws {
        let (cache, source) = (Cache(of: observers, .reloadingOnNotice(["content"]), limit: .none), Source())
        change()
        #expect(source.loads == 0, "no caller has requested the value yet")
        #expect(try await value(cache, source) == 1)
        change()
        #expect(await eventually(within: .seconds(60)) { cache.current(of: Self.here) == 2 })
        cache.expire(Self.here)
        await cache.settled(Self.here)
        #expect(cache.current(of: Self.here) == 3)
    }

    @Test func aReloadingCacheServesTheLastValueUntilTheDatabaseIsBack() async throws {
        let source = Source()
        let cache = Cache(
            of: observers, .reloadingOnNotice(["content"]), outage: .servesLast(pause: .milliseconds(1)), limit: .none)
        #expect(try await value(cache, source) == 1)
        source.setUnavailable(true)
        change()
        #expect(try await value(cache, source) == 1)
        #expect(await eventually(within: .seconds(60)) { source.loads > 3 }, "the cache tries again by itself")
        #expect(cache.current(of: Self.here) == 1, "no caller waits for the load")
        source.setUnavailable(false)
        #expect(await eventually(within: .seconds(60)) { cache.current(of: Self.here) ?? 0 > 1 })
    }

    // MARK: Limits

    @Test func theLeastRecentlyUsedCachedValueIsRemovedBeyondTheLimit() async throws {
        let (cache, source) = (
            TenantCache<String, Int>(of: observers, .byQuestion, limit: CacheLimit(of: .allTenants, count: 2)), Source()
        )
        for key in ["a", "b", "a", "c"] { _ = try await cache.value(key, of: Self.here, load: source.load) }
        #expect(cache.last("a", of: Self.here) == 1)
        #expect(cache.last("b", of: Self.here) == nil)
        #expect(cache.last("c", of: Self.here) == 3)
        #expect(cache.reading.evictions == 1)
        #expect(cache.reading.entries == 2)
    }

    @Test func aLimitForEachTenantKeepsTheValuesOfOtherTenants() async throws {
        let cache = TenantCache<Int, Int>(of: observers, .byQuestion, limit: CacheLimit(of: .eachTenant, count: 2))
        _ = try await cache.value(0, of: Self.there) { _ in 0 }
        for key in 0..<10 { _ = try await cache.value(key, of: Self.here) { _ in key } }
        #expect(cache.count(of: Self.here) == 2)
        #expect(cache.count(of: Self.there) == 1)
    }

    @Test func aCachedValueAboveTheSizeLimitIsKeptAlone() async throws {
        let cache = TenantCache<Int, Int>(
            of: observers, .byQuestion, limit: CacheLimit(of: .allTenants, size: 10), weigh: { CacheWeight(size: $0) })
        for size in [4, 5, 40] { _ = try await cache.value(size, of: Self.here) { _ in size } }
        #expect(cache.values == [40])
        #expect(cache.reading.bytes == 40)
        _ = try await cache.value(3, of: Self.there) { _ in 3 }
        #expect(cache.values == [3])
        #expect(cache.knownTenants == [Self.there], "an evicted value leaves no data of its tenant")
    }

    @Test func theSizeOfAReplacedCachedValueIsSubtracted() async throws {
        let cache = TenantCache<WholeTenant, Int>(
            of: observers, .onNotice(["content"]), limit: CacheLimit(of: .allTenants, size: 100),
            weigh: { CacheWeight(size: $0) })
        for size in [60, 50, 70] {
            #expect(try await cache.value(of: Self.here) { _ in size } == size)
            #expect(cache.reading.bytes == size)
            change()
        }
        observers.tenantEnded(Self.here)
        #expect(cache.reading.bytes == 0)
    }
}
