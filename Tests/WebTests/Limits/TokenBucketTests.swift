import Testing

@testable import Web

/// Tests of the token bucket. The tests pass the time in.
@Suite struct TokenBucketTests {
    private static let limit = RateLimit(perSecond: 10, burst: 5)

    /// A request with its time, its cost and the expected decision.
    struct Step: Sendable {
        let now: Int64
        let cost: Int
        let isAdmitted: Bool
        let remaining: Int
        let wait: Int

        init(_ now: Int64, _ cost: Int, _ isAdmitted: Bool, _ remaining: Int, _ wait: Int) {
            (self.now, self.cost, self.isAdmitted, self.remaining, self.wait) = (now, cost, isAdmitted, remaining, wait)
        }
    }

    /// The rate is ten per second and the burst is five.
    @Test(arguments: [
        [Step(0, 1, true, 4, 1), Step(0, 4, true, 0, 1), Step(0, 1, false, 0, 1), Step(99, 1, false, 0, 1)],
        [Step(0, 5, true, 0, 1), Step(100, 1, true, 0, 1), Step(199, 1, false, 0, 1), Step(200, 1, true, 0, 1)],
        // The content never exceeds the burst.
        [Step(0, 5, true, 0, 1), Step(3_600_000, 5, true, 0, 1), Step(3_600_000, 1, false, 0, 1)],
        [Step(0, 3, true, 2, 1), Step(1_000, 0, true, 5, 0)],
        // A cost above the burst takes the whole burst.
        [Step(0, 50, true, 0, 1), Step(100, 50, false, 1, 1), Step(500, 50, true, 0, 1)],
        // A clock that steps back adds no tokens.
        [Step(1_000, 5, true, 0, 1), Step(0, 1, false, 0, 1), Step(1_100, 1, true, 0, 1), Step(1_100, 1, false, 0, 1)],
    ])
    func aTokenBucketAdmitsItsRateAndItsBurst(steps: [Step]) {
        var bucket = TokenBucket(Self.limit, now: 0)
        for step in steps {
            let decision = bucket.take(step.cost, Self.limit, now: step.now)
            #expect(
                decision == .init(isAdmitted: step.isAdmitted, remaining: step.remaining, wait: step.wait),
                "at \(step.now)")
        }
    }

    @Test func aRefusalStatesTheSecondsUntilEnoughTokensExist() {
        let slow = RateLimit(perSecond: 1, burst: 30)
        var bucket = TokenBucket(slow, now: 0)
        #expect(bucket.take(30, slow, now: 0).isAdmitted)
        #expect(bucket.take(20, slow, now: 500) == .init(isAdmitted: false, remaining: 0, wait: 20))
        #expect(!bucket.take(20, slow, now: 19_999).isAdmitted)
        #expect(bucket.take(20, slow, now: 20_000).isAdmitted)
    }

    /// A third of a second is not a whole number of milliseconds. The rate is nevertheless exact for any sequence of times.
    @Test(arguments: [1, 7, 333, 334, 1_000])
    func theAdmittedRateIsExactForAnyIntervalBetweenRequests(step: Int64) {
        let limit = RateLimit(perSecond: 3, burst: 3)
        var bucket = TokenBucket(limit, now: 0)
        #expect(bucket.take(3, limit, now: 0).isAdmitted)
        var admitted = 0
        let hour: Int64 = 3_600_000
        var now: Int64 = 0
        while now + step <= hour {
            now += step
            while bucket.take(1, limit, now: now).isAdmitted { admitted += 1 }
        }
        #expect(admitted == Int(now * 3 / 1000))
    }

    @Test func aLowerLimitRemovesTokensAboveItsBurst() {
        let (wide, narrow) = (RateLimit(perSecond: 10, burst: 100), RateLimit(perSecond: 1, burst: 2))
        var bucket = TokenBucket(wide, now: 0)
        #expect(bucket.take(1, narrow, now: 0).remaining == 1)
        #expect(bucket.take(1, wide, now: 0).remaining == 0, "a higher limit adds no tokens immediately")
    }

    /// Spec S1.23.
    @Test func extremeLimitsAndTimesDoNotOverflow() {
        let most = RateLimit(perSecond: .max, burst: .max)
        #expect(most == RateLimit(perSecond: 1_000_000, burst: 1_000_000))
        var bucket = TokenBucket(most, now: .min)
        #expect(bucket.take(.max, most, now: .min).isAdmitted)
        #expect(bucket.take(.max, most, now: .max).isAdmitted)
        #expect(bucket.take(-5, most, now: .max).remaining == 0)
    }
}

@Suite struct RateLimitTests {
    @Test func aRateLimitIsReadAndWrittenAsTwoNumbers() {
        #expect(RateLimit("20:100") == RateLimit(perSecond: 20, burst: 100))
        #expect(RateLimit("20:100")?.description == "20:100")
    }

    @Test(arguments: ["", "5", "0:5", "5:0", ":", "5:", ":5", "+5:5", "5:5:5", "-1:5", "5: 5", "1000001:1", "٣:5"])
    func anInvalidRateLimitIsRefused(text: String) { #expect(RateLimit(text) == nil) }

    @Test func readsCostLeastAndChangesOnRoutesForVisitorsCostMost() {
        #expect(RateLimit.cost(of: route(.get, "/a")) == 1)
        #expect(RateLimit.cost(of: route(.put, "/a", access: .permission(.moveLive))) == 2)
        #expect(RateLimit.cost(of: route(.post, "/a", access: .account)) == 2)
        #expect(RateLimit.cost(of: route(.post, "/a", access: .everyone)) == 20)
        #expect(RateLimit.cost(of: route(.post, "/a", access: .visitor)) == 20)
    }
}
