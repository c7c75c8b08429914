/// An action that a device or an app must perform after an event.
public enum PlayerEffect: Codable, Sendable, Hashable {
    /// Request the audio of an item from a position in milliseconds, and report `streamReady` or `streamFailed`. Do not play the audio yet.
    case queue(device: PlayerDeviceID, attempt: Int, item: PlayerItem, positionMs: Int64)
    /// Cancel the request for the audio of this attempt.
    case cancel(device: PlayerDeviceID, attempt: Int)
    /// Play the audio that `queue` requested for this attempt.
    case start(device: PlayerDeviceID, attempt: Int)
    /// End playback; the position is retained in the session.
    case pause(device: PlayerDeviceID, attempt: Int)
    /// End playback; the position is not retained.
    case stop(device: PlayerDeviceID, attempt: Int)
    /// Continue from another position, in milliseconds, without a new attempt. The position in a live stream is the time behind live.
    case seek(device: PlayerDeviceID, attempt: Int, positionMs: Int64)
    /// Change the speed of playback. The rate is in thousandths of the normal speed.
    case setRate(device: PlayerDeviceID, attempt: Int, rate: Int64)
    /// Record in the history that an item, which began to play at `since`, was heard (`PlayerListening`).
    case heard(item: String, since: PlayerTime, playedMs: Int64)

    /// The device that must perform the effect; `nil` for an effect that the app performs.
    public var device: PlayerDeviceID? {
        switch self {
        case .queue(let device, _, _, _), .cancel(let device, _), .start(let device, _), .pause(let device, _),
            .stop(let device, _), .seek(let device, _, _), .setRate(let device, _, _):
            device
        case .heard: nil
        }
    }

    /// The effect on the audio, as named in the table; `nil` for `setRate` and `heard`.
    public var audio: AudioEffect? {
        switch self {
        case .queue: .queue
        case .cancel: .cancel
        case .start: .start
        case .pause: .pause
        case .stop: .stop
        case .seek: .seek
        case .setRate, .heard: nil
        }
    }
}

/// The effect of an event on the audio, as named in the table.
public enum AudioEffect: String, Codable, Sendable, Hashable, CaseIterable {
    case queue, cancel, start, pause, stop, seek
}
