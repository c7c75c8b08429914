import Testing
import Web

@testable import ConcertNotes

@Suite struct LiveRuleTests {
    @Test(arguments: [
        (LiveState.ready, LiveState.running), (.running, .running), (.held, .held), (.blackout, .blackout),
        (.ended, .running),
    ])
    func aJumpStartsAReadyOrEndedConcertAndKeepsOtherStates(state: LiveState, expected: LiveState) throws {
        #expect(try LiveRule.state(after: LiveTarget(measure: 2), in: state, by: .operator) == expected)
    }

    @Test(arguments: [
        (LiveState.ready, LiveState.running), (.running, .running), (.held, .held), (.blackout, .blackout),
    ])
    func aStepStartsAReadyConcertAndKeepsOtherStates(state: LiveState, expected: LiveState) throws {
        #expect(try LiveRule.state(afterStepIn: state, by: .operator) == expected)
    }

    @Test func aStepIsRefusedAfterTheConcertHasEnded() {
        #expect(throws: APIError.ended) { try LiveRule.state(afterStepIn: .ended, by: .operator) }
    }

    @Test(arguments: LiveState.allCases, LiveState.allCases)
    func anOperatorMaySetTheConcertToAnyState(from: LiveState, to: LiveState) throws {
        #expect(try LiveRule.state(after: LiveTarget(state: to), in: from, by: .operator) == to)
    }

    @Test(arguments: [LiveSource.follower, .auto])
    func automaticSourcesMayNotMoveAHeldOrEndedConcert(source: LiveSource) {
        #expect(throws: APIError.held) { try LiveRule.state(afterStepIn: .held, by: source) }
        #expect(throws: APIError.held) {
            try LiveRule.state(after: LiveTarget(measure: 2, state: .running), in: .held, by: source)
        }
        #expect(throws: APIError.ended) { try LiveRule.state(after: LiveTarget(measure: 2), in: .ended, by: source) }
    }

    @Test func anOSCConsoleMayMoveAHeldConcert() throws {
        #expect(try LiveRule.state(afterStepIn: .held, by: .osc) == .held)
    }
}
