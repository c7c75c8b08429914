import Testing
import Web

@testable import Accounts

@Suite struct LoginThrottleTests {
    private static let eva = LoginThrottle.AccountKey(tenant: 1, login: LoginName("eva"))
    private static let phone = LoginThrottle.Device(eva, hash: [1])
    private static func address(_ text: String) throws -> Address { try #require(Address(text)) }
    /// Returns one of 65,536 addresses.
    private static func stranger(_ number: Int) throws -> Address {
        try address("10.0.\(number / 256 % 256).\(number % 256)")
    }

    /// Spec S1.10.
    @Test func onlyElevenOfAThousandRapidGuessesFromOneAddressAreChecked() throws {
        let throttle = ThrottleBox()
        let attacker = try Self.address("203.0.113.7")
        // The attacker makes one guess every 100 ms.
        let checked = (0..<1000).filter { throttle.admits(Self.eva, attacker, Int64($0) * 100) }
        #expect(checked.count == 11)
        #expect(checked.prefix(5) == [0, 1, 2, 3, 4])
    }

    /// Spec S1.10.
    @Test func guessesFromOneAddressDoNotDelayTheOwnerAtAnotherAddress() throws {
        let throttle = ThrottleBox()
        let attacker = try Self.address("203.0.113.7")
        for time in 0..<1000 { _ = throttle.admit(Self.eva, from: attacker, now: Int64(time) * 100) }
        #expect(throttle.admits(Self.eva, try Self.address("192.0.2.1"), 100_000))
    }

    @Test func theSignInDelayDoublesUpToFifteenMinutes() throws {
        let throttle = ThrottleBox()
        let attacker = try Self.address("203.0.113.7")
        var now: Int64 = 0
        var waits: [Int] = []
        while waits.count < 14 {
            if let wait = throttle.wait(Self.eva, attacker, now) {
                waits.append(wait)
                now += Int64(wait) * 1000
            }
        }
        #expect(waits == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900, 900])
    }

    @Test func anAddressIsAdmittedAgainAfterFifteenMinutes() throws {
        let throttle = ThrottleBox()
        let attacker = try Self.address("203.0.113.7")
        var now: Int64 = 0
        for _ in 0..<100 { now += Int64(throttle.wait(Self.eva, attacker, now) ?? 0) * 1000 }
        #expect(throttle.admits(Self.eva, attacker, now + 900_000))
        // After a day without attempts, the throttle has its initial state again.
        for _ in 0..<LoginThrottle.free { #expect(throttle.admits(Self.eva, attacker, now + 90_000_000)) }
    }

    @Test func aSuccessfulSignInClearsTheFailedAttemptsOfItsAddress() throws {
        let throttle = ThrottleBox()
        let knownAddress = try Self.address("192.0.2.1")
        for round in 0..<50 {
            let now = Int64(round) * 10_000
            for _ in 0..<2 { #expect(throttle.admits(Self.eva, knownAddress, now)) }
            throttle.succeeded(try #require(throttle.attempt(Self.eva, knownAddress, now)), now: now)
        }
    }

    @Test func simultaneousSignInAttemptsAreAllCounted() throws {
        let throttle = ThrottleBox()
        let attacker = try Self.address("203.0.113.7")
        let admitted = (0..<100).filter { _ in throttle.admits(Self.eva, attacker, 0) }.count
        #expect(admitted == LoginThrottle.free)
    }

    @Test func anAddressThatTriesManyAccountsIsSlowedDown() throws {
        let throttle = ThrottleBox()
        let attacker = try Self.address("203.0.113.7")
        let admitted = (0..<1000).filter {
            throttle.admits(.init(tenant: 1, login: LoginName("user\($0)")), attacker, 0)
        }
        #expect(admitted.count == 60)
        let other = LoginThrottle.AccountKey(tenant: 1, login: LoginName("one more"))
        #expect(throttle.wait(other, attacker, 0) == 2)
        #expect(throttle.admits(other, attacker, 2000))
    }

    @Test func aKnownAddressDoesNotWaitForUnknownAddresses() throws {
        let throttle = ThrottleBox()
        let knownAddress = try Self.address("192.0.2.1")
        throttle.succeeded(try #require(throttle.attempt(Self.eva, knownAddress, 0)), now: 0)
        let admitted = try (0..<1000).filter { throttle.admits(Self.eva, try Self.stranger($0), 0) }
        // These are the allowance of 100 and the first turn.
        #expect(admitted.count == 101)
        #expect(throttle.admits(Self.eva, knownAddress, 0))
    }

    @Test func guessesFromOtherDevicesDoNotDelayAKnownDevice() throws {
        let throttle = ThrottleBox()
        let hall = try Self.address("192.0.2.1")
        // The guesses come from many addresses, and from the device's own address.
        for number in 0..<10_000 {
            _ = throttle.admit(Self.eva, from: try Self.stranger(number), now: 0)
            _ = throttle.admit(Self.eva, from: hall, now: 0)
        }
        #expect(throttle.wait(Self.eva, hall, 0) != nil)
        #expect(throttle.wait(Self.eva, hall, 0, Self.phone) == nil)
    }

    @Test func aKnownDeviceBeyondItsAllowanceIsTreatedAsUnknown() throws {
        let throttle = ThrottleBox()
        let attacker = try Self.address("203.0.113.7")
        let other = LoginThrottle.Device(Self.eva, hash: [2])
        // The first ten attempts use the device's allowance. The others count as attempts of an unknown device at the same address.
        let admitted = (0..<100).filter { _ in throttle.admits(Self.eva, attacker, 0, Self.phone) }
        #expect(admitted.count == 10 + LoginThrottle.free)
        #expect(throttle.admits(Self.eva, attacker, 0, other), "another device has its own allowance")
        #expect(!throttle.admits(Self.eva, attacker, 0, Self.phone))
        #expect(throttle.admits(Self.eva, attacker, 30_000, Self.phone))
    }

    @Test func aSuccessfulSignInRestoresTheAllowanceOfTheDevice() throws {
        let throttle = ThrottleBox()
        let knownAddress = try Self.address("192.0.2.1")
        for _ in 0..<100 {
            let attempt = try #require(throttle.attempt(Self.eva, knownAddress, 0, Self.phone))
            #expect(attempt.isKnown)
            throttle.succeeded(attempt, now: 0)
        }
    }

    /// The test checks the bound of decision 0020 with attackers who use every turn.
    @Test func anUnknownAddressWaitsAtMostTwoMinutesDuringAnAttack() throws {
        let throttle = ThrottleBox()
        for number in 0..<10_000 { _ = throttle.admit(Self.eva, from: try Self.stranger(number), now: Int64(number)) }
        let owner = try Self.address("198.51.100.4")
        var now: Int64 = 10_000
        let wait = try #require(throttle.wait(Self.eva, owner, now))
        #expect(wait <= 120)
        // Ten thousand other addresses also get turns and use them.
        for number in 10_000..<20_000 {
            let guesser = try Self.stranger(number)
            if let told = throttle.wait(Self.eva, guesser, now) {
                _ = throttle.admit(Self.eva, from: guesser, now: now + Int64(told) * 1000)
            }
        }
        now += Int64(wait) * 1000
        let attempt = try #require(throttle.attempt(Self.eva, owner, now))
        #expect(!attempt.isKnown)
        throttle.succeeded(attempt, now: now)
        #expect(throttle.admits(Self.eva, owner, now), "from then on the address is known")
    }

    @Test func anAddressThatRetriesKeepsItsPlaceInTheSignInQueue() throws {
        let throttle = ThrottleBox()
        for number in 0..<200 { _ = throttle.admit(Self.eva, from: try Self.stranger(number), now: 0) }
        let owner = try Self.address("198.51.100.4")
        #expect(throttle.wait(Self.eva, owner, 0) == 50)
        for second in 1..<30 { #expect(throttle.wait(Self.eva, owner, Int64(second) * 1000) == 50 - second) }
        #expect(throttle.admits(Self.eva, owner, 50_000))
    }

    @Test func anUnusedTurnInTheSignInQueueExpires() throws {
        let throttle = ThrottleBox()
        for number in 0..<200 { _ = throttle.admit(Self.eva, from: try Self.stranger(number), now: 0) }
        let owner = try Self.address("198.51.100.4")
        #expect(throttle.wait(Self.eva, owner, 0) == 50)
        let late = 50_000 + LoginThrottle.turnLifetime + 1
        for number in 200..<1000 { _ = throttle.admit(Self.eva, from: try Self.stranger(number), now: late) }
        #expect(throttle.wait(Self.eva, owner, late) != nil)
    }

    @Test func addressesWithManyFailuresWaitLongerInTheSignInQueue() throws {
        let throttle = ThrottleBox()
        let guesser = try Self.address("203.0.113.7")
        for _ in 0..<LoginThrottle.patience { #expect(throttle.admits(Self.eva, guesser, 0)) }
        for number in 0..<97 { #expect(throttle.admits(Self.eva, try Self.stranger(number), 0)) }
        // The first address of each queue is admitted immediately.
        #expect(throttle.admits(Self.eva, guesser, 0))
        #expect(throttle.admits(Self.eva, try Self.stranger(97), 0))
        #expect(throttle.wait(Self.eva, guesser, 0) == 5)
        #expect(throttle.wait(Self.eva, try Self.stranger(98), 0) == 1)
    }

    @Test func addressesOfOneIPv6SubscriberCountAsOneAddress() throws {
        let throttle = ThrottleBox()
        let admitted = try (0..<100).filter {
            throttle.admits(Self.eva, try Self.address("2001:db8::\(String($0, radix: 16))"), 0)
        }
        #expect(admitted.count == LoginThrottle.free)
    }

    @Test func anAttemptReleasedWithoutAPasswordCheckIsNotCounted() throws {
        let throttle = ThrottleBox()
        let knownAddress = try Self.address("192.0.2.1")
        for device in [nil, Self.phone] {
            for _ in 0..<1000 {
                throttle.release(try #require(throttle.attempt(Self.eva, knownAddress, 0, device)), now: 0)
            }
        }
    }

    @Test func attemptsWithoutAFreeSlotAreNotCountedAsFailuresOfTheirAddresses() throws {
        let throttle = ThrottleBox()
        for number in 0..<100 {
            let attempt = try #require(throttle.attempt(Self.eva, try Self.stranger(number), 0))
            throttle.release(attempt, isCrowded: true, now: 0)
        }
        // The first turn is immediate, and the next turn is not.
        #expect(throttle.admits(Self.eva, try Self.stranger(100), 0))
        #expect(throttle.wait(Self.eva, try Self.stranger(101), 0) == 1)
        // None of the addresses has failed. They have only used up the account's allowance.
        #expect(throttle.admits(.init(tenant: 1, login: LoginName("ole")), try Self.stranger(0), 0))
    }

    @Test func anAttemptAdmittedWithoutAPasswordCheckCanBeRepeated() throws {
        let throttle = ThrottleBox()
        for number in 0..<1000 { _ = throttle.admit(Self.eva, from: try Self.stranger(number), now: 0) }
        let owner = try Self.address("198.51.100.4")
        let wait = try #require(throttle.wait(Self.eva, owner, 0))
        let now = Int64(wait) * 1000
        // The hasher had no free slot five times.
        for second in 0..<5 {
            let attempt = try #require(throttle.attempt(Self.eva, owner, now + Int64(second) * 2000))
            throttle.release(attempt, now: now + Int64(second) * 2000)
        }
        #expect(throttle.admits(Self.eva, owner, now + 10_000))
    }

    @Test func spellingsOfOneLoginHaveOneThrottleKey() {
        #expect(LoginThrottle.AccountKey(tenant: 1, login: LoginName("EVA")) == Self.eva)
        // The database treats these as one login (`LoginNameTests`), so they share one allowance.
        #expect(
            LoginThrottle.AccountKey(tenant: 1, login: LoginName("a-adm\u{130}n"))
                == LoginThrottle.AccountKey(tenant: 1, login: LoginName("a-admin")))
        #expect(LoginThrottle.AccountKey(tenant: 2, login: LoginName("eva")) != Self.eva)
        #expect(
            LoginThrottle.AccountKey(tenant: 12, login: LoginName("3"))
                != LoginThrottle.AccountKey(tenant: 1, login: LoginName("23")))
        // The key contains only the digest of the login.
        #expect(MemoryLayout<LoginThrottle.AccountKey>.size == 16)
    }

    @Test func theThrottleNeverExceedsItsCapacity() throws {
        let throttle = ThrottleBox(capacity: 500)
        for number in 0..<10_000 {
            let account = LoginThrottle.AccountKey(tenant: 1, login: LoginName("user\(number % 3000)"))
            let device = LoginThrottle.Device(account, hash: [UInt8(number % 256), UInt8(number / 256)])
            let now = Int64(number) * 10
            _ = throttle.admit(
                account, from: try Self.stranger(number), device: number.isMultiple(of: 2) ? device : nil, now: now)
            _ = throttle.admit(Self.eva, from: try Self.stranger(number), now: now)
            if let attempt = throttle.attempt(account, try Self.stranger(number), now) {
                throttle.succeeded(attempt, now: now)
            }
            #expect(throttle.size <= 500)
        }
    }

    @Test func aFullBoundedTableRemovesItsOldestEntries() {
        var table = BoundedTable<Int, Int>(capacity: 100)
        for key in 0..<10_000 {
            table.set(key, for: key, now: Int64(key))
            #expect(table.count <= 100)
        }
        #expect(table.entry(9_999)?.value == 9_999)
        #expect(table.entry(0) == nil)
    }

    @Test func aBoundedTableDoesNotExceedItsCapacityIfAllKeysHaveTheSameTime() {
        var table = BoundedTable<Int, Int>(capacity: 100)
        for key in 0..<10_000 { table.set(key, for: key, now: 0) }
        #expect(table.count <= 100)
    }
}

/// A class around a throttle, because the test macros do not allow mutating calls.
private final class ThrottleBox {
    private var throttle: LoginThrottle

    init(capacity: Int = 40_000) { throttle = LoginThrottle(capacity: capacity) }

    var size: Int { throttle.size }

    @discardableResult
    func admit(
        _ account: LoginThrottle.AccountKey, from address: Address, device: LoginThrottle.Device? = nil, now: Int64
    ) -> LoginThrottle.Answer {
        throttle.admit(account, from: address, device: device, now: now)
    }

    func attempt(
        _ account: LoginThrottle.AccountKey, _ address: Address, _ now: Int64, _ device: LoginThrottle.Device? = nil
    ) -> LoginThrottle.Attempt? {
        if case .admitted(let attempt) = admit(account, from: address, device: device, now: now) {
            attempt
        } else {
            nil
        }
    }

    func admits(
        _ account: LoginThrottle.AccountKey, _ address: Address, _ now: Int64, _ device: LoginThrottle.Device? = nil
    ) -> Bool {
        attempt(account, address, now, device) != nil
    }

    func wait(
        _ account: LoginThrottle.AccountKey, _ address: Address, _ now: Int64, _ device: LoginThrottle.Device? = nil
    ) -> Int? {
        if case .wait(let seconds) = admit(account, from: address, device: device, now: now) { seconds } else { nil }
    }

    func succeeded(_ attempt: LoginThrottle.Attempt, now: Int64) { throttle.succeeded(attempt, now: now) }
    func release(_ attempt: LoginThrottle.Attempt, isCrowded: Bool = false, now: Int64) {
        throttle.release(attempt, isCrowded: isCrowded, now: now)
    }
}
