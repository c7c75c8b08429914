import PlayerCore
import Testing

struct PlayerTableTests {
    /// Spec P1.
    @Test func aNewPlayerIsSilent() {
        #expect(PlayerSession().state == .silent)
        #expect(PlayerSession().audio == .stopped)
    }

    /// A transition that the specification requires.
    struct Case: Sendable, CustomTestStringConvertible {
        let rule: String
        let from: PlayerState
        let event: PlayerEvent
        let to: PlayerState
        let audio: [AudioEffect]
        var index = 0

        var testDescription: String { "\(rule) \(from) \(event)" }
    }

    /// Spec P3, P4, P5, P6, P7, P8, P9, P10, P11, P14, P16, P17, P18, P19, P20, P21, P22, P23.
    @Test(arguments: [
        Case(rule: "P3", from: .silent, event: .tapAnywhere, to: .expanded, audio: []),
        Case(rule: "P4", from: .expanded, event: .tapText, to: .silent, audio: []),
        Case(rule: "P5", from: .expanded, event: .tapPlay, to: .beginPlay, audio: [.queue]),
        Case(rule: "P6", from: .beginPlay, event: .tapText, to: .silent, audio: [.cancel]),
        Case(rule: "P7", from: .beginPlay, event: .tapPause, to: .expanded, audio: [.cancel]),
        Case(rule: "P8", from: .beginPlay, event: .streamReady(attempt: 1), to: .expandedPlay, audio: [.start]),
        Case(rule: "P9", from: .expandedPlay, event: .tapPause, to: .expanded, audio: [.pause]),
        Case(rule: "P10", from: .expandedPlay, event: .tapText, to: .collapsedPlay, audio: []),
        Case(rule: "P11", from: .collapsedPlay, event: .tapAnywhere, to: .expandedPlay, audio: []),
        Case(
            rule: "P14", from: .beginPlay, event: .streamFailed(attempt: 1, .refused), to: .expanded, audio: [.cancel]),
        Case(
            rule: "P16", from: .expandedPlay, event: .streamLost(attempt: 1, .unreachable), to: .expanded,
            audio: [.pause]),
        Case(
            rule: "P16", from: .collapsedPlay, event: .streamLost(attempt: 1, .unreachable), to: .silent,
            audio: [.pause]),
        Case(rule: "P17", from: .expandedPlay, event: .trackEnded(attempt: 1), to: .beginPlay, audio: [.queue]),
        Case(rule: "P18", from: .collapsedPlay, event: .trackEnded(attempt: 1), to: .collapsedPlay, audio: [.queue]),
        Case(rule: "P19", from: .expandedPlay, event: .trackEnded(attempt: 1), to: .expanded, audio: [.stop], index: 2),
        Case(rule: "P19", from: .collapsedPlay, event: .trackEnded(attempt: 1), to: .silent, audio: [.stop], index: 2),
        Case(rule: "P20", from: .beginPlay, event: .next(play: false), to: .beginPlay, audio: [.cancel, .queue]),
        Case(rule: "P20", from: .beginPlay, event: .previous(play: true), to: .beginPlay, audio: [.cancel, .queue]),
        Case(
            rule: "P20", from: .expandedPlay, event: .select(index: 2, play: false), to: .beginPlay,
            audio: [.stop, .queue]),
        Case(rule: "P20", from: .expandedPlay, event: .next(play: true), to: .beginPlay, audio: [.stop, .queue]),
        Case(rule: "P21", from: .collapsedPlay, event: .next(play: true), to: .collapsedPlay, audio: [.stop, .queue]),
        Case(
            rule: "P21", from: .collapsedPlay, event: .select(index: 1, play: false), to: .collapsedPlay,
            audio: [.stop, .queue]),
        Case(rule: "P22", from: .silent, event: .next(play: true), to: .beginPlay, audio: [.queue]),
        Case(rule: "P22", from: .expanded, event: .select(index: 1, play: true), to: .beginPlay, audio: [.queue]),
        Case(rule: "P22", from: .silent, event: .next(play: false), to: .silent, audio: []),
        Case(rule: "P22", from: .expanded, event: .previous(play: false), to: .expanded, audio: []),
        Case(rule: "P23", from: .collapsedPlay, event: .toggle, to: .silent, audio: [.pause]),
        Case(rule: "P23", from: .silent, event: .toggle, to: .collapsedPlay, audio: [.queue]),
        // A double tap plays or pauses in every state.
        Case(rule: "P5", from: .expanded, event: .doubleTap, to: .beginPlay, audio: [.queue]),
        Case(rule: "P7", from: .beginPlay, event: .doubleTap, to: .expanded, audio: [.cancel]),
        Case(rule: "P9", from: .expandedPlay, event: .doubleTap, to: .expanded, audio: [.pause]),
        Case(rule: "P23", from: .collapsedPlay, event: .doubleTap, to: .silent, audio: [.pause]),
        Case(rule: "P23", from: .silent, event: .doubleTap, to: .collapsedPlay, audio: [.queue]),
    ])
    func eachRequiredTransitionLeadsToItsStateAndAudioEffects(row: Case) throws {
        var play = try PlayerPlay(in: row.from, at: row.index)
        try play.send(row.event)
        #expect(play.rule == row.rule)
        #expect(play.session.state == row.to)
        #expect(play.audio == row.audio)
    }

