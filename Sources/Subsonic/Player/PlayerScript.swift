import PlayerCore
import Web

/// The events of one method call. The script applies each event to a copy of the session, so that later events can depend on the result of
/// earlier ones.
struct PlayerScript: Sendable {
    private(set) var session: PlayerSession
    private(set) var events: [PlayerEvent] = []
    private let device: PlayerDeviceID
    private let now: PlayerTime
    private var isRefused = false

    /// Creates an empty script.
    ///
    /// - Parameter device: the device that sends the events.
    init(_ session: PlayerSession, device: PlayerDeviceID?, now: PlayerTime = PlayerTime(Instant.now)) {
        self.session = session
        self.device = device ?? session.device ?? "app"
        self.now = now
    }

    /// Adds an event. A refused event ends the script: the player refuses the same event and reports the reason.
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

    /// Pauses playback. Does nothing if the player is not active.
    mutating func pause() {
        switch session.state {
        case .silent, .expanded: break
        case .beginPlay, .expandedPlay: send(.tapPause)
        case .collapsedPlay: send(.toggle)
        }
    }

    /// Goes to a position of the current track unless the player is there already.
    mutating func seek(to positionMs: Int64) {
        guard session.item?.timing.isLive == false, session.positionMs(at: now) != positionMs else { return }
        send(.seek(positionMs: positionMs))
    }

    /// Goes to a track of the queue and to a position in the track.
    mutating func select(_ index: Int, positionMs: Int64 = 0, play: Bool) {
        send(.select(index: index, play: play))
        if positionMs > 0 { seek(to: positionMs) }
    }
}

extension PlayerTime {
    init(_ instant: Instant) { self.init(milliseconds: instant.milliseconds) }
}
