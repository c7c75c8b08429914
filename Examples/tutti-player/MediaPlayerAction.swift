import PlayerCore

/// A request of an MPRIS client to the player.
enum MediaPlayerAction {
    case play, pause, playPause, stop, next, previous
    /// Seek by a time, in microseconds.
    case seek(offset: Int64)
    /// Seek to a position in microseconds, if the track with this object path is current.
    case setPosition(track: String, position: Int64)
    case setLoop(RepeatMode)
    case setShuffle(Bool)
    /// Set the speed of playback, in thousandths.
    case setRate(Int64)

    /// Creates the action of a method of the interface `org.mpris.MediaPlayer2.Player`. Returns `nil` for another method or other arguments.
    init?(method: String, _ arguments: [BusValue]) {
        switch (method, arguments.first, arguments.last) {
        case ("Play", _, _): self = .play
        case ("Pause", _, _): self = .pause
        case ("PlayPause", _, _): self = .playPause
        case ("Stop", _, _): self = .stop
        case ("Next", _, _): self = .next
        case ("Previous", _, _): self = .previous
        case ("Seek", .integer(let offset), _): self = .seek(offset: offset)
        case ("SetPosition", .objectPath(let track), .integer(let position)):
            self = .setPosition(track: track, position: position)
        default: return nil
        }
    }

    /// Creates the action of setting a writable property, or `nil` if the value changes nothing. Throws if the property cannot have the value.
    static func setting(_ property: String, to value: BusValue) throws(BusError) -> MediaPlayerAction? {
        switch (property, value) {
        case ("LoopStatus", .string(let status)):
            guard let mode = RepeatMode.allCases.first(where: { $0.loopStatus == status }) else {
                throw .invalidArguments("LoopStatus must be None, Track or Playlist, found \"\(status)\"")
            }
            return .setLoop(mode)
        case ("Shuffle", .boolean(let isOn)): return .setShuffle(isOn)
        case ("Rate", .double(let rate)):
            // MPRIS: a rate of 0 acts like Pause.
            if rate == 0 { return .pause }
            guard let thousandths = Int64(exactly: (rate * 1000).rounded()), PlayerSession.rates.contains(thousandths)
            else { throw .invalidArguments("Rate must be from MinimumRate to MaximumRate, 0.25 to 4, found \(rate)") }
            return .setRate(thousandths)
        case ("Volume", .double(let volume)):
            guard volume == 1 else {
                throw .failed("the volume belongs to the device that plays: Volume must be 1, found \(volume)")
            }
            return nil
        default: throw .invalidArguments("\(property) cannot have a value of the type \"\(value.signature)\"")
        }
    }

    /// Returns the events that perform the action, as the page of the player sends them for a browser's media keys. The list is empty if the player
    /// is already as the client asks, or if the player cannot perform an action that MPRIS lets pass without an error. Throws the error that MPRIS
    /// wants for `playPause` with an empty queue.
    func events(in player: PlayerSnapshot) throws(BusError) -> [PlayerEvent] {
        switch self {
        case .play: player.track == nil ? [] : player.play
        case .pause: player.pause
        case .playPause where player.track == nil: throw .failed("the queue is empty: add tracks to the queue first")
        case .playPause: player.state.isActive ? player.pause : player.play
        // MPRIS: after Stop, Play starts the track from its beginning.
        case .stop: player.pause + (player.state.isActive || player.positionMs > 0 ? player.seek(toMs: 0) : [])
        case .next: player.canGoNext ? [.next(play: false)] : []
        case .previous: player.track == nil ? [] : [.previous(play: false)]
        case .seek(let offset): player.seek(toMs: max(0, player.positionMs + offset / 1000))
        case .setPosition(let track, let position):
            track == player.trackPath && position >= 0 && position / 1000 <= player.track?.durationMs ?? .max
                ? player.seek(toMs: position / 1000) : []
        case .setLoop(let mode): mode == player.repeatMode ? [] : [.setRepeat(mode)]
        case .setShuffle(let isOn):
            isOn == player.isShuffled
                ? [] : [.setShuffle(on: isOn, seed: isOn ? UInt64.random(in: 0..<1 << 53) : 0)]
        case .setRate(let rate): rate == player.rate ? [] : [.setRate(rate)]
        }
    }
}

extension PlayerSnapshot {
    fileprivate var play: [PlayerEvent] {
        if state.isActive { return [] }
        return state == .silent ? [.toggle] : [.tapPlay]
    }

    fileprivate var pause: [PlayerEvent] {
        switch state {
        case .silent, .expanded: []
        case .beginPlay, .expandedPlay: [.tapPause]
        case .collapsedPlay: [.toggle]
        }
    }

    /// Returns the seek to a position, in milliseconds; empty for a live stream or an empty queue. A position after the end leads to the next track.
    fileprivate func seek(toMs position: Int64) -> [PlayerEvent] {
        guard canSeek else { return [] }
        if let duration = track?.durationMs, position > duration { return [.next(play: false)] }
        return [.seek(positionMs: min(position, Self.longest))]
    }

    /// The maximum position that a server accepts, in milliseconds: 30 days.
    private static let longest: Int64 = 2_592_000_000
}
