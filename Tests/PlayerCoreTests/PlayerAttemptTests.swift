import PlayerCore
import Testing

/// Attempts whose answers are late, missing or failures.
struct PlayerAttemptTests {
    /// Spec P13.
    @Test func aStreamReadyEventOfACancelledAttemptIsIgnored() throws {
        var play = try PlayerPlay(in: .beginPlay)
        try play.send(.tapPause)
        let before = play.session
        try play.send(.streamReady(attempt: 1))
        #expect(play.session == before)
        #expect(play.effects.isEmpty)
        #expect(play.rule == "P13")
    }

    /// Spec P13.
    @Test func eventsOfAnOlderAttemptAreIgnored() throws {
        var play = try PlayerPlay(in: .beginPlay)
        try play.send(.next(play: true))
        let before = play.session
        #expect(before.attempt == 2)
        try play.send(.streamReady(attempt: 1))
        #expect(play.session == before)
        try play.send(.streamFailed(attempt: 1, .failed))
        #expect(play.session == before)
        try play.send(.streamReady(attempt: 2))
        #expect(play.session.state == .expandedPlay)
    }

    /// Spec P13.
    @Test func aStreamReadyEventOfAnotherDeviceIsIgnored() throws {
        var play = try PlayerPlay(in: .beginPlay)
        let before = play.session
        try play.send(.streamReady(attempt: 1), from: PlayerPlay.web)
        #expect(play.session == before)
    }

    /// Spec P13.
    @Test func aRepeatedStreamReadyEventIsIgnored() throws {
        var play = try PlayerPlay(in: .expandedPlay)
        let before = play.session
        try play.send(.streamReady(attempt: 1))
        #expect(play.session == before)
        #expect(play.effects.isEmpty)
    }

    /// Spec P14.
    @Test func aFailedAttemptKeepsThePositionAndStoresTheError() throws {
        var play = try PlayerPlay(in: .expanded)
        try play.send(.seek(positionMs: 42_000))
        try play.send(.tapPlay)
        try play.send(.streamFailed(attempt: 1, .notFound))
        #expect(play.session.state == .expanded)
        #expect(play.session.lastError?.code == .notFound)
        #expect(play.session.lastError?.item == "a")
        #expect(play.position == 42_000)
    }

    /// Spec P14.
    @Test func anAttemptWithoutAnAnswerFor30SecondsFails() throws {
        var play = try PlayerPlay(in: .beginPlay)
        play.wait(ms: 29_999)
        try play.send(.timePassed)
        #expect(play.session.state == .beginPlay)
        #expect(play.session.deadline == PlayerTime(milliseconds: play.now.milliseconds + 1))
        play.wait(ms: 1)
        try play.send(.timePassed)
        #expect(play.session.state == .expanded)
        #expect(play.session.lastError?.code == .noAnswer)
        #expect(play.audio == [.cancel])
        // The device counts as lost, so the next attempt is made on the device that the listener taps.
        try play.send(.tapPlay, from: PlayerPlay.web)
        #expect(play.session.device == PlayerPlay.web)
    }

    /// Spec P14.
    @Test func anAttemptFailsWhenTheClockIsSetBack() throws {
        var play = try PlayerPlay(in: .beginPlay)
        play.wait(ms: -400_000)
        try play.send(.timePassed)
        #expect(play.session.state == .expanded)
    }

    /// Spec P12.
    @Test func playingWithoutATrackIsAnError() throws {
        var play = try PlayerPlay(in: .expanded, [])
        try play.send(.tapPlay)
        #expect(play.rule == "P12")
        #expect(play.session.state == .expanded)
        #expect(play.session.lastError?.code == .noTrack)
        #expect(play.effects.isEmpty)
    }

    /// Spec P18.
    @Test func aCollapsedPlayerStartsTheNextTrackWhenTheStreamIsReady() throws {
        var play = try PlayerPlay(in: .collapsedPlay)
        try play.send(.trackEnded(attempt: 1))
        #expect(play.session.audio == .loading)
        #expect(play.session.item?.id == "b")
        try play.send(.streamReady(attempt: 2))
        #expect(play.session.state == .collapsedPlay)
        #expect(play.session.audio == .playing)
        #expect(play.audio == [.start])
    }

    /// Spec P18.
    @Test func aCollapsedPlayerTriesEachRemainingTrackOnceAfterFailures() throws {
        var play = try PlayerPlay.loading()
        try play.send(.streamFailed(attempt: 1, .refused))
        #expect(play.session.item?.id == "b")
        #expect(play.audio == [.cancel, .queue])
        try play.send(.streamFailed(attempt: 2, .refused))
        #expect(play.session.item?.id == "c")
        try play.send(.streamFailed(attempt: 3, .refused))
        #expect(play.session.state == .silent)
        #expect(play.session.lastError?.code == .refused)
        #expect(play.audio == [.cancel])
    }

    /// Spec P18.
    @Test func repeatAllTriesEachTrackOfTheQueueOnceAfterFailures() throws {
        var play = try PlayerPlay(at: 1)
        try play.send(.setRepeat(.all))
        try play.send(.toggle)
        for item in ["c", "a"] {
            try play.send(.streamFailed(attempt: play.session.attempt, .failed))
            #expect(play.session.item?.id == item)
        }
        try play.send(.streamFailed(attempt: play.session.attempt, .failed))
        #expect(play.session.state == .silent)
    }

    /// Spec P18. Two of four tracks can be played, so the second failure is the last.
    @Test func blockedTracksDoNotCountAsTracksToTry() throws {
        var play = try PlayerPlay(
            ["a", "b", "c", "d"].map { PlayerItem(id: $0, durationMs: 100_000, isBlocked: $0 == "b" || $0 == "d") })
        try play.send(.setRepeat(.all))
        try play.send(.toggle)
        try play.send(.streamFailed(attempt: play.session.attempt, .failed))
        #expect(play.session.item?.id == "c")
        try play.send(.streamFailed(attempt: play.session.attempt, .failed))
        #expect(play.session.state == .silent)
    }

    /// A collapsed player that loads changes to BeginPlay, in which nothing is audible.
    @Test func expandingALoadingPlayerKeepsItsAttempt() throws {
        var play = try PlayerPlay.loading()
        try play.send(.tapAnywhere)
        #expect(play.session.state == .beginPlay)
        #expect(play.effects.isEmpty)
        try play.send(.streamReady(attempt: 1))
        #expect(play.session.state == .expandedPlay)
    }
}
