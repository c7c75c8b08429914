import Testing

@testable import Web

@Suite struct BucketTableTests {
    private static let limit = RateLimit(perSecond: 1, burst: 1)

    @Test func eachKeyHasItsOwnTokenBucket() {
        let table = BucketTable<Int>(capacity: 1_000)
        for key in 0..<100 { #expect(table.take(1, of: key, Self.limit, now: 0).isAdmitted) }
        for key in 0..<100 { #expect(!table.take(1, of: key, Self.limit, now: 999).isAdmitted) }
        for key in 0..<100 { #expect(table.take(1, of: key, Self.limit, now: 1_000).isAdmitted) }
    }

    @Test func aBucketTableWithManyKeysStaysWithinItsCapacity() {
        let table = BucketTable<Int>(capacity: 320)
        for key in 0..<50_000 { _ = table.take(1, of: key, Self.limit, now: Int64(key)) }
        #expect(table.count <= 320)
    }

    @Test func concurrentRequestsAreAdmittedOnlyUpToTheBurst() async {
        let table = BucketTable<Int>(capacity: 100)
        let limit = RateLimit(perSecond: 1, burst: 500)
        let admitted = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask { (0..<200).count { _ in table.take(1, of: 7, limit, now: 0).isAdmitted } }
            }
            return await group.reduce(0, +)
        }
        #expect(admitted == 500)
    }
}
