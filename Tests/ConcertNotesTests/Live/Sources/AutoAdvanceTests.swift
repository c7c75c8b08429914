import Testing

@testable import ConcertNotes

/// Spec T3.
@Suite struct AutoAdvanceTests {
    private let timeline = SourcesFixture.timeline

    private func start(_ ordinal: Int, at: Int64 = 0, revision: Int64 = 1) -> AutoAdvance.Start {
        AutoAdvance.Start(ordinal: ordinal, at: at, revision: revision)
    }

    @Test(
        arguments: [(1.0, 1000, 2), (1.0, 999, nil), (2.0, 500, 2), (0.5, 1999, nil), (0.5, 2000, 2)]
            as [(Double, Int64, Int?)])
    func theNextMeasureIsDueAfterTheMeasureLengthDividedByTheTempo(tempo: Double, now: Int64, expected: Int?) {
        var advance = AutoAdvance(tempo: tempo, from: start(1))
        #expect(advance.step(from: start(1), in: timeline, at: now)?.ordinal == expected)
    }

    @Test func delaysOfAutomaticStepsDoNotAddUp() {
        var advance = AutoAdvance(tempo: 1, from: start(1))
        var (current, now, revision) = (1, Int64(0), Int64(1))
        for _ in 0..<30 {
            now += 1130
            guard
                let step = advance.step(from: start(current, at: now - 100, revision: revision), in: timeline, at: now)
            else { continue }
            (current, revision) = (step.ordinal, revision + 1)
        }
        #expect(current == 1 + Int(now / 1000))
    }

    @Test func aLateAutomaticStepReportsItsDelay() {
        var advance = AutoAdvance(tempo: 2, from: start(1))
        #expect(advance.step(from: start(1), in: timeline, at: 540)?.delay == 40)
    }

    @Test func theAutomaticAdvanceCountsFromTheLastMoveOfAnotherSource() {
        var advance = AutoAdvance(tempo: 1, from: start(1))
        #expect(advance.step(from: start(20, at: 5000, revision: 9), in: timeline, at: 5999) == nil)
        #expect(advance.step(from: start(20, at: 5000, revision: 9), in: timeline, at: 6000)?.ordinal == 21)
    }

    @Test func theAutomaticAdvanceStopsAtTheLastMeasureOfAPiece() {
        var advance = AutoAdvance(tempo: 1, from: start(59))
        #expect(advance.step(from: start(59), in: timeline, at: 600_000)?.ordinal == 60)
        #expect(advance.step(from: start(60, at: 600_000, revision: 2), in: timeline, at: 900_000) == nil)
        #expect(advance.wait(from: start(60, at: 600_000, revision: 2), in: timeline, at: 900_000) == nil)
    }

    @Test func theAutomaticAdvanceUsesTheMeasureLengthsOfTheCurrentPiece() {
        var advance = AutoAdvance(tempo: 1, from: start(61))
        #expect(advance.step(from: start(61), in: timeline, at: 1600)?.ordinal == 64)
    }

    @Test func aNewTempoAppliesToTheRestOfTheCurrentMeasure() {
        let slow = AutoAdvance(tempo: 1, from: start(1))
        // Half of the first measure has passed; the rest takes 250 ms at twice the tempo.
        var fast = slow.retimed(to: 2, from: start(1), in: timeline, at: 500)
        #expect(fast.wait(from: start(1), in: timeline, at: 500) == 250)
        #expect(fast.step(from: start(1), in: timeline, at: 749) == nil)
        #expect(fast.step(from: start(1), in: timeline, at: 750)?.ordinal == 2)
    }

    @Test func theWaitOfTheAutomaticAdvanceEndsWhenTheNextStepIsDue() throws {
        var advance = AutoAdvance(tempo: 0.7, from: start(1))
        let wait = try #require(advance.wait(from: start(1), in: timeline, at: 0))
        #expect(advance.step(from: start(1), in: timeline, at: wait - 2) == nil)
        #expect(advance.step(from: start(1), in: timeline, at: wait)?.ordinal == 2)
    }

    @Test func measuresAreNumberedConsecutivelyAcrossAllPieces() {
        #expect(timeline.ordinal(of: ProgramPosition(piece: 1, measure: 1)) == 61)
        #expect(timeline.position(of: 100) == ProgramPosition(piece: 1, measure: 40))
        #expect(timeline.position(of: 101) == nil)
        #expect(timeline.position(of: 0) == nil)
    }
}

@Suite struct TappedTempoTests {
    private let piece = SourcesFixture.program.pieces[0]

    private func taps(_ measures: [Int], every ms: Int64) -> [TappedTempo.Tap] {
        measures.enumerated().map { TappedTempo.Tap(piece: piece.name, measure: $1, at: 10_000 + Int64($0) * ms) }
            .reversed()
    }

    @Test func threePressesOnConsecutiveMeasuresGiveATempo() throws {
        let tempo = try #require(TappedTempo.tempo(of: taps([4, 5, 6], every: 800), in: piece, at: 11_600))
        #expect(tempo == 1.25)
    }

    @Test(arguments: [[4, 5], [4, 6, 7], [7, 6, 5]])
    func pressesOnFewerThanThreeConsecutiveMeasuresGiveNoTempo(measures: [Int]) {
        #expect(TappedTempo.tempo(of: taps(measures, every: 800), in: piece, at: 12_000) == nil)
    }

    @Test func pressesBeforeAJumpDoNotAffectTheTempo() throws {
        let tempo = try #require(TappedTempo.tempo(of: taps([30, 4, 5, 6], every: 500), in: piece, at: 11_500))
        #expect(tempo == 2)
    }

    @Test func pressesOlderThanFiveSecondsGiveNoTempo() {
        #expect(TappedTempo.tempo(of: taps([4, 5, 6], every: 800), in: piece, at: 17_000) == nil)
    }
}
