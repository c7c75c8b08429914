import PlayerCore
import Testing

/// Several devices of one listener.
struct PlayerDeviceTests {
    /// Spec P24.
    @Test(arguments: [(PlayerState.expandedPlay, PlayerState.expanded), (.collapsedPlay, .silent)])
    func aDeviceWithoutReportsIsPausedAtTheEstimatedPosition(state: PlayerState, end: PlayerState) throws {
        var play = try PlayerPlay(in: state, [PlayerItem(id: "a", durationMs: 7_200_000)])
        // The passage of time may be applied long after the device was lost.
        play.wait(ms: 3 * 3_600_000)
        try play.send(.timePassed)
        #expect(play.session.state == end)
        #expect(play.position == 1_800_000)
        #expect(play.session.attempt == 2)
        #expect(play.session.device == nil)
        #expect(play.session.lastError?.code == .deviceLost)
        #expect(
            play.effects == [
                .heard(item: "a", since: PlayerTime(milliseconds: 1_000_000), playedMs: 1_800_000),
                .pause(device: "phone", attempt: 1),
            ])
    }

    /// Spec P24.
    @Test func aPositionReportPreventsTheLossOfTheDevice() throws {
        var play = try PlayerPlay(in: .expandedPlay, [PlayerItem(id: "a", durationMs: 7_200_000)])
        play.wait(ms: 29 * 60_000)
        try play.send(.position(attempt: 1, positionMs: 29 * 60_000, at: play.now))
        play.wait(ms: 29 * 60_000)
        try play.send(.timePassed)
        #expect(play.session.state == .expandedPlay)
    }

    /// Spec P24.
    @Test func aTransferToAnotherDeviceContinuesAtTheSamePosition() throws {
        var play = try PlayerPlay(in: .expandedPlay, at: 1)
        play.wait(ms: 31_000)
        try play.send(.transfer(to: PlayerPlay.web, play: nil), from: PlayerPlay.web)
        #expect(play.session.state == .beginPlay)
        #expect(play.session.device == PlayerPlay.web)
        #expect(
            play.effects == [
                .pause(device: "phone", attempt: 1),
                .queue(device: "web", attempt: 3, item: PlayerItem(id: "b", durationMs: 100_000), positionMs: 31_000),
            ])
        #expect(play.session.queue.index == 1)
        #expect(play.session.queue.context == "songs")
        let before = play.session
        try play.send(.position(attempt: 1, positionMs: 40_000, at: play.now))
        #expect(play.session == before, "the old device's reports no longer count")
    }

    /// Spec P24.
    @Test func aPausedPlayerStaysPausedOnAnotherDevice() throws {
        var play = try PlayerPlay(in: .expanded)
        try play.send(.seek(positionMs: 9000))
        try play.send(.transfer(to: PlayerPlay.web, play: nil), from: PlayerPlay.web)
        #expect(play.session.state == .expanded)
        #expect(play.effects.isEmpty)
        #expect(play.position == 9000)
        #expect(play.session.device == PlayerPlay.web)
        try play.send(.transfer(to: PlayerPlay.phone, play: true), from: PlayerPlay.web)
        #expect(play.session.state == .beginPlay)
    }

    /// Spec P24.
    @Test func aTransferCanPausePlayback() throws {
        var play = try PlayerPlay(in: .collapsedPlay)
        play.wait(ms: 5000)
        try play.send(.transfer(to: PlayerPlay.web, play: false))
        #expect(play.session.state == .silent)
        #expect(play.audio == [.pause])
        #expect(play.position == 5000)
    }

    @Test func aTransferToTheSameDeviceChangesNothing() throws {
        var play = try PlayerPlay(in: .expandedPlay)
        let before = play.session
        try play.send(.transfer(to: PlayerPlay.phone, play: nil))
        #expect(play.effects.isEmpty)
        #expect(play.session.revision == before.revision)
    }

    @Test func anotherDeviceCanControlThePlayingDevice() throws {
        var play = try PlayerPlay(in: .expandedPlay)
        try play.send(.tapPause, from: PlayerPlay.web)
        #expect(play.effects == [.pause(device: "phone", attempt: 1)])
        try play.send(.tapPlay, from: PlayerPlay.web)
        #expect(play.session.device == PlayerPlay.phone)
        try play.send(.streamReady(attempt: 2), from: PlayerPlay.web)
        #expect(play.session.state == .beginPlay)
    }

    @Test func playbackBeginsOnTheTappedDeviceIfTheOldDeviceIsLost() throws {
        var play = try PlayerPlay(in: .expanded)
        play.wait(ms: 31 * 60_000)
        try play.send(.tapPlay, from: PlayerPlay.web)
        #expect(play.session.device == PlayerPlay.web)
    }
}
