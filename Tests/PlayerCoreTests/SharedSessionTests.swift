import PlayerCore
import Testing

/// The rules of shared sessions (spec Decided 24).
struct SharedSessionTests {
    private static func time(_ milliseconds: Int64) -> PlayerTime { PlayerTime(milliseconds: 1_000_000 + milliseconds) }
    private static func id(_ number: Int64) -> SharedMember.ID { SharedMember.ID(rawValue: number) }

    private static func member(_ number: Int64, at now: Int64 = 0) -> SharedMember {
        SharedMember(id: id(number), name: "Member \(number)", joinedAt: time(now), seenAt: time(now))
    }

    private static func items(_ count: Int) -> [PlayerItem] {
        (1...count).map { PlayerItem(id: "track \($0)", durationMs: 100_000) }
    }

    /// A session with members who are present, and a driver for it.
    private struct Stage {
        var session: SharedSession
        var now: Int64 = 0
        var heard: [SharedReaction.Heard] = []

        init(_ rule: SharedRule = .everyone, members: Int64 = 2, tracks: Int = 3) throws {
            session = SharedSession(
                owner: member(1), rule: rule, items: items(tracks), index: 0, positionMs: 5000, at: time(0))
            for number in 1..<members {
                session = try session.joined(by: member(number + 1), at: time(0)).session
            }
        }

        mutating func act(_ action: SharedAction, by number: Int64) throws(SharedRefusal) {
            let reaction = try session.handle(action, by: id(number), at: time(now))
            session = reaction.session
            heard += reaction.heard
        }

        mutating func pass(_ milliseconds: Int64) throws {
            now += milliseconds
            let reaction = try session.handle(.timePassed, by: nil, at: time(now))
            session = reaction.session
            heard += reaction.heard
        }

        /// Plays with all of these members ready.
        mutating func play(_ numbers: Int64...) throws {
            try act(.play, by: 1)
            for number in numbers { try act(.ready(attempt: session.player.attempt), by: number) }
            now += SharedSession.leadMs
        }

        func position() -> Int64 { session.player.positionMs(at: time(now)) }
    }

    /// Spec Decided 24.
    @Test func aSharedSessionBeginsSilentAtThePositionOfItsOwner() throws {
        let stage = try Stage()
        #expect(stage.session.player.state == .silent)
        #expect(stage.position() == 5000)
        #expect(stage.session.owner?.name == "Member 1")
    }

    @Test func allMembersStartAtTheSameTimeAfterAllAreReady() throws {
        var stage = try Stage()
        try stage.act(.silent, by: 1)
        try stage.act(.play, by: 2)
        #expect(stage.session.player.audio == .loading)
        // Both members play the session, so that the first one waits for the second one.
        try stage.act(.inStep(SharedOffset(differenceUs: 0, errorBoundUs: 0)), by: 2)
        try stage.act(.ready(attempt: 1), by: 1)
        #expect(stage.session.player.audio == .loading)
        try stage.act(.ready(attempt: 1), by: 2)
        #expect(stage.session.player.audio == .playing)
        let anchor = stage.session.anchor(at: Self.time(0))
        #expect(anchor.positionMs == 5000)
        #expect(anchor.at == Self.time(SharedSession.leadMs))
        stage.now = SharedSession.leadMs + 1000
        #expect(stage.position() == 6000)
    }

    @Test func aMemberWhoIsReadyWaitsForOtherMembersForALimitedTime() throws {
        var stage = try Stage()
        try stage.act(.play, by: 1)
        try stage.act(.failed(attempt: 99, .failed), by: 2)
        try stage.act(.ready(attempt: 1), by: 1)
        #expect(stage.session.player.audio == .loading)
        try stage.pass(SharedSession.readyLimitMs)
        #expect(stage.session.player.audio == .playing)
    }

    @Test func aTrackThatFailsForOneMemberPlaysForTheOtherMembers() throws {
        var stage = try Stage()
        try stage.act(.play, by: 1)
        try stage.act(.failed(attempt: 1, .refused), by: 2)
        try stage.act(.ready(attempt: 1), by: 1)
        #expect(stage.session.player.audio == .playing)
        #expect(stage.session.player.lastError == nil)
        #expect(stage.session.member(Self.id(2))?.failure == .refused)
        #expect(stage.session.member(Self.id(1))?.failure == nil)
    }

