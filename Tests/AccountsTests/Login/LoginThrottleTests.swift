import Testing
import Web

@testable import Accounts

@Suite struct LoginThrottleTests {
    private static let eva = LoginThrottle.Account(tenant: 1, login: "eva")
    private static func address(_ text: String) throws -> Address { try #require(Address(text)) }

    @Test func thousandGuessesAreCheckedFewTimes() throws {
        var throttle = LoginThrottle()
        let attacker = try Self.address("203.0.113.7")
        // One guess every 100 ms.
        let checked = (0..<1000).filter { throttle.admit(Self.eva, from: attacker, now: Int64($0) * 100) == nil }
        #expect(checked.count == 11)
        #expect(checked.prefix(5) == [0, 1, 2, 3, 4])
    }

    @Test func theRightUserFromElsewhereStillGetsIn() throws {
        var throttle = LoginThrottle()
        let attacker = try Self.address("203.0.113.7")
        for time in 0..<1000 { _ = throttle.admit(Self.eva, from: attacker, now: Int64(time) * 100) }
        #expect(throttle.admit(Self.eva, from: try Self.address("192.0.2.1"), now: 100_000) == nil)
    }

    @Test func theDelayDoublesUpToAQuarterOfAnHourAndIsTold() throws {
        var throttle = LoginThrottle()
        let attacker = try Self.address("203.0.113.7")
        var now: Int64 = 0
        var waits: [Int] = []
        while waits.count < 14 {
            if let wait = throttle.admit(Self.eva, from: attacker, now: now) {
                waits.append(wait)
                now += Int64(wait) * 1000
            }
        }
        #expect(waits == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900, 900])
    }

    @Test func noDelayIsForGood() throws {
        var throttle = LoginThrottle()
        let attacker = try Self.address("203.0.113.7")
        var now: Int64 = 0
        for _ in 0..<100 { now += Int64(throttle.admit(Self.eva, from: attacker, now: now) ?? 0) * 1000 }
        #expect(throttle.admit(Self.eva, from: attacker, now: now + 900_000) == nil)
        // Four quiet hours later everything is as at first.
        for _ in 0..<LoginThrottle.free {
            #expect(throttle.admit(Self.eva, from: attacker, now: now + 15_000_000) == nil)
        }
    }

    @Test func aRightPasswordClearsTheStreak() throws {
        var throttle = LoginThrottle()
        let home = try Self.address("192.0.2.1")
        for round in 0..<50 {
            for _ in 0..<3 { #expect(throttle.admit(Self.eva, from: home, now: Int64(round) * 10_000) == nil) }
            throttle.succeeded(Self.eva, from: home, now: Int64(round) * 10_000)
        }
    }

    @Test func attemptsAtTheSameMomentAreAllCounted() throws {
        var throttle = LoginThrottle()
        let attacker = try Self.address("203.0.113.7")
        let admitted = (0..<100).filter { _ in throttle.admit(Self.eva, from: attacker, now: 0) == nil }.count
        #expect(admitted == LoginThrottle.free)
    }

    @Test func anAddressThatTriesManyAccountsIsSlowedDown() throws {
        var throttle = LoginThrottle()
        let attacker = try Self.address("203.0.113.7")
        let admitted = (0..<1000).filter {
            throttle.admit(.init(tenant: 1, login: "user\($0)"), from: attacker, now: 0) == nil
        }
        #expect(admitted.count == 60)
        #expect(throttle.admit(.init(tenant: 1, login: "one more"), from: attacker, now: 0) == 2)
        #expect(throttle.admit(.init(tenant: 1, login: "one more"), from: attacker, now: 2000) == nil)
    }

    @Test func anAccountTriedFromManyAddressesIsSlowedDownButNotForItsOwner() throws {
        var throttle = LoginThrottle()
        let home = try Self.address("192.0.2.1")
        #expect(throttle.admit(Self.eva, from: home, now: 0) == nil)
        throttle.succeeded(Self.eva, from: home, now: 0)
        let admitted = try (0..<1000).filter {
            throttle.admit(Self.eva, from: try Self.address("10.0.\($0 / 250).\($0 % 250 + 1)"), now: 0) == nil
        }
        #expect(admitted.count == 100)
        #expect(throttle.admit(Self.eva, from: home, now: 0) == nil)
    }

    @Test func oneSubscriberOfIPv6IsOneAddress() throws {
        var throttle = LoginThrottle()
        let admitted = try (0..<100).filter {
            throttle.admit(Self.eva, from: try Self.address("2001:db8::\(String($0, radix: 16))"), now: 0) == nil
        }
        #expect(admitted.count == LoginThrottle.free)
    }

    @Test func anAttemptThatWasNotCheckedIsNotCounted() throws {
        var throttle = LoginThrottle()
        let home = try Self.address("192.0.2.1")
        for _ in 0..<1000 {
            #expect(throttle.admit(Self.eva, from: home, now: 0) == nil)
            throttle.release(Self.eva, from: home, now: 0)
        }
    }

    @Test func memoryIsBounded() {
        var table = BoundedTable<Int, Int>(capacity: 100)
        for key in 0..<10_000 {
            table.set(key, for: key, now: Int64(key))
            #expect(table.count <= 100)
        }
        #expect(table.entry(9_999)?.value == 9_999)
        #expect(table.entry(0) == nil)
    }

    @Test func aFloodInOneMomentDoesNotGrowTheTable() {
        var table = BoundedTable<Int, Int>(capacity: 100)
        for key in 0..<10_000 { table.set(key, for: key, now: 0) }
        #expect(table.count <= 100)
    }
}
