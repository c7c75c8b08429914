import PlayerCore

/// A press of a button on the player. `play` and `pause` are possible in every state.
enum PlayerPress: String, CaseIterable {
    case tapAnywhere, tapText, doubleTap
    case play, pause, next, previous, seek, shuffle, unshuffle
    case repeatOff, repeatAll, repeatOne

    /// The largest position in a form, in milliseconds: 30 days.
    static let longest = 2_592_000_000

    /// Returns the events of the press; empty if the press would start playback without a device, or if `play`, `pause`, `shuffle` or `unshuffle`
    /// would change nothing.
    ///
    /// - Parameters:
    ///   - device: the device that sends the press; `nil` for a browser without the script, which cannot play.
    ///   - positionMs: the position for `seek`, in milliseconds; ignored for other presses.
    func events(in session: PlayerSession, from device: PlayerDeviceID?, positionMs: Int64) -> [PlayerEvent] {
        switch self {
        case .tapAnywhere: [.tapAnywhere]
        case .tapText: [.tapText]
        case .doubleTap: device == nil && !session.state.isActive ? [] : [.doubleTap]
        case .play: Self.play(session, device)
        case .pause: Self.pause(session)
        case .next: [.next(play: device != nil && session.state.isActive)]
        case .previous: [.previous(play: device != nil && session.state.isActive)]
        case .seek: [.seek(positionMs: positionMs)]
        case .shuffle:
            session.queue.isShuffled ? [] : [.setShuffle(on: true, seed: UInt64.random(in: 0...(1 << 53 - 1)))]
        case .unshuffle: session.queue.isShuffled ? [.setShuffle(on: false, seed: 0)] : []
        case .repeatOff: [.setRepeat(.off)]
        case .repeatAll: [.setRepeat(.all)]
        case .repeatOne: [.setRepeat(.one)]
        }
    }

    /// Returns the transfer of playback to the device; empty without a device, for an empty queue, or if the device already plays.
    private static func play(_ session: PlayerSession, _ device: PlayerDeviceID?) -> [PlayerEvent] {
        guard let device, !session.queue.isEmpty, !session.state.isActive || device != session.device else { return [] }
        return [.transfer(to: device, play: true)]
    }

    private static func pause(_ session: PlayerSession) -> [PlayerEvent] {
        switch session.state {
        case .silent, .expanded: []
        case .beginPlay, .expandedPlay: [.tapPause]
        case .collapsedPlay: [.toggle]
        }
    }
}

/// A change of one track of the queue.
enum PlayerQueueChange: String, CaseIterable {
    case play, earlier, later, remove

    /// Returns the events of the change; empty if the first track would move up or the last track down. `plays` states whether `play` starts an
    /// inactive player.
    func events(at index: Int, in session: PlayerSession, plays: Bool) -> [PlayerEvent] {
        switch self {
        case .play: [.select(index: index, play: plays)]
        case .earlier: index > 0 ? [.move(from: index, to: index - 1)] : []
        case .later: index + 1 < session.queue.count ? [.move(from: index, to: index + 1)] : []
        case .remove: [.remove(index: index)]
        }
    }
}
