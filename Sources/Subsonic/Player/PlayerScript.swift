import PlayerCore
import Web

/// The events of one method call, applied to a copy of the session, so that later events can depend on the result of earlier ones.
struct PlayerScript: Sendable {
    private(set) var session: PlayerSession
    private(set) var events: [PlayerEvent] = []
    private let device: PlayerDeviceID
    private let now: PlayerTime
    private var isRefused = false

    /// Creates an empty script. A `device` of `nil` means the playing device, or a device named "app" if no device has played yet.
    init(_ session: PlayerSession, device: PlayerDeviceID?, now: PlayerTime = PlayerTime(Instant.now)) {
        self.session = session
        self.device = device ?? session.device ?? "app"
        self.now = now
    }

    /// Adds an event. After an event that the session refuses, further ones are ignored, because the player will report the reason.
    mutating func send(_ event: PlayerEvent) {
        guard !isRefused else { return }
        events.append(event)
        if let reaction = try? session.handle(event, from: device, at: now) {
            session = reaction.session
        } else {
            isRefused = true
        }
    }

    /// Starts playback. Does nothing if the player is already active.
    mutating func play() {
        if !session.state.isActive { send(session.state == .silent ? .toggle : .tapPlay) }
    }

    /// Pauses playback if the player is active.
    mutating func pause() {
        switch session.state {
        case .silent, .expanded: break
        case .beginPlay, .expandedPlay: send(.tapPause)
        case .collapsedPlay: send(.toggle)
        }
    }

    /// Seeks to a position in the current track, in milliseconds, unless it is a live stream.
    mutating func seek(to positionMs: Int64) {
        guard session.item?.timing.isLive == false, session.positionMs(at: now) != positionMs else { return }
        send(.seek(positionMs: positionMs))
    }

    /// Selects a track of the queue and a position in it, in milliseconds.
    mutating func select(_ index: Int, positionMs: Int64 = 0, play: Bool) {
        send(.select(index: index, play: play))
        if positionMs > 0 { seek(to: positionMs) }
    }
}

extension PlayerTime {
    init(_ instant: Instant) { self.init(milliseconds: instant.milliseconds) }
}
