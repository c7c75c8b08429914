import Testing

@testable import Web

@Suite struct BoundedCacheTests {
    @Test func theLeastRecentlyUsedValueOfACacheIsEvictedFirst() {
        var cache = BoundedCache<Int, String>(limit: 100)
        for key in 1...4 { cache.insert("\(key)", for: key, cost: 25) }
        #expect(cache.value(for: 1) == "1")
        cache.insert("5", for: 5, cost: 25)
        #expect(cache.value(for: 1) == "1")
        #expect(cache.value(for: 2) == nil)
        #expect(cache.value(for: 5) == "5")
        #expect(cache.cost <= 100)
    }

    @Test func aValueOfMoreThanAQuarterOfTheCacheIsNotCached() {
        var cache = BoundedCache<Int, String>(limit: 100)
        cache.insert("small", for: 1, cost: 10)
        cache.insert("large", for: 2, cost: 26)
        #expect(cache.value(for: 1) == "small")
        #expect(cache.value(for: 2) == nil)
        #expect(cache.cost == 10)
    }

    @Test func aNewCachedValueReplacesTheOldValueOfItsKey() {
        var cache = BoundedCache<Int, String>(limit: 100)
        cache.insert("old", for: 1, cost: 20)
        cache.insert("new", for: 1, cost: 5)
        #expect(cache.value(for: 1) == "new")
        #expect(cache.cost == 5)
    }

    @Test func aRemovedValueLeavesRoomInTheCache() {
        var cache = BoundedCache<Int, String>(limit: 100)
        cache.insert("value", for: 1, cost: 20)
        cache.removeValue(for: 1)
        cache.removeValue(for: 2)
        #expect(cache.value(for: 1) == nil)
        #expect(cache.cost == 0 && cache.count == 0)
    }
}
