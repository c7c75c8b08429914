/// A listener's player, on all of the listener's devices (spec P1-P24).
///
/// A value without I/O: the same session, event, device and time always give the same result.
///
/// ```swift
/// let reaction = try session.handle(.tapAnywhere, from: "phone", at: now)
/// session = reaction.session
/// for effect in reaction.effects where effect.device == "phone" { perform(effect) }
/// ```
public struct PlayerSession: Codable, Sendable, Hashable {
    public internal(set) var state = PlayerTable.initial
    public internal(set) var audio = PlayerAudio.stopped
    /// The number of the last attempt to play; reports on other attempts change nothing. The number also increases when the device is lost
    /// or a transfer changes an active player.
    public internal(set) var attempt = 0
    /// The number of changes. Position reports within `driftLimitMs` of the estimate do not count.
    public internal(set) var revision = 0
    /// The device of the last attempt or transfer; `nil` in a new session, after the device was lost, and after playback ended because the device did
    /// not answer.
    public internal(set) var device: PlayerDeviceID?
    public internal(set) var queue = PlayerQueue()
    public internal(set) var repeatMode = RepeatMode.off
    /// The speed of playback, in thousandths of the normal speed.
    public internal(set) var rate: Int64 = 1000
    /// The last error since audio last started; `nil` if there is none.
    public internal(set) var lastError: PlayerError?
    /// The playback of the current item so far, for the history.
    public internal(set) var listening = PlayerListening()

    /// The reported, set or retained position at the time `knownAt`, in milliseconds.
    var knownPositionMs: Int64 = 0
    var knownAt = PlayerTime(milliseconds: 0)
    var attemptedAt = PlayerTime(milliseconds: 0)
    /// The time of the last event from `device`, without reports that changed nothing, or of the transfer to it.
    var deviceSeenAt = PlayerTime(milliseconds: 0)
    /// The number of items skipped after failed attempts, since audio last started or a person last started playback or chose a track.
    var failures = 0

    /// The time within which a device must answer an attempt, in milliseconds (spec P14).
    public static let answerLimitMs: Int64 = 30_000
    /// The time without an event from a playing device after which the device counts as lost, in milliseconds (spec P24).
    public static let silenceLimitMs: Int64 = 30 * 60_000
    /// The position in milliseconds up to which `previous` goes to the previous track. Later in a recording, `previous` restarts the track.
    public static let restartLimitMs: Int64 = 3000
    /// The maximum difference in milliseconds between a reported and the estimated position for which the revision does not change.
    public static let driftLimitMs: Int64 = 1000
    /// The allowed rates of playback, in thousandths of the normal speed.
    public static let rates: ClosedRange<Int64> = 250...4000

    public init() {}

    /// The current item; `nil` if the queue is empty.
    public var item: PlayerItem? { queue.current }

    /// Returns the estimated position of the current item in milliseconds, or the time behind live (spec P15); 0 if the queue is empty.
    ///
    /// While a live stream is not playing, the time behind live increases. The passage of time alone never ends an item.
    public func positionMs(at now: PlayerTime) -> Int64 {
        guard let timing = item?.timing else { return 0 }
        let elapsed = now.milliseconds(since: knownAt)
        return timing.position(knownPositionMs, after: elapsed, atRate: audio == .playing ? rate : 0)
    }

    /// Returns whether a live stream that is not playing has fallen further behind live than the length of its buffer (spec R20).
    public func isClamped(at now: PlayerTime) -> Bool {
        guard case .live(let window) = item?.timing, audio != .playing else { return false }
        return knownPositionMs + now.milliseconds(since: knownAt) > window
    }

    /// The next time at which `timePassed` may change the session; `nil` if time changes nothing.
    public var deadline: PlayerTime? {
        if audio == .loading { return attemptedAt.advanced(byMs: Self.answerLimitMs) }
        return audio.isStarted ? deviceSeenAt.advanced(byMs: Self.silenceLimitMs) : nil
    }

    /// The kinds of events that the table allows in this state, without `timePassed` and without events that the current item or attempt excludes.
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
