import Testing

@testable import ConcertNotes

/// Spec T4, T5, N34.
@Suite struct LiveArbiterTests {
    private let anna = LiveArbiter.Holder(userID: 7, login: "anna")
    private let bob = LiveArbiter.Holder(userID: 8, login: "bob")

    /// Sends readings of one place, one every 100 ms, and returns the moves.
    private func read(
        _ arbiter: inout LiveArbiter, _ ordinal: Int = 10, _ confidence: Double = 0.9, current: Int = 10,
        from: Int64, to: Int64
    ) -> [Int] {
        stride(from: from, through: to, by: 100).compactMap { time in
            arbiter.read(ordinal: ordinal, confidence: confidence, current: current, isMovable: true, at: time)
        }
    }

    private var led: LiveArbiter {
        var arbiter = LiveArbiter()
        arbiter.allowFollower()
        _ = read(&arbiter, from: 0, to: 3000)
        return arbiter
    }

    @Test func aScoreFollowerDoesNotLeadBeforeAPersonAllowsIt() {
        var arbiter = LiveArbiter()
        #expect(read(&arbiter, 11, from: 0, to: 20_000) == [])
        #expect(arbiter.leader == .person)
    }

    @Test func anAllowedScoreFollowerLeadsAfterThreeSecondsOfConfidentReadings() {
        var arbiter = LiveArbiter()
        arbiter.allowFollower()
        #expect(read(&arbiter, 11, from: 0, to: 2900) == [])
        #expect(arbiter.leader == .person)
        #expect(read(&arbiter, 11, from: 3000, to: 3000) == [11])
        #expect(arbiter.leader == .follower)
    }

    @Test func anUncertainReadingRestartsTheThreeSecondsBeforeTheLead() {
        var arbiter = LiveArbiter()
        arbiter.allowFollower()
        _ = read(&arbiter, from: 0, to: 2500)
        _ = read(&arbiter, 10, 0.6, from: 2600, to: 2600)
        _ = read(&arbiter, from: 2700, to: 5600)
        #expect(arbiter.leader == .person)
        _ = read(&arbiter, from: 5700, to: 5700)
        #expect(arbiter.leader == .follower)
    }

    @Test func oneUncertainReadingOfTheLeadingFollowerIsIgnored() {
        var arbiter = led
        #expect(read(&arbiter, 11, 0.1, from: 3100, to: 3100) == [])
        #expect(arbiter.leader == .follower)
        #expect(read(&arbiter, 11, 0.5, from: 3200, to: 3200) == [11])
    }

    @Test func aScoreFollowerLosesTheLeadAfterFourSecondsOfUncertainReadings() {
        var arbiter = led
        _ = read(&arbiter, 11, 0.1, from: 3100, to: 7000)
        #expect(arbiter.leader == .follower)
        _ = read(&arbiter, 11, 0.1, from: 7100, to: 7100)
        #expect(arbiter.leader == .person)
        #expect(arbiter.follower.isLost)
    }

    @Test(arguments: [13, 19, 7, 90])
    func onlyAReadingNearThePositionMovesThePosition(ordinal: Int) {
        var arbiter = led
        let isNear = (8...18).contains(ordinal)
        #expect(read(&arbiter, ordinal, from: 3100, to: 3100) == (isNear ? [ordinal] : []))
    }

    @Test func aScoreFollowerLosesTheLeadAfterThreeSecondsWithoutReadings() {
        let arbiter = led
        #expect(arbiter.settled(at: 6000).leader == .follower)
        #expect(arbiter.settled(at: 6001).leader == .person)
        #expect(arbiter.settled(at: 6001).follower.isLost)
    }

    @Test func aScoreFollowerThatLostTheLeadMustBeConfidentForTwiceAsLong() {
        var arbiter = led.settled(at: 7000)
        _ = read(&arbiter, from: 7000, to: 12_900)
        #expect(arbiter.leader == .person)
        _ = read(&arbiter, from: 13_000, to: 13_000)
        #expect(arbiter.leader == .follower)
        #expect(!arbiter.follower.isLost)
    }

    @Test func aMoveByAPersonTakesTheLeadFromTheScoreFollower() {
        var arbiter = led
        arbiter.personMoved(bob)
        #expect(arbiter.leader == .person)
        #expect(arbiter.holder == bob)
        #expect(read(&arbiter, from: 3100, to: 60_000) == [])
        #expect(arbiter.leader == .person)
    }

    @Test func aTakeOverExcludesAutomaticSourcesUntilTheyAreAllowedAgain() {
        var arbiter = LiveArbiter()
        #expect(arbiter.admits(.follower) && arbiter.admits(.auto))
        arbiter.takeOver(by: anna)
        #expect(!arbiter.admits(.follower) && !arbiter.admits(.auto))
        #expect(arbiter.admits(.operator) && arbiter.admits(.osc))
        arbiter.allowFollower()
        #expect(arbiter.admits(.follower))
    }

    @Test func theAutomaticAdvanceIsRefusedWhileTheScoreFollowerLeads() {
        #expect(led.admits(.follower) && !led.admits(.auto))
    }

    @Test func theAutomaticAdvanceContinuesWhenTheScoreFollowerIsLost() {
        var arbiter = led
        arbiter.start(AutoAdvance(tempo: 1))
        #expect(arbiter.leader == .follower)
        #expect(arbiter.settled(at: 9000).leader == .auto)
    }

    @Test func theScoreFollowerHasPriorityOverTheAutomaticAdvance() {
        var arbiter = LiveArbiter()
        arbiter.start(AutoAdvance(tempo: 1))
        #expect(arbiter.leader == .auto)
        arbiter.allowFollower()
        #expect(arbiter.leader == .auto)
        _ = read(&arbiter, from: 0, to: 3000)
        #expect(arbiter.leader == .follower)
    }

    @Test func aScoreFollowerKeepsTheLeadOfAHeldConcertWithoutMovingIt() {
        var arbiter = led
        for time in stride(from: 3100 as Int64, through: 20_000, by: 100) {
            let move = arbiter.read(ordinal: 60, confidence: 0.9, current: 10, isMovable: false, at: time)
            #expect(move == nil)
        }
        #expect(arbiter.leader == .follower)
    }

    @Test func theStoredStateOfTheLeadIsReadBackUnchanged() {
        var arbiter = led
        arbiter.start(AutoAdvance(tempo: 0.96))
        arbiter.handOver(to: anna)
        #expect(LiveArbiter(stored: arbiter.stored) == arbiter)
        #expect(LiveArbiter(stored: nil) == LiveArbiter())
    }

    @Test func anUnreadableStoredStateLeavesAPersonInTheLead() {
        let arbiter = LiveArbiter(stored: #"{"leader":"oracle"}"#)
        #expect(arbiter.leader == .person)
        #expect(!arbiter.admits(.follower))
    }

    @Test func readingsAreStoredEveryHalfSecondOrWhenTheConfidenceDrops() {
        var arbiter = led
        let stored = arbiter
        _ = read(&arbiter, from: 3100, to: 3400)
        #expect(!arbiter.mustReplace(stored))
        _ = read(&arbiter, from: 3500, to: 3500)
        #expect(arbiter.mustReplace(stored) && !arbiter.isNotable(after: stored))
        arbiter = stored
        _ = read(&arbiter, 10, 0.1, from: 3100, to: 3100)
        #expect(arbiter.mustReplace(stored) && arbiter.isNotable(after: stored))
    }
}
