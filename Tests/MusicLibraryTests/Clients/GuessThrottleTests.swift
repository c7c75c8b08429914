import Tenancy
import Testing
import Web

@testable import MusicLibrary
@testable import SoundCloud

struct GuessThrottleTests {
    private static func guess(_ login: String?, _ address: String = "192.0.2.1") throws -> GuessThrottle.Guess {
        GuessThrottle.Guess(tenant: TenantID(rawValue: 1), login: login, address: try #require(Address(address)))
    }

    @Test func anAddressMustWaitAfterTwentyFailedLoginsToOneAccount() throws {
        var throttle = GuessThrottle()
        let guess = try Self.guess("Eva")
        for _ in 0..<20 {
            #expect(throttle.wait(guess, now: 0) == nil)
            throttle.failed(guess, now: 0)
        }
        #expect(throttle.wait(guess, now: 0) == 10)
        // Logins ignore case, and other logins and addresses are not affected.
        #expect(throttle.wait(try Self.guess("eva"), now: 0) == 10)
        #expect(throttle.wait(try Self.guess("adam"), now: 0) == nil)
        #expect(throttle.wait(try Self.guess("eva", "192.0.2.2"), now: 0) == nil)
        #expect(throttle.wait(guess, now: 10_000) == nil)
    }

    @Test func anAddressMustWaitAfterTwoHundredFailedLoginsToManyAccounts() throws {
        var throttle = GuessThrottle()
        for number in 0..<200 { throttle.failed(try Self.guess("login \(number)"), now: 0) }
        #expect(throttle.wait(try Self.guess(nil), now: 0) == 1)
        #expect(throttle.wait(try Self.guess("eva", "192.0.2.2"), now: 0) == nil)
    }
}