    /// Spec P2. Covers all pairs of state and event that the specification does not list, for input and for reports on the current attempt.
    @Test(
        arguments: [
            PlayerState.silent: [.tapText, .tapPlay, .tapPause],
            .expanded: [.tapAnywhere, .tapPause, .toggle],
            .beginPlay: [
                .tapAnywhere, .tapPlay, .toggle, .bufferEmpty(attempt: 1), .bufferFilled(attempt: 1),
                .streamLost(attempt: 1, .failed), .trackEnded(attempt: 1),
                .position(attempt: 1, positionMs: 0, at: PlayerTime(milliseconds: 0)),
            ],
            .expandedPlay: [.tapAnywhere, .tapPlay, .toggle, .streamFailed(attempt: 1, .failed)],
            .collapsedPlay: [.tapText, .tapPlay, .tapPause, .streamFailed(attempt: 1, .failed)],
        ] as [PlayerState: [PlayerEvent]])
    func eachEventWithoutATableRowIsRefused(state: PlayerState, events: [PlayerEvent]) throws {
        let play = try PlayerPlay(in: state)
        for event in events {
            #expect(play.refusal(event) == .notAllowed(event.kind, in: state), "\(state) \(event)")
        }
        // Every other input has a row.
        let refused = Set(events.map(\.kind))
        for event in PlayerEvent.Kind.allCases where !event.isReport {
            #expect(PlayerTable.events(in: state).contains(event) != refused.contains(event), "\(state) \(event)")
        }
    }

    /// A loading collapsed player has no audio that could stall, end or be lost.
    @Test(arguments: [
        PlayerEvent.bufferEmpty(attempt: 1), .bufferFilled(attempt: 1), .streamLost(attempt: 1, .failed),
        .trackEnded(attempt: 1), .position(attempt: 1, positionMs: 0, at: PlayerTime(milliseconds: 0)),
    ])
    func aLoadingCollapsedPlayerRefusesReportsOfPlayback(event: PlayerEvent) throws {
        let play = try PlayerPlay.loading()
        #expect(play.refusal(event) == .notAllowed(event.kind, in: .collapsedPlay))
    }

    @Test func theAllowedEventsDependOnTheState() throws {
        #expect(PlayerSession().allowedEvents.contains(.tapAnywhere))
        #expect(!PlayerSession().allowedEvents.contains(.next))
        let play = try PlayerPlay(in: .expandedPlay)
        #expect(play.session.allowedEvents.contains(.trackEnded))
        #expect(!play.session.allowedEvents.contains(.streamReady))
        #expect(!play.session.allowedEvents.contains(.goLive))
        for state in PlayerState.allCases {
            let session = try PlayerPlay(in: state).session
            #expect(Set(session.allowedEvents).isSubset(of: PlayerTable.events(in: state)))
        }
    }
}
