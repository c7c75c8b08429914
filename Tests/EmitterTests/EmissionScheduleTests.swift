import Testing

@testable import Emitter

@Suite struct EmissionScheduleTests {
    private let start = ContinuousClock.now

    /// Spec N20.
    @Test func aPacketIsSentEveryTenthOfASecondWithoutChanges() {
        var schedule = EmissionSchedule(startingAt: start)
        #expect(run(&schedule, from: 0, to: 450) == ["0 m", "100 m", "200 m", "300 m", "400 m"])
    }

    /// Spec D3.
    @Test func aNewPositionIsSentThreeTimesWithinFortyMilliseconds() {
        var schedule = EmissionSchedule(startingAt: start)
        _ = run(&schedule, from: 0, to: 129)
        schedule.positionChanged(at: start + .milliseconds(130))
        #expect(run(&schedule, from: 130, to: 300) == ["130 m", "150 m", "170 m", "200 m", "300 m"])
    }

    @Test func anotherNewPositionRestartsTheThreeQuickPackets() {
        var schedule = EmissionSchedule(startingAt: start)
        _ = run(&schedule, from: 0, to: 9)
        schedule.positionChanged(at: start + .milliseconds(10))
        #expect(run(&schedule, from: 10, to: 29) == ["10 m"])
        schedule.positionChanged(at: start + .milliseconds(30))
        #expect(run(&schedule, from: 30, to: 100) == ["30 m", "50 m", "70 m", "100 m"])
    }

    /// Spec D3, N23.
    @Test func everyTenthPacketIsAMessageWhileAMessageIsValid() {
        var schedule = EmissionSchedule(startingAt: start)
        _ = run(&schedule, from: 0, to: 149)
        schedule.messageChanged(at: start + .milliseconds(150))
        let turns = run(&schedule, from: 150, to: 2400, message: true)
        #expect(turns.enumerated().filter { $1.hasSuffix("p") }.map(\.offset) == [0, 10, 20])
        #expect(turns.first == "150 p")
        #expect(turns.dropFirst().first == "250 m")
    }

    @Test func aSecondMessageWaitsForTheTenthPacketAfterTheFirst() {
        var schedule = EmissionSchedule(startingAt: start)
        schedule.messageChanged(at: start)
        #expect(run(&schedule, from: 0, to: 149, message: true) == ["0 p", "100 m"])
        schedule.messageChanged(at: start + .milliseconds(150))
        let turns = run(&schedule, from: 150, to: 1100, message: true)
        #expect(turns.filter { $0.hasSuffix("p") } == ["1000 p"])
    }

    /// Messages are sent even while an operator steps without a pause.
    @Test func messagesAreSentWhileThePositionChangesOften() {
        var schedule = EmissionSchedule(startingAt: start)
        var turns: [String] = []
        for step in 0..<200 {
            let now = step * 30
            schedule.positionChanged(at: start + .milliseconds(now))
            turns += run(&schedule, from: now, to: now + 29, message: true)
        }
        let pushes = turns.indices.filter { turns[$0].hasSuffix("p") }
        #expect(zip(pushes, pushes.dropFirst()).allSatisfy { (10...16).contains($1 - $0) })
        #expect(pushes.count > 25)
    }

    /// Spec X3.
    @Test func frequentPositionChangesCauseAtMostFiftyPacketsPerSecond() {
        var schedule = EmissionSchedule(startingAt: start)
        var turns = 0
        for step in 0..<2220 {
            // 222 moves a second for ten seconds.
            let now = step * 1000 / 222
            schedule.positionChanged(at: start + .milliseconds(now))
            turns += run(&schedule, from: now, to: (step + 1) * 1000 / 222 - 1).count
        }
        #expect(turns <= 10 * 50 + EmissionSchedule.extraBurst)
        #expect(turns > 10 * 40)
    }

    /// The burst is used up, so the packet of the change waits, but for at most `extraInterval`.
    @Test func theLastOfManyPositionsIsDueWithinOneExtraInterval() {
        var schedule = EmissionSchedule(startingAt: start)
        for now in 0..<250 {
            schedule.positionChanged(at: start + .milliseconds(now))
            _ = run(&schedule, from: now, to: now)
        }
        schedule.positionChanged(at: start + .milliseconds(250))
        #expect(schedule.due <= start + .milliseconds(250) + EmissionSchedule.extraInterval)
    }

    @Test func packetsMissedDuringADelayAreNotSentLater() {
        var schedule = EmissionSchedule(startingAt: start)
        _ = run(&schedule, from: 0, to: 10)
        schedule.positionChanged(at: start + .milliseconds(20))
        let late = start + .milliseconds(5050)
        let turn = schedule.turn(at: late, hasMessage: false)
        #expect(turn == .measure)
        let again = schedule.turn(at: late, hasMessage: false)
        #expect(again == nil)
        #expect(schedule.due == start + .milliseconds(5150))
    }

    /// Returns the times and kinds of the packets in a span, one millisecond at a time, such as "100 m" or "200 p".
    private func run(
        _ schedule: inout EmissionSchedule, from: Int, to: Int, message: Bool = false
    ) -> [String] {
        var turns: [String] = []
        for millisecond in from...to {
            let now = start + .milliseconds(millisecond)
            while let turn = schedule.turn(at: now, hasMessage: message) {
                turns.append("\(millisecond) \(turn == .push ? "p" : "m")")
            }
        }
        return turns
    }
}
