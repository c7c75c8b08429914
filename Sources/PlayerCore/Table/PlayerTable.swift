/// The table of all transitions (spec P1-P24), from which the documentation is generated. The first row whose state, event and conditions match is
/// applied; an event without a matching row is refused and changes nothing (spec P2).
public enum PlayerTable {
    public static let rows: [PlayerTransition] = [
        taps, answers, clock, course, jumps, seeks, settings, replacements, removals, transfers,
    ].flatMap(\.self)

    /// The state of a new session (spec P1).
    public static let initial = PlayerState.silent

    /// Returns the events that have a row in a state.
    public static func events(in state: PlayerState) -> [PlayerEvent.Kind] { eventsOfState[state] ?? [] }

    /// Returns the rows for an event in a state, in their order.
    static func rows(_ event: PlayerEvent.Kind, in state: PlayerState) -> [PlayerTransition] {
        rowsOfPair[Pair(state: state, event: event)] ?? []
    }

    private struct Pair: Hashable {
        let state: PlayerState
        let event: PlayerEvent.Kind
    }

    private static let rowsOfPair = Dictionary(grouping: rows) { Pair(state: $0.from, event: $0.event) }
    private static let eventsOfState = Dictionary(
        uniqueKeysWithValues: PlayerState.allCases.map { state in
            (state, PlayerEvent.Kind.allCases.filter { rowsOfPair[Pair(state: state, event: $0)] != nil })
        })
}

extension PlayerTable {
    private typealias Row = PlayerTransition

    private static func row(
        _ rule: String, _ from: PlayerState, _ event: PlayerEvent.Kind, _ conditions: [PlayerCondition] = [],
        to: PlayerState? = nil, _ audio: AudioEffect..., change: PlayerChange = .nothing
    ) -> Row {
        Row(
            rule: rule, from: from, event: event, conditions: conditions, to: to ?? from, audio: audio, change: change)
    }

    private static let taps: [Row] = [
        [
            row("P3", .silent, .tapAnywhere, to: .expanded),
            row("P11", .collapsedPlay, .tapAnywhere, [.started], to: .expandedPlay),
            // Nothing is audible yet, so the expanded player is in BeginPlay. The request continues.
            row("P11", .collapsedPlay, .tapAnywhere, [.loading], to: .beginPlay),
            row("P4", .expanded, .tapText, to: .silent),
            row("P6", .beginPlay, .tapText, to: .silent, .cancel, change: .retain),
            row("P10", .expandedPlay, .tapText, to: .collapsedPlay),
        ],
        play(.tapPlay), pause(.tapPause), toggle(.toggle), play(.doubleTap), pause(.doubleTap), toggle(.doubleTap),
    ].flatMap(\.self)

    private static func play(_ event: PlayerEvent.Kind) -> [Row] {
        [
            row("P5", .expanded, event, [.playable], to: .beginPlay, .queue, change: .resume),
            row("P12", .expanded, event, [.nothingPlayable], change: .reportNoTrack),
        ]
    }

    private static func pause(_ event: PlayerEvent.Kind) -> [Row] {
        [
            row("P7", .beginPlay, event, to: .expanded, .cancel, change: .retain),
            row("P9", .expandedPlay, event, to: .expanded, .pause, change: .retain),
        ]
    }

    private static func toggle(_ event: PlayerEvent.Kind) -> [Row] {
        [
            row("P23", .collapsedPlay, event, [.started], to: .silent, .pause, change: .retain),
            row("P23", .collapsedPlay, event, [.loading], to: .silent, .cancel, change: .retain),
            row("P23", .silent, event, [.playable], to: .collapsedPlay, .queue, change: .resume),
            row("P23", .silent, event, [.nothingPlayable], change: .reportNoTrack),
        ]
    }

    /// Returns the rows for reports on an attempt that is not the current attempt, which change nothing in any state.
    private static func otherAttempts(_ event: PlayerEvent.Kind) -> [Row] {
        PlayerState.allCases.map { row("P13", $0, event, [.otherAttempt]) }
    }

    private static let answers: [Row] = [
        otherAttempts(.streamReady),
        [
            row("P8", .beginPlay, .streamReady, [.currentAttempt], to: .expandedPlay, .start, change: .start),
            row("P18", .collapsedPlay, .streamReady, [.currentAttempt, .loading], .start, change: .start),
            // A repeated answer changes nothing.
            row("P13", .expandedPlay, .streamReady, [.currentAttempt, .started]),
            row("P13", .collapsedPlay, .streamReady, [.currentAttempt, .started]),
        ],
        otherAttempts(.streamFailed), failures(.streamFailed, .currentAttempt),
    ].flatMap(\.self)

