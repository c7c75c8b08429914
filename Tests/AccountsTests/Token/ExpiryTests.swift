import FoundationEssentials
import Testing
import Web

@testable import Accounts

@Suite struct ExpiryTests {
    private static let now = Instant(milliseconds: 1_750_000_000_000)

    @Test func withoutATimeOrALifetimeThereIsNoExpiryDate() throws {
        #expect(try Expiry(at: nil, inMs: nil, most: 10, now: Self.now).date == nil)
    }

    @Test func aLifetimeIsCountedFromTheCurrentTime() throws {
        let date = try #require(try Expiry(at: nil, inMs: 10, most: 10, now: Self.now).date)
        #expect(Instant(date).milliseconds == Self.now.milliseconds + 10)
    }

    @Test(arguments: [0, -1, 11, Int64.max, .min])
    func aLifetimeOutOfRangeIsRefused(length: Int64) {
        #expect(throws: APIError.self) { try Expiry(at: nil, inMs: length, most: 10, now: Self.now) }
    }

    @Test(arguments: [-1, 0, 11] as [Int64])
    func anExpiryTimeOutOfRangeIsRefused(offset: Int64) {
        let moment = Instant(milliseconds: Self.now.milliseconds + offset).date
        #expect(throws: APIError.self) { try Expiry(at: moment, inMs: nil, most: 10, now: Self.now) }
    }

    @Test func anExpiryTimeTogetherWithALifetimeIsRefused() {
        let moment = Instant(milliseconds: Self.now.milliseconds + 5).date
        #expect(throws: APIError.self) { try Expiry(at: moment, inMs: 5, most: 10, now: Self.now) }
    }
}
