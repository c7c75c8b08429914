import PlayerCore
import Testing

struct PlayerPositionTests {
    /// Spec P9, P5.
    @Test func pauseAndPlayKeepThePositionExactly() throws {
        var play = try PlayerPlay(in: .expandedPlay)
        play.wait(ms: 12_345)
        try play.send(.tapPause)
        #expect(play.position == 12_345)
        play.wait(ms: 60_000)
        #expect(play.position == 12_345)
        try play.send(.tapPlay)
        #expect(
            play.effects == [
                .queue(device: "phone", attempt: 2, item: PlayerItem(id: "a", durationMs: 100_000), positionMs: 12_345)
            ])
        play.wait(ms: 700)
        #expect(play.position == 12_345)
        try play.send(.streamReady(attempt: 2))
        #expect(play.position == 12_345)
    }

    /// Spec P4.
    @Test func collapsingAPausedPlayerKeepsItsPosition() throws {
        var play = try PlayerPlay(in: .expanded)
        try play.send(.seek(positionMs: 5000))
        try play.send(.tapText)
        #expect(play.position == 5000)
    }

    /// Spec P15.
    @Test func thePositionDoesNotChangeWhileTheBufferIsEmpty() throws {
        var play = try PlayerPlay(in: .expandedPlay)
        play.wait(ms: 10_000)
        try play.send(.bufferEmpty(attempt: 1))
        #expect(play.session.audio == .stalled)
        #expect(play.session.state == .expandedPlay)
        play.wait(ms: 5000)
        #expect(play.position == 10_000)
        try play.send(.bufferFilled(attempt: 1))
        #expect(play.session.audio == .playing)
        play.wait(ms: 1000)
        #expect(play.position == 11_000)
    }

    /// Spec P16.
    @Test func aLostStreamPausesThePlayerAtItsLastPosition() throws {
        var play = try PlayerPlay(in: .expandedPlay)
        play.wait(ms: 10_000)
        try play.send(.bufferEmpty(attempt: 1))
        play.wait(ms: 20_000)
        try play.send(.streamLost(attempt: 1, .unreachable))
        #expect(play.position == 10_000)
        #expect(play.session.audio == .paused)
        #expect(play.session.lastError?.code == .unreachable)
    }

    @Test func timeAloneNeverEndsATrack() throws {
        var play = try PlayerPlay(in: .expandedPlay)
        play.wait(ms: 200_000)
        try play.send(.timePassed)
        #expect(play.position == 100_000)
        #expect(play.session.state == .expandedPlay)
    }

    @Test func aReportedPositionReplacesTheEstimate() throws {
        var play = try PlayerPlay(in: .expandedPlay)
        play.wait(ms: 10_000)
        let revision = play.session.revision
        try play.send(.position(attempt: 1, positionMs: 9700, at: play.now))
        #expect(play.position == 9700)
        #expect(play.session.revision == revision)
        try play.send(.position(attempt: 1, positionMs: 4000, at: play.now))
        #expect(play.position == 4000)
        #expect(play.session.revision == revision + 1)
    }

    @Test func aLateReportDoesNotMoveThePositionBack() throws {
        var play = try PlayerPlay(in: .expandedPlay)
        play.wait(ms: 10_000)
        let early = play.now
        play.wait(ms: 1000)
        try play.send(.position(attempt: 1, positionMs: 11_000, at: play.now))
        let before = play.session
        try play.send(.position(attempt: 1, positionMs: 10_000, at: early))
        #expect(play.session == before)
    }

    @Test func aChangedRateAppliesToLaterPositionEstimates() throws {
        var play = try PlayerPlay(in: .expandedPlay)
        play.wait(ms: 10_000)
        try play.send(.setRate(2000))
        play.wait(ms: 10_000)
        #expect(play.position == 30_000)
        #expect(play.refusal(.setRate(0)) == .noSuchRate(0))
    }

    @Test(arguments: [(.silent, 60_000), (.expanded, 0)] as [(PlayerState, Int64)])
    func aSeekOfAPausedPlayerChangesOnlyItsPosition(state: PlayerState, position: Int64) throws {
        var play = try PlayerPlay(in: state)
        try play.send(.seek(positionMs: position))
        #expect(play.position == position)
        #expect(play.effects.isEmpty)
        #expect(play.session.state == state)
    }

    @Test func aSeekToTheEndEndsTheTrack() throws {
        var play = try PlayerPlay(in: .expandedPlay)
        try play.send(.seek(positionMs: 100_000))
        #expect(play.session.state == .beginPlay)
        #expect(play.session.item?.id == "b")
        try play.send(.select(index: 2, play: true))
        try play.send(.seek(positionMs: 200_000))
        #expect(play.session.state == .expanded)
        #expect(play.session.item?.id == "c")
        #expect(play.position == 0)
    }

    @Test func aSeekWhilePlayingStartsNoNewAttempt() throws {
        var play = try PlayerPlay(in: .collapsedPlay)
        try play.send(.seek(positionMs: 50_000))
        #expect(play.effects == [.seek(device: "phone", attempt: 1, positionMs: 50_000)])
        #expect(play.position == 50_000)
    }

    @Test func aSeekWithoutATrackIsRefused() throws {
        #expect(try PlayerPlay([]).refusal(.seek(positionMs: 0)) == .emptyQueue)
    }

    // Live streams.

    private static let channel = PlayerItem(id: "channel:1", timing: .live(windowMs: 18_000_000))

    /// Spec R18.
    @Test func aLiveStreamFallsBehindOnlyWhilePaused() throws {
        var play = try PlayerPlay(in: .expandedPlay, [Self.channel])
        play.wait(ms: 60_000)
        #expect(play.position == 0)
        try play.send(.tapPause)
        play.wait(ms: 60_000)
        #expect(play.position == 60_000)
        try play.send(.tapPlay)
        try play.send(.streamReady(attempt: 2))
        play.wait(ms: 60_000)
        #expect(play.position == 60_000)
    }

    /// Spec R20.
    @Test func aLiveStreamThatWasPausedForTooLongIsAtTheStartOfItsBuffer() throws {
        var play = try PlayerPlay(in: .expandedPlay, [Self.channel])
        try play.send(.tapPause)
        play.wait(ms: 18_000_001)
        #expect(play.position == 18_000_000)
        #expect(play.session.isClamped(at: play.now))
    }

    /// Spec R23.
    @Test func goLiveRequestsTheStreamAtTheLivePosition() throws {
        var play = try PlayerPlay(in: .expandedPlay, [Self.channel])
        try play.send(.seekLive(behindMs: 600_000))
        #expect(play.position == 600_000)
        try play.send(.goLive(play: true))
        #expect(play.session.state == .beginPlay)
        #expect(play.position == 0)
        #expect(play.audio == [.stop, .queue])
        #expect(play.refusal(.seek(positionMs: 1)) == .notFixed)
        #expect(try PlayerPlay().refusal(.goLive(play: true)) == .notLive)
    }

    /// Spec R19.
    @Test func thePositionOfARecordingChangesOnlyWhilePlaying() throws {
        var play = try PlayerPlay(in: .expandedPlay)
        play.wait(ms: 3000)
        #expect(play.position == 3000)
        try play.send(.tapPause)
        play.wait(ms: 3000)
        #expect(play.position == 3000)
    }

    @Test func anItemCountsAsHeardOnceAfterHalfOfItsDuration() throws {
        var play = try PlayerPlay(in: .expandedPlay)
        let since = play.now
        play.wait(ms: 49_000)
        try play.send(.position(attempt: 1, positionMs: 49_000, at: play.now))
        #expect(play.effects.isEmpty)
        try play.send(.bufferEmpty(attempt: 1))
        play.wait(ms: 60_000)
        try play.send(.bufferFilled(attempt: 1))
        play.wait(ms: 1000)
        try play.send(.tapPause)
        #expect(play.effects.first == .heard(item: "a", since: since, playedMs: 50_000))
        try play.send(.tapPlay)
        try play.send(.streamReady(attempt: 2))
        play.wait(ms: 50_000)
        try play.send(.trackEnded(attempt: 2))
        #expect(play.audio == [.queue])
        #expect(play.effects.count == 1, "an item is heard once")
    }

    @Test func aSeekDoesNotCountAsListening() throws {
        var play = try PlayerPlay(in: .expandedPlay)
        try play.send(.seek(positionMs: 90_000))
        play.wait(ms: 10_000)
        try play.send(.trackEnded(attempt: 1))
        #expect(play.effects.count == 1)
    }
}