    @Test func aTrackThatFailsForAllMembersIsSkipped() throws {
        var stage = try Stage()
        try stage.act(.silent, by: 1)
        try stage.act(.play, by: 1)
        try stage.act(.failed(attempt: 1, .notFound), by: 2)
        #expect(stage.session.player.item?.id == "track 1", "the other member may begin to listen")
        try stage.pass(SharedSession.readyLimitMs)
        #expect(stage.session.player.item?.id == "track 2")
        #expect(stage.session.player.audio == .loading)
    }

    @Test func aSharedSessionPausesIfNoMemberAnswers() throws {
        var stage = try Stage()
        try stage.act(.play, by: 1)
        try stage.pass(PlayerSession.answerLimitMs)
        #expect(stage.session.player.audio == .paused)
        #expect(stage.session.player.item?.id == "track 1")
    }

    @Test func aTrackOfASharedSessionEndsByAReportNearItsEndOrByTheClock() throws {
        var stage = try Stage()
        try stage.play(1, 2)
        stage.now += 30_000
        try stage.act(.ended(attempt: 1), by: 2)
        #expect(stage.session.player.item?.id == "track 1", "a shorter copy of one member ends nothing")
        stage.now += 64_500
        try stage.act(.ended(attempt: 1), by: 2)
        #expect(stage.session.player.item?.id == "track 2")
        try stage.act(.ended(attempt: 1), by: 1)
        #expect(stage.session.player.item?.id == "track 2", "a second report of the same end changes nothing")
        #expect(stage.heard.first?.members == [Self.id(1), Self.id(2)])
        try stage.act(.ready(attempt: 2), by: 1)
        try stage.act(.ready(attempt: 2), by: 2)
        for _ in 0..<4 {
            try stage.act(.seen, by: 1)
            try stage.act(.seen, by: 2)
            try stage.pass(26_000)
        }
        #expect(stage.session.player.item?.id == "track 3")
    }

    @Test func twoMembersWhoPressNextSkipOneTrack() throws {
        var stage = try Stage()
        try stage.play(1, 2)
        try stage.act(.next(unless: "track 1"), by: 1)
        #expect(throws: SharedRefusal.anotherItem) { try stage.act(.next(unless: "track 1"), by: 2) }
        #expect(stage.session.player.item?.id == "track 2")
    }

    @Test func underTheVotesRuleOnlyTheOwnerControlsPlayback() throws {
        var stage = try Stage(.votes)
        let forbidden: [SharedAction] = [
            .play, .pause, .next(unless: nil), .previous, .select(index: 1), .seek(positionMs: 1),
            .move(from: 0, to: 1),
            .remove(index: 0), .setRepeat(.all), .setShuffle(on: true, seed: 1), .add(Self.items(1), at: .next),
        ]
        for action in forbidden {
            #expect(throws: SharedRefusal.ownerOnly(.votes), "\(action)") { try stage.act(action, by: 2) }
        }
        try stage.act(.add(Self.items(1), at: .last), by: 2)
        #expect(stage.session.player.queue.count == 4)
        #expect(stage.session.allowedActions(of: Self.id(2), at: Self.time(0)).contains(.voteToSkip))
        #expect(!stage.session.allowedActions(of: Self.id(2), at: Self.time(0)).contains(.play))
    }

    @Test func votesOfMoreThanHalfOfThePresentMembersSkipATrack() throws {
        var stage = try Stage(.votes, members: 4)
        try stage.play(1, 2, 3, 4)
        try stage.act(.voteToSkip(item: "track 1"), by: 2)
        try stage.act(.voteToSkip(item: "track 1"), by: 2)
        try stage.act(.voteToSkip(item: "track 1"), by: 3)
        #expect(stage.session.votes(at: Self.time(stage.now)) == 2)
        #expect(stage.session.player.item?.id == "track 1")
        try stage.act(.voteToSkip(item: "track 1"), by: 4)
        #expect(stage.session.player.item?.id == "track 2")
        #expect(stage.session.votes(at: Self.time(stage.now)) == 0)
        #expect(throws: SharedRefusal.anotherItem) { try stage.act(.voteToSkip(item: "track 1"), by: 1) }
    }

