import Testing

@testable import Fairness

/// The order of service and the dropping of elements, tested without clocks and threads.
@Suite struct FairQueueTests {
    private typealias Queue = FairQueue<String>

    private static func queue(_ elements: [(String, String)], limit: Int = 1000) -> Queue {
        var queue = Queue()
        for (realm, element) in elements { #expect(queue.append(element, of: realm, limit: limit) == nil) }
        return queue
    }

    private static func drained(_ queue: consuming Queue) -> [String] {
        var queue = queue
        var order: [String] = []
        while let next = queue.popFirst() { order.append(next) }
        return order
    }

    @Test func theElementsOfASingleRealmLeaveInOrder() {
        let queue = Self.queue((1...200).map { ("a", "a\($0)") })
        #expect(Self.drained(queue) == (1...200).map { "a\($0)" })
    }

    @Test func waitingRealmsAreServedRoundRobin() {
        let queue = Self.queue([("a", "a1"), ("a", "a2"), ("a", "a3"), ("b", "b1"), ("c", "c1"), ("b", "b2")])
        #expect(Self.drained(queue) == ["a1", "b1", "c1", "a2", "b2", "a3"])
    }

    /// With k waiting realms, a new realm is served after at most k turns. Spec S1.26.
    @Test(arguments: [1, 2, 7])
    func eachOtherRealmDelaysANewRealmByAtMostOneElement(floods: Int) {
        var queue = Queue()
        for number in 0..<500 {
            for flood in 0..<floods { _ = queue.append("flood", of: "flood\(flood)", limit: 10_000) }
            if number == 250 { _ = queue.popFirst() }
        }
        #expect(queue.append("mine", of: "mine", limit: 10_000) == nil)
        let before = Self.drained(queue).prefix { $0 != "mine" }
        #expect(before.count <= floods)
    }

    @Test func aServedRealmMovesToTheEndOfTheQueue() {
        var queue = Self.queue([("a", "a1"), ("a", "a2"), ("b", "b1")])
        #expect(queue.popFirst() == "a1")
        #expect(queue.append("a3", of: "a", limit: 10) == nil)
        #expect(queue.append("c1", of: "c", limit: 10) == nil)
        #expect(Self.drained(queue) == ["b1", "a2", "c1", "a3"])
    }

    @Test func anElementAddedAheadPassesOnlyOtherElementsOfItsRealm() {
        var queue = Self.queue([("a", "a1"), ("a", "a2"), ("b", "b1")])
        #expect(queue.append("a3", of: "a", limit: 10, isAhead: true) == nil)
        #expect(queue.append("a4", of: "a", limit: 10, isAhead: true) == nil)
        #expect(Self.drained(queue) == ["a3", "b1", "a4", "a1", "a2"])
    }

    @Test func aFullQueueFirstDropsElementsThatWereNotAddedAhead() {
        var queue = Self.queue([("a", "a1"), ("a", "a2")], limit: 2)
        #expect(queue.append("a3", of: "a", limit: 2, isAhead: true) == "a2")
        #expect(queue.append("a4", of: "a", limit: 2) == "a4")
        #expect(queue.append("a5", of: "a", limit: 2, isAhead: true) == "a1")
        #expect(queue.append("a6", of: "a", limit: 2, isAhead: true) == "a6", "all elements are ahead")
        #expect(queue.count == 2)
        #expect(queue.removeAll { $0 == "a3" } == ["a3"])
        #expect(Self.drained(queue) == ["a5"])
    }

    @Test func aSingleRealmMayFillTheQueue() {
        var queue = Self.queue([("a", "a1"), ("a", "a2"), ("a", "a3")], limit: 3)
        #expect(queue.append("a4", of: "a", limit: 3) == "a4")
        #expect(queue.count == 3)
    }

    @Test func aFullQueueDropsTheNewestElementOfTheRealmWithMostElements() {
        var queue = Self.queue([("a", "a1"), ("a", "a2"), ("a", "a3"), ("b", "b1")], limit: 4)
        #expect(queue.append("b2", of: "b", limit: 4) == "a3")
        #expect(queue.append("b3", of: "b", limit: 4) == "b3", "the realm has as many elements as any other")
        #expect(queue.append("c1", of: "c", limit: 4) == "a2", "equal realms: the first by name")
        #expect(queue.count == 4)
        #expect(queue.count(of: "a") == 1)
        #expect(Self.drained(queue) == ["a1", "b1", "c1", "b2"])
    }

    /// Floods of many realms cannot exclude another realm as long as there are fewer realms than places.
    @Test func floodingRealmsShareTheQueueEqually() {
        var queue = Queue()
        for _ in 0..<100 {
            for realm in ["a", "b", "c", "d"] { _ = queue.append("x", of: realm, limit: 20) }
        }
        for realm in ["a", "b", "c", "d"] { #expect(queue.count(of: realm) == 5) }
    }

    @Test func aQueueWithALimitOfZeroRefusesEveryElement() {
        var queue = Queue()
        #expect(queue.append("a1", of: "a", limit: 0) == "a1")
        #expect(queue.isEmpty)
    }

    @Test func removingElementsKeepsTheOrderOfTheOtherElements() {
        var queue = Self.queue([("a", "a1"), ("b", "b1"), ("a", "x"), ("c", "x"), ("b", "b2")])
        #expect(queue.removeAll { $0 == "x" } == ["x", "x"])
        #expect(queue.count == 3)
        #expect(queue.count(of: "c") == 0)
        #expect(Self.drained(queue) == ["a1", "b1", "b2"])
    }

    @Test func allElementsOfAQueueCanBeRemoved() {
        var queue = Self.queue([("a", "a1"), ("b", "b1"), ("a", "a2")])
        #expect(queue.removeAll() == ["a1", "a2", "b1"])
        #expect(queue.isEmpty)
        #expect(queue.popFirst() == nil)
        #expect(queue.append("a3", of: "a", limit: 1) == nil)
        #expect(Self.drained(queue) == ["a3"])
    }
}
