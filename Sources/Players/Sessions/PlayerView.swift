import PlayerCore
import Web

/// A player as JSON. The position is an estimate for the time `asOf` on the database's clock.
struct PlayerView: Encodable, Sendable {
    let state: String
    let audio: String
    let attempt: Int
    let revision: Int
    let track: PlayerItemView?
    /// The position of a recording, in milliseconds; absent for a live stream.
    let positionMs: Int64?
    /// The time behind live, in milliseconds; absent for a recording.
    let behindMs: Int64?
    /// Whether a live stream that is not playing has fallen further behind live than the length of its buffer (spec R20); absent for a recording.
    let clamped: Bool?
    let asOf: Instant
    let durationMs: Int64?
    let queue: Queue
    let shuffle: Bool
    let `repeat`: String
    let rate: Double
    let device: String?
    let lastError: Failure?
    let allowedEvents: [String]
    let mini: Mini?
    /// The actions that the devices must perform, in order; `nil` except in the response to a change.
    let effects: [PlayerEffectView]?

    struct Queue: Encodable, Sendable {
        let context: String?
        let index: Int
        let length: Int
    }

    struct Failure: Encodable, Sendable {
        let code: String
        let track: String?
        let at: Instant
    }

    /// The current track, for views that show only one line (spec L36).
    struct Mini: Encodable, Sendable {
        let title: String
        let artist: String?
        let artworkUrl: String?
        let state: String
    }

    init(
        _ session: PlayerSession, at now: PlayerTime, _ description: PlayerItemDescription?,
        effects: [PlayerEffect]? = nil
    ) {
        state = session.state.rawValue
        audio = session.audio.rawValue
        (attempt, revision) = (session.attempt, session.revision)
        track = session.item.map { PlayerItemView($0, description) }
        let position = session.positionMs(at: now)
        let isLive = session.item?.timing.isLive == true
        positionMs = isLive ? nil : position
        behindMs = isLive ? position : nil
        clamped = isLive ? session.isClamped(at: now) : nil
        asOf = now.instant
        durationMs = session.item?.timing.durationMs
        queue = Queue(context: session.queue.context, index: session.queue.index, length: session.queue.count)
        shuffle = session.queue.isShuffled
        `repeat` = session.repeatMode.rawValue
        rate = Double(session.rate) / 1000
        device = session.device
        lastError = session.lastError.map { Failure(code: $0.code.rawValue, track: $0.item, at: $0.at.instant) }
        allowedEvents = session.allowedEvents.filter(\.isSent).map(\.rawValue)
        mini = track.map { track in
            Mini(
                title: track.title, artist: track.artist, artworkUrl: track.artworkUrl,
                state: session.audio.isActive ? "playing" : "paused")
        }
        self.effects = effects?.compactMap { PlayerEffectView($0, isLive: isLive) }
    }
}

/// An effect as JSON.
struct PlayerEffectView: Encodable, Sendable {
    let effect: String
    let device: String
    let attempt: Int
    var track: String?
    var positionMs: Int64?
    var behindMs: Int64?
    var rate: Double?

    /// Creates the JSON of an effect; `nil` for an effect that no device performs.
    ///
    /// - Parameter isLive: Whether the current item is a live stream.
    init?(_ effect: PlayerEffect, isLive: Bool) {
        switch effect {
        case .queue(let device, let attempt, let item, let position):
            (self.effect, self.device, self.attempt, track) = ("queue", device, attempt, item.id)
            if item.timing.isLive { behindMs = position } else { positionMs = position }
        case .cancel(let device, let attempt): (self.effect, self.device, self.attempt) = ("cancel", device, attempt)
        case .start(let device, let attempt): (self.effect, self.device, self.attempt) = ("start", device, attempt)
        case .pause(let device, let attempt): (self.effect, self.device, self.attempt) = ("pause", device, attempt)
        case .stop(let device, let attempt): (self.effect, self.device, self.attempt) = ("stop", device, attempt)
        case .seek(let device, let attempt, let position):
            (self.effect, self.device, self.attempt) = ("seek", device, attempt)
            if isLive { behindMs = position } else { positionMs = position }
        case .setRate(let device, let attempt, let rate):
            (self.effect, self.device, self.attempt) = ("setRate", device, attempt)
            self.rate = Double(rate) / 1000
        case .heard: return nil
        }
    }
}

extension PlayerEvent.Kind {
    /// Whether clients may send the event to `sendPlayerEvent`. Separate operations edit the queue.
    var isSent: Bool {
        switch self {
        case .timePassed, .replaceQueue, .insert, .move, .remove: false
        default: true
        }
    }

    static let sent = allCases.filter(\.isSent)
}
