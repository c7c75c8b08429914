import Testing
import Web

@testable import Accounts

@Suite struct SignUpThrottleTests {
    @Test func addressesOfOneIPv6SubscriberCountAsOneAddress() throws {
        var throttle = SignUpThrottle()
        let admitted = try (0..<100).filter {
            throttle.admit(try #require(Address("2001:db8::\(String($0, radix: 16))")), now: 0) == nil
        }
        #expect(admitted.count == Int(SignUpThrottle.most))
    }

    @Test func afterTheLimitAnAddressMayCreateOneAccountEachMinute() throws {
        var throttle = SignUpThrottle()
        let hall = try #require(Address("192.0.2.1"))
        for _ in 0..<Int(SignUpThrottle.most) { #expect(throttle.admit(hall, now: 0) == nil) }
        #expect(throttle.admit(hall, now: 0) == 60)
        #expect(throttle.admit(hall, now: 30_000) == 30)
        #expect(throttle.admit(hall, now: 60_001) == nil)
        #expect(throttle.admit(hall, now: 60_001) != nil)
    }
}