    private static func failures(_ event: PlayerEvent.Kind, _ condition: PlayerCondition) -> [Row] {
        [
            row("P14", .beginPlay, event, [condition], to: .expanded, .cancel, change: .fail),
            row(
                "P18", .collapsedPlay, event, [condition, .loading, .anotherTrackToTry], .cancel, .queue,
                change: .failAndSkip),
            row(
                "P18", .collapsedPlay, event, [condition, .loading, .everyTrackTried], to: .silent, .cancel,
                change: .failAndEnd),
        ]
    }

    private static let clock: [Row] = [
        failures(.timePassed, .answerOverdue),
        [
            row("P24", .expandedPlay, .timePassed, [.deviceLost], to: .expanded, .pause, change: .loseDevice),
            row("P24", .collapsedPlay, .timePassed, [.deviceLost], to: .silent, .pause, change: .loseDevice),
        ],
        PlayerState.allCases.map { row("time", $0, .timePassed) },
    ].flatMap(\.self)

    private static let course: [Row] = [
        otherAttempts(.bufferEmpty), otherAttempts(.bufferFilled), otherAttempts(.streamLost),
        otherAttempts(.trackEnded), otherAttempts(.position), playback(.expandedPlay), playback(.collapsedPlay),
        [
            row(
                "P17", .expandedPlay, .trackEnded, [.currentAttempt, .nextExists], to: .beginPlay, .queue,
                change: .advance),
            row(
                "P18", .collapsedPlay, .trackEnded, [.currentAttempt, .started, .nextExists], .queue,
                change: .advance),
            row(
                "P19", .expandedPlay, .trackEnded, [.currentAttempt, .nothingNext], to: .expanded, .stop,
                change: .end),
            row(
                "P19", .collapsedPlay, .trackEnded, [.currentAttempt, .started, .nothingNext], to: .silent, .stop,
                change: .end),
        ],
    ].flatMap(\.self)

    private static func playback(_ state: PlayerState) -> [Row] {
        [
            row("P15", state, .bufferEmpty, [.currentAttempt, .started], change: .stall),
            row("P15", state, .bufferFilled, [.currentAttempt, .started], change: .refill),
            row(
                "P16", state, .streamLost, [.currentAttempt, .started], to: state.withoutAudio, .pause, change: .fail),
            row("position", state, .position, [.currentAttempt, .started, .lateReport]),
            row("position", state, .position, [.currentAttempt, .started], change: .report),
        ]
    }

    private static let jumps: [Row] = [jump(.select), jump(.next), jump(.previous), jump(.goLive)].flatMap(\.self)

    /// Returns the rows of an event that leads to a track. Without a target, an active player stops as at the end of the queue.
    private static func jump(_ event: PlayerEvent.Kind) -> [Row] {
        func rule(_ number: String) -> String { event == .goLive ? "R23" : number }
        var rows = [
            row(rule("P20"), .beginPlay, event, [.targetExists], .cancel, .queue, change: .jump),
            row(rule("P20"), .expandedPlay, event, [.targetExists], to: .beginPlay, .stop, .queue, change: .jump),
            row(rule("P21"), .collapsedPlay, event, [.targetExists, .started], .stop, .queue, change: .jump),
            row(rule("P21"), .collapsedPlay, event, [.targetExists, .loading], .cancel, .queue, change: .jump),
        ]
        // `previous` and `goLive` need no row without a target, because both can return to the current track, which is playable.
        if event == .select || event == .next {
            rows += [
                row("P19", .beginPlay, event, [.noTarget], to: .expanded, .cancel, change: .end),
                row("P19", .expandedPlay, event, [.noTarget], to: .expanded, .stop, change: .end),
                row("P19", .collapsedPlay, event, [.noTarget, .started], to: .silent, .stop, change: .end),
                row("P19", .collapsedPlay, event, [.noTarget, .loading], to: .silent, .cancel, change: .end),
            ]
        }
        for state in [PlayerState.silent, .expanded] {
            rows += [
                row(rule("P22"), state, event, [.targetExists, .play], to: .beginPlay, .queue, change: .jump),
                row(rule("P22"), state, event, [.targetExists, .doNotPlay], change: .jump),
                row(rule("P22"), state, event, [.noTarget]),
            ]
        }
        return rows
    }

