/// A listener's player, on all of the listener's devices (spec P1-P24).
///
/// The session is a value without I/O. `handle(_:from:at:)` computes the next session and what the devices must do; the same session,
/// event, device and time always give the same result. A server stores the session, and an app can use it without a server.
///
/// ```swift
/// var session = PlayerSession()
/// let reaction = try session.handle(.tapAnywhere, from: "phone", at: now)
/// session = reaction.session
/// for effect in reaction.effects where effect.device == "phone" { perform(effect) }
/// ```
public struct PlayerSession: Codable, Sendable, Hashable {
    public internal(set) var state = PlayerTable.initial
    public internal(set) var audio = PlayerAudio.stopped
    /// The number of the last attempt to play. Reports on other attempts change nothing.
    public internal(set) var attempt = 0
    /// The number of changes. A position report that agrees with the estimate is not counted.
    public internal(set) var revision = 0
    /// The device that plays or played last; `nil` before the first attempt and after the device was lost.
    public internal(set) var device: PlayerDeviceID?
    public internal(set) var queue = PlayerQueue()
    public internal(set) var repeatMode = RepeatMode.off
    /// The speed of playback, in thousandths.
    public internal(set) var rate: Int64 = 1000
    /// The error of the last attempt; `nil` once audio has started.
    public internal(set) var lastError: PlayerError?
    /// The listening time of the current item, for the history.
    public internal(set) var listening = PlayerListening()

    /// The position at `knownAt`: reported, set, or retained.
    var knownPositionMs: Int64 = 0
    var knownAt = PlayerTime(milliseconds: 0)
    /// The time of the last attempt.
    var attemptedAt = PlayerTime(milliseconds: 0)
    /// The time of the last event from `device`.
    var deviceSeenAt = PlayerTime(milliseconds: 0)
    /// The number of failed attempts since audio last started or a person last chose a track.
    var failures = 0

    /// The time within which a device must answer an attempt, in milliseconds (spec P14).
    public static let answerLimitMs: Int64 = 30_000
    /// The time without a report after which a playing device counts as lost, in milliseconds (spec P24).
    public static let silenceLimitMs: Int64 = 30 * 60_000
    /// The position in milliseconds up to which `previous` goes to the previous track. After this position, `previous` restarts the track.
    public static let restartLimitMs: Int64 = 3000
    /// The difference between the reported and the estimated position, in milliseconds, up to which other devices need no update.
    public static let driftLimitMs: Int64 = 1000
    /// The allowed rates of playback, in thousandths.
    public static let rates: ClosedRange<Int64> = 250...4000

    public init() {}

    /// The current item; `nil` if the queue is empty.
    public var item: PlayerItem? { queue.current }

    /// The estimated position of the current item: the known position, plus the time since while audio is playing (spec P15). The time
    /// alone never ends an item. For a live stream, the position is the time behind live.
    public func positionMs(at now: PlayerTime) -> Int64 {
        guard let timing = item?.timing else { return 0 }
        let elapsed = now.milliseconds(since: knownAt)
        return timing.position(knownPositionMs, after: elapsed, atRate: audio == .playing ? rate : 0)
    }

    /// Whether a paused live stream was paused for longer than its buffer, so that playback goes on at the start of the buffer (spec
    /// R20).
    public func isClamped(at now: PlayerTime) -> Bool {
        guard case .live(let window) = item?.timing, audio != .playing else { return false }
        return knownPositionMs + now.milliseconds(since: knownAt) > window
    }

    /// The next time at which `timePassed` may change the session; `nil` if time changes nothing.
    public var deadline: PlayerTime? {
        if audio == .loading { return attemptedAt.advanced(byMs: Self.answerLimitMs) }
        return audio.isStarted ? deviceSeenAt.advanced(byMs: Self.silenceLimitMs) : nil
    }

    /// The kinds of events that the table has for this state. Reports are included while they can have an effect.
    public var allowedEvents: [PlayerEvent.Kind] {
        PlayerTable.events(in: state).filter { event in
            if event == .timePassed || event.needsItem && queue.isEmpty { return false }
            if event == .goLive { return item?.timing.isLive == true }
            guard event.isReport else { return true }
            guard audio.isActive else { return false }
            let answers = event == .streamReady || event == .streamFailed
            return answers == (audio == .loading)
        }
    }
}
