import Testing

@testable import Accounts

@Suite struct LoginQueueTests {
    @Test func theSignInQueueAdmitsOneFirstAttemptEveryHalfSecond() {
        var line = LoginQueue()
        #expect((0..<4).map { _ in line.turn(for: .firstAttempt, now: 1000) } == [1000, 1500, 2000, 2500])
        // After a pause no caller waits, and unused turns are not saved.
        #expect((0..<2).map { _ in line.turn(for: .firstAttempt, now: 60_000) } == [60_000, 60_500])
    }

    @Test func addressesWithManyFailuresDoNotDelayOtherAddresses() {
        var line = LoginQueue()
        for _ in 0..<1000 { _ = line.turn(for: .laterAttempt, now: 0) }
        #expect(line.turn(for: .firstAttempt, now: 0) == 0)
        #expect(line.turn(for: .laterAttempt, now: 0) == 5_000_000)
    }

    @Test(arguments: [LoginQueue.Lane.firstAttempt, .laterAttempt])
    func theWaitingTimeInTheSignInQueueNeverExceedsTheMaximum(lane: LoginQueue.Lane) {
        var line = LoginQueue()
        let longest = LoginQueue.pace(of: lane).longest
        var last: Int64 = 0
        for number in 0..<20_000 {
            let now = Int64(number)
            let turn = line.turn(for: lane, now: now)
            #expect(turn >= last && turn <= now + longest)
            last = turn
        }
        #expect(last == 19_999 + longest)
    }
}