    @Test func theVoteOfAnAbsentMemberCountsOnlyAfterTheMemberReturns() throws {
        var stage = try Stage(.votes, members: 3)
        try stage.play(1, 2, 3)
        try stage.act(.voteToSkip(item: "track 1"), by: 3)
        stage.now += SharedSession.presenceLimitMs + 1
        // Only the owner, who has not voted, is present.
        try stage.act(.seen, by: 1)
        #expect(stage.session.votesNeeded(at: Self.time(stage.now)) == 1)
        #expect(stage.session.votes(at: Self.time(stage.now)) == 0)
        #expect(stage.session.player.item?.id == "track 1")
        try stage.act(.seen, by: 3)
        #expect(stage.session.votes(at: Self.time(stage.now)) == 1)
        #expect(stage.session.player.item?.id == "track 1")
        try stage.act(.voteToSkip(item: "track 1"), by: 1)
        #expect(stage.session.player.item?.id == "track 2")
    }

    @Test func absentMembersCountNeitherForVotesNorForTurns() throws {
        var stage = try Stage(.turns, members: 3)
        stage.now = SharedSession.presenceLimitMs
        try stage.act(.seen, by: 2)
        try stage.act(.seen, by: 3)
        stage.now += 1
        #expect(stage.session.votesNeeded(at: Self.time(stage.now)) == 2)
        #expect(stage.session.turnHolder(at: Self.time(stage.now))?.id == Self.id(2))
    }

    @Test func theDepartureOfAMemberCanCompleteAVote() throws {
        var stage = try Stage(.votes, members: 3)
        try stage.play(1, 2, 3)
        try stage.act(.voteToSkip(item: "track 1"), by: 2)
        // Of two members, both must vote; of one member, one.
        stage.session = stage.session.left(by: Self.id(3), at: Self.time(stage.now)).session
        #expect(stage.session.player.item?.id == "track 1")
        stage.session = stage.session.left(by: Self.id(1), at: Self.time(stage.now)).session
        #expect(stage.session.player.item?.id == "track 2")
    }