    private static let seeks: [Row] = [
        quietSeeks(.silent), quietSeeks(.expanded),
        [
            row("seek", .beginPlay, .seek, [.beforeEnd], .cancel, .queue, change: .seek),
            row("seek", .beginPlay, .seek, [.atEnd, .nextExists], .cancel, .queue, change: .advance),
            row("seek", .beginPlay, .seek, [.atEnd, .nothingNext], to: .expanded, .cancel, change: .end),
            row("seek", .expandedPlay, .seek, [.beforeEnd], .seek, change: .seek),
            row("seek", .expandedPlay, .seek, [.atEnd, .nextExists], to: .beginPlay, .stop, .queue, change: .advance),
            row("seek", .expandedPlay, .seek, [.atEnd, .nothingNext], to: .expanded, .stop, change: .end),
            row("seek", .collapsedPlay, .seek, [.beforeEnd, .started], .seek, change: .seek),
            row("seek", .collapsedPlay, .seek, [.beforeEnd, .loading], .cancel, .queue, change: .seek),
            row("seek", .collapsedPlay, .seek, [.atEnd, .nextExists, .started], .stop, .queue, change: .advance),
            row("seek", .collapsedPlay, .seek, [.atEnd, .nextExists, .loading], .cancel, .queue, change: .advance),
            row("seek", .collapsedPlay, .seek, [.atEnd, .nothingNext, .started], to: .silent, .stop, change: .end),
            row("seek", .collapsedPlay, .seek, [.atEnd, .nothingNext, .loading], to: .silent, .cancel, change: .end),
        ],
    ].flatMap(\.self)

    private static func quietSeeks(_ state: PlayerState) -> [Row] {
        [
            row("seek", state, .seek, [.beforeEnd], change: .seek),
            row("seek", state, .seek, [.atEnd, .nextExists], change: .advance),
            row("seek", state, .seek, [.atEnd, .nothingNext], change: .end),
        ]
    }

    private static let settings: [Row] = PlayerState.allCases.flatMap { state in
        [
            row("shuffle", state, .setShuffle, change: .shuffle),
            row("repeat", state, .setRepeat, change: .repeatMode),
            row("rate", state, .setRate, change: .rate),
            row("queue", state, .insert, change: .insert),
            row("queue", state, .move, change: .move),
            row("queue", state, .remove, [.removesOther], change: .removeOther),
        ]
    }

    private static let replacements: [Row] = ending(.replaceQueue, [.play, .targetExists], change: .replace)

    private static let removals: [Row] = ending(.remove, [.removesCurrent, .targetExists], change: .removeCurrent)

    /// Returns the rows of an event that replaces the current track. If the conditions hold, the audio of the new track is requested.
    /// Otherwise, playback ends.
    private static func ending(
        _ event: PlayerEvent.Kind, _ conditions: [PlayerCondition], change: PlayerChange
    ) -> [Row] {
        var rows: [Row] = []
        for state in [PlayerState.silent, .expanded] {
            // Removing a track never starts playback.
            if event == .replaceQueue {
                rows.append(row("queue", state, event, conditions, to: .beginPlay, .queue, change: change))
            }
            rows.append(row("queue", state, event, change: change))
        }
        return rows + [
            row("queue", .beginPlay, event, conditions, .cancel, .queue, change: change),
            row("queue", .beginPlay, event, to: .expanded, .cancel, change: change),
            row("queue", .expandedPlay, event, conditions, to: .beginPlay, .stop, .queue, change: change),
            row("queue", .expandedPlay, event, to: .expanded, .stop, change: change),
            row("queue", .collapsedPlay, event, conditions + [.started], .stop, .queue, change: change),
            row("queue", .collapsedPlay, event, conditions + [.loading], .cancel, .queue, change: change),
            row("queue", .collapsedPlay, event, [.started], to: .silent, .stop, change: change),
            row("queue", .collapsedPlay, event, [.loading], to: .silent, .cancel, change: change),
        ]
    }

    private static let transfers: [Row] = [
        row("P24", .beginPlay, .transfer, [.play, .sameDevice]),
        row("P24", .expandedPlay, .transfer, [.play, .sameDevice]),
        row("P24", .collapsedPlay, .transfer, [.play, .sameDevice]),
        row("P24", .beginPlay, .transfer, [.play, .playable], .cancel, .queue, change: .transfer),
        row("P24", .beginPlay, .transfer, to: .expanded, .cancel, change: .transfer),
        row("P24", .expandedPlay, .transfer, [.play, .playable], to: .beginPlay, .pause, .queue, change: .transfer),
        row("P24", .expandedPlay, .transfer, to: .expanded, .pause, change: .transfer),
        row("P24", .collapsedPlay, .transfer, [.play, .playable, .started], .pause, .queue, change: .transfer),
        row("P24", .collapsedPlay, .transfer, [.play, .playable, .loading], .cancel, .queue, change: .transfer),
        row("P24", .collapsedPlay, .transfer, [.started], to: .silent, .pause, change: .transfer),
        row("P24", .collapsedPlay, .transfer, [.loading], to: .silent, .cancel, change: .transfer),
        row("P24", .silent, .transfer, [.play, .playable], to: .collapsedPlay, .queue, change: .transfer),
        row("P24", .silent, .transfer, change: .transfer),
        row("P24", .expanded, .transfer, [.play, .playable], to: .beginPlay, .queue, change: .transfer),
        row("P24", .expanded, .transfer, change: .transfer),
    ]
}
