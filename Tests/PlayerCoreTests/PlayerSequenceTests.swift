import Foundation
import PlayerCore
import PlayerCoreTestSupport
import Testing

/// Random sequences of events on three devices. `make sequences` runs a million.
struct PlayerSequenceTests {
    /// Spec P2, P13, P24.
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func randomEventSequencesKeepEveryInvariantOfThePlayer(seed: UInt64) {
        let run = SequenceRun(seed: seed, sequences: 5000)
        #expect(run.failure == nil)
        #expect(run.sequences == 5000)
    }

    @Test func randomEventSequencesUseEveryRowOfThePlayerTable() {
        let rows = SequenceRun(seed: 100, sequences: 10_000).rows
        let unused = PlayerTable.rows.filter { !rows.contains($0) }
        #expect(unused.isEmpty, "\(unused.map { "\($0.rule) \($0.from) \($0.event) \($0.conditionText)" })")
    }

    @Test func aSessionAndItsEventsAreDecodedUnchanged() throws {
        let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
        var random = SeededGenerator(seed: 9)
        for _ in 0..<200 {
            var generator = SequenceGenerator(seed: random.next())
            var session = PlayerSession()
            for step in generator.sequence() {
                #expect(try decoder.decode(PlayerEvent.self, from: encoder.encode(step.event)) == step.event)
                guard let reaction = try? session.handle(step.event, from: step.sender, at: step.now) else { continue }
                session = reaction.session
                #expect(try decoder.decode(PlayerSession.self, from: encoder.encode(session)) == session)
                #expect(
                    try decoder.decode([PlayerEffect].self, from: encoder.encode(reaction.effects)) == reaction.effects)
            }
        }
    }

    /// Shortens a sequence to the single step that a condition needs.
    @Test func aFailingSequenceIsReducedToTheNecessarySteps() {
        let time = PlayerTime(milliseconds: 0)
        let events: [PlayerEvent] = [.tapAnywhere, .tapText, .tapAnywhere, .tapText]
        let steps = events.map { SequenceStep($0, from: "phone", at: time) }
        var check = SequenceCheck()
        #expect(check.violation(in: steps) == nil)
        #expect(SequenceShrinker.shrink(steps, while: { $0.contains { $0.event == .tapText } }).count == 1)
    }
}