    @Test func underTheTurnsRuleEachMemberAddsOneTrackInTurn() throws {
        var stage = try Stage(.turns, members: 3)
        #expect(throws: SharedRefusal.notYourTurn(of: "Member 1")) {
            try stage.act(.add(Self.items(1), at: .last), by: 2)
        }
        #expect(throws: SharedRefusal.oneItemATurn(2)) { try stage.act(.add(Self.items(2), at: .last), by: 1) }
        try stage.act(.add(Self.items(1), at: .last), by: 1)
        try stage.act(.passTurn, by: 2)
        try stage.act(.add(Self.items(1), at: .last), by: 3)
        #expect(stage.session.turnHolder(at: Self.time(0))?.id == Self.id(1))
        #expect(stage.session.player.queue.count == 5)
    }

    @Test func theNextMemberBecomesTheOwnerWhenTheOwnerLeaves() throws {
        var stage = try Stage(.votes, members: 3)
        stage.session = stage.session.left(by: Self.id(1), at: Self.time(0)).session
        #expect(stage.session.owner?.id == Self.id(2))
        try stage.act(.play, by: 2)
        #expect(throws: SharedRefusal.ownerOnly(.votes)) { try stage.act(.setRule(.everyone), by: 3) }
        try stage.act(.removeMember(Self.id(3)), by: 2)
        #expect(stage.session.members.map(\.id) == [Self.id(2)])
        #expect(throws: SharedRefusal.notAMember) { try stage.act(.play, by: 3) }
    }

    @Test func aMemberInactiveForHalfAnHourLeavesTheSession() throws {
        var stage = try Stage()
        stage.now = 20 * 60_000
        try stage.act(.seen, by: 2)
        try stage.pass(11 * 60_000)
        #expect(stage.session.members.map(\.id) == [Self.id(2)])
        try stage.pass(31 * 60_000)
        #expect(stage.session.members.isEmpty)
    }

    @Test func aSharedSessionPlaysALongTrackWhileAMemberReports() throws {
        var stage = try Stage(tracks: 1)
        stage.session = SharedSession(
            owner: Self.member(1), rule: .everyone, items: [PlayerItem(id: "mix", durationMs: 3 * 3_600_000)], index: 0,
            positionMs: 0, at: Self.time(0))
        try stage.play(1)
        for _ in 0..<120 {
            stage.now += 60_000
            try stage.act(.inStep(SharedOffset(differenceUs: 1000, errorBoundUs: 2000)), by: 1)
            try stage.pass(0)
        }
        #expect(stage.session.player.audio == .playing)
        #expect(stage.position() == 2 * 3_600_000)
    }

    @Test func synchronizationReportsDoNotChangeTheRevision() throws {
        var stage = try Stage()
        try stage.play(1, 2)
        let before = stage.session.revision
        stage.now += 5000
        try stage.act(.inStep(SharedOffset(differenceUs: 1000, errorBoundUs: 2000)), by: 1)
        #expect(stage.session.revision == before)
        try stage.act(.seek(positionMs: 50_000), by: 1)
        #expect(stage.session.revision == before + 1)
        #expect(stage.session.anchor(at: Self.time(stage.now)).at == Self.time(stage.now + SharedSession.leadMs))
    }

    @Test func aSharedSessionRefusesTooManyMembersTooManyTracksAndTakenNames() throws {
        var stage = try Stage(members: Int64(SharedSession.memberLimit), tracks: SharedSession.queueLimit)
        #expect(throws: SharedRefusal.full) { try stage.session.joined(by: Self.member(99), at: Self.time(0)) }
        #expect(throws: SharedRefusal.queueFull(SharedSession.queueLimit + 1)) {
            try stage.act(.add(Self.items(1), at: .last), by: 2)
        }
        let live = PlayerItem(id: "channel", timing: .live(windowMs: 1000))
        #expect(throws: SharedRefusal.isLive) { try stage.act(.add([live], at: .last), by: 2) }
        stage.session = stage.session.left(by: Self.id(50), at: Self.time(0)).session
        let same = SharedMember(
            id: Self.id(77), name: "MEMBER 3", joinedAt: Self.time(0), seenAt: Self.time(0))
        #expect(throws: SharedRefusal.nameTaken) { try stage.session.joined(by: same, at: Self.time(0)) }
    }

    /// Random actions of random members keep the invariants, and give the same result again.
    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
    func randomActionsKeepTheInvariantsOfASharedSession(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }
        var session = SharedSession(
            owner: Self.member(1), rule: .everyone, items: Self.items(4), index: 0, positionMs: 0, at: Self.time(0))
        var (now, next): (Int64, Int64) = (0, 2)
        for _ in 0..<3000 {
            now += Int64(number(4000))
            let old = session
            let actor = session.members[number(session.members.count)].id
            let attempt = session.player.attempt - number(2)
            let track = session.player.item?.id ?? "none"
            let actions: [SharedAction] = [
                .play, .pause, .next(unless: track), .previous, .select(index: number(6)),
                .seek(positionMs: Int64(number(120_000))),
                .add([PlayerItem(id: "track \(number(9))", durationMs: 100_000)], at: .last),
                .move(from: number(5), to: number(5)), .remove(index: number(6)), .voteToSkip(item: track),
                .withdrawVote,
                .passTurn, .setRule(SharedRule.allCases[number(3)]), .ready(attempt: attempt), .ready(attempt: attempt),
                .ready(attempt: attempt), .failed(attempt: attempt, .failed), .ended(attempt: attempt), .silent, .seen,
                .inStep(SharedOffset(differenceUs: 1, errorBoundUs: 1)), .setShuffle(on: number(2) == 0, seed: 7),
                .setRepeat(RepeatMode.allCases[number(3)]),
            ]
            switch number(20) {
            case 0:
                if let joined = try? session.joined(by: Self.member(next, at: now), at: Self.time(now)) {
                    session = joined.session
                    next += 1
                }
            case 1: if session.members.count > 1 { session = session.left(by: actor, at: Self.time(now)).session }
            case 2:
                for member in session.members.prefix(4) {
                    session = try session.handle(.seen, by: member.id, at: Self.time(now)).session
                }
                session = try session.handle(.timePassed, by: nil, at: Self.time(now)).session
            default:
                let action = actions[number(actions.count)]
                guard let reaction = try? session.handle(action, by: actor, at: Self.time(now)) else { break }
                let again = try session.handle(action, by: actor, at: Self.time(now))
                #expect(again == reaction)
                session = reaction.session
            }
            #expect(
                session.player.state == .silent || session.player.state == .collapsedPlay, "\(session.player.state)")
            #expect(session.player.audio.isActive == (session.player.state == .collapsedPlay))
            #expect(session.revision >= old.revision && session.revision <= old.revision + 5)
            #expect(Set(session.members.map(\.id)).count == session.members.count)
            if session.members.isEmpty { break }
        }
    }
}
