/// An event of a player: a person's input, a device's report or the passage of time.
public enum PlayerEvent: Codable, Sendable, Hashable {
    // Input from a person.
    case tapAnywhere
    case tapText
    case tapPlay
    case tapPause
    /// Play or pause in any state.
    case doubleTap
    /// Play or pause while collapsed.
    case toggle
    /// Select an item by its index in the order of play. Here and in `next`, `previous` and `goLive`, `play` states whether an inactive player
    /// starts.
    case select(index: Int, play: Bool)
    case next(play: Bool)
    case previous(play: Bool)
    /// Go to a position of a recording, in milliseconds from its start. A position at or after the end leads to the next
    /// item, or ends playback if there is none.
    case seek(positionMs: Int64)
    /// Go to a position of a live stream, in milliseconds behind live.
    case seekLive(behindMs: Int64)
    /// Go to the live position of a live stream (spec R23). An active player requests the stream again.
    case goLive(play: Bool)
    /// Shuffle the queue with a seed, or restore the order of the list; the seed is then ignored.
    case setShuffle(on: Bool, seed: UInt64)
    case setRepeat(RepeatMode)
    /// Set the rate of playback, in thousandths of the normal speed, from `PlayerSession.rates`.
    case setRate(Int64)
    /// Replace the queue with the items of another queue in the order of its list, and go to a position of its current item, in milliseconds. While
    /// shuffling is on, the new items are shuffled as well. With `play: false`, playback ends.
    case replaceQueue(PlayerQueue, positionMs: Int64, play: Bool)
    case insert([PlayerItem], at: PlayerQueue.InsertionPoint)
    case move(from: Int, to: Int)
    case remove(index: Int)
    /// Continue on another device. `play` states whether the device plays; with `nil`, an active player continues and an inactive player does not
    /// start.
    case transfer(to: PlayerDeviceID, play: Bool?)

    // Reports of the playing device. Each report contains the number of the attempt (spec P13).
    case streamReady(attempt: Int)
    case streamFailed(attempt: Int, PlayerError.Code)
    case bufferEmpty(attempt: Int)
    case bufferFilled(attempt: Int)
    case streamLost(attempt: Int, PlayerError.Code)
    case trackEnded(attempt: Int)
    /// The position in milliseconds (for a live stream, the time behind live) at an instant of the session's clock. A report
    /// older than the known position is ignored, and an instant in the future counts as the present.
    case position(attempt: Int, positionMs: Int64, at: PlayerTime)

    case timePassed

    /// The kinds of events. The raw values are the names in the HTTP interface.
    public enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
        case tapAnywhere, tapText, tapPlay, tapPause, doubleTap, toggle
        case select, next, previous, seek, goLive
        case setShuffle, setRepeat, setRate, replaceQueue, insert, move, remove, transfer
        case streamReady, streamFailed, bufferEmpty, bufferFilled, streamLost, trackEnded, position
        case timePassed
    }

    public var kind: Kind {
        switch self {
        case .tapAnywhere: .tapAnywhere
        case .tapText: .tapText
        case .tapPlay: .tapPlay
        case .tapPause: .tapPause
        case .doubleTap: .doubleTap
        case .toggle: .toggle
        case .select: .select
        case .next: .next
        case .previous: .previous
        case .seek, .seekLive: .seek
        case .goLive: .goLive
        case .setShuffle: .setShuffle
        case .setRepeat: .setRepeat
        case .setRate: .setRate
        case .replaceQueue: .replaceQueue
        case .insert: .insert
        case .move: .move
        case .remove: .remove
        case .transfer: .transfer
        case .streamReady: .streamReady
        case .streamFailed: .streamFailed
        case .bufferEmpty: .bufferEmpty
        case .bufferFilled: .bufferFilled
        case .streamLost: .streamLost
        case .trackEnded: .trackEnded
        case .position: .position
        case .timePassed: .timePassed
        }
    }

    /// The attempt of a report; `nil` for other events.
    public var attempt: Int? {
        switch self {
        case .streamReady(let attempt), .streamFailed(let attempt, _), .bufferEmpty(let attempt),
            .bufferFilled(let attempt), .streamLost(let attempt, _), .trackEnded(let attempt),
            .position(let attempt, _, _):
            attempt
        default: nil
        }
    }
}

extension PlayerEvent.Kind {
    /// Whether the event is a device's report, which contains the number of an attempt.
    public var isReport: Bool {
        switch self {
        case .streamReady, .streamFailed, .bufferEmpty, .bufferFilled, .streamLost, .trackEnded, .position: true
        default: false
        }
    }

    /// Whether the event needs a queue that is not empty.
    public var needsItem: Bool {
        switch self {
        case .select, .next, .previous, .seek, .goLive, .move, .remove: true
        default: false
        }
    }

    /// The name of the event in tables and diagrams.
    public var text: String {
        switch self {
        case .tapAnywhere: "tap anywhere"
        case .tapText: "tap text"
        case .tapPlay: "tap Play"
        case .tapPause: "tap Pause"
        case .doubleTap: "double tap"
        case .toggle: "toggle"
        case .select: "select"
        case .next: "next"
        case .previous: "previous"
        case .seek: "seek"
        case .goLive: "go live"
        case .setShuffle: "shuffle"
        case .setRepeat: "repeat"
        case .setRate: "rate"
        case .replaceQueue: "replace queue"
        case .insert: "insert"
        case .move: "move"
        case .remove: "remove"
        case .transfer: "transfer"
        case .streamReady: "stream ready"
        case .streamFailed: "stream failed"
        case .bufferEmpty: "buffer empty"
        case .bufferFilled: "buffer filled"
        case .streamLost: "stream lost"
        case .trackEnded: "track ended"
        case .position: "position"
        case .timePassed: "time passed"
        }
    }
}
