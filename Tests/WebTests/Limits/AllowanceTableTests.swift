import Testing

@testable import Web

struct AllowanceTableTests {
    private func table(capacity: Int = 10) -> AllowanceTable<String> {
        AllowanceTable(most: 3, perSecond: 0.5, capacity: capacity)
    }

    @Test func aKeyWaitsAfterItsAllowanceIsUsed() {
        var table = table()
        for _ in 0..<3 {
            #expect(table.wait(for: "a", now: 0) == nil)
            table.take(from: "a", now: 0)
        }
        #expect(table.wait(for: "a", now: 0) == 2)
        #expect(table.wait(for: "a", now: 1999) == 1)
        #expect(table.wait(for: "a", now: 2000) == nil)
        #expect(table.wait(for: "b", now: 0) == nil)
    }

    @Test func attemptsBeyondTheAllowanceLengthenTheWait() {
        var table = table()
        table.take(5, from: "a", now: 0)
        #expect(table.wait(for: "a", now: 0) == 6)
    }

    @Test func aReturnedOrRenewedAllowanceNeverExceedsTheFullAllowance() {
        var table = table()
        table.take(from: "a", now: 0)
        table.take(-2, from: "a", now: 0)
        #expect(table.count == 0, "a full allowance is not stored")
        table.take(3, from: "a", now: 0)
        table.take(3, from: "a", now: 3_600_000)
        #expect(table.wait(for: "a", now: 3_600_000) == 2)
    }

    @Test func theNumberOfKeysOfAnAllowanceTableIsLimited() {
        var table = table(capacity: 10)
        for number in 0..<1000 { table.take(from: "\(number)", now: Int64(number)) }
        #expect(table.count <= 10)
    }
}
