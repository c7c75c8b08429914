/// The state of a player: its size, collapsed or expanded, and its playback (spec P1-P24).
public enum PlayerState: String, Codable, Sendable, Hashable, CaseIterable {
    /// Collapsed, without sound. The initial state (spec P1).
    case silent
    /// Expanded, without sound.
    case expanded
    /// Expanded; the audio is requested and not audible yet.
    case beginPlay
    /// Expanded, playing.
    case expandedPlay
    /// Collapsed, playing or about to play.
    case collapsedPlay

    /// Whether audio is requested or playing.
    public var isActive: Bool { self != .silent && self != .expanded }

    /// The state of the same size without audio.
    public var withoutAudio: Self { self == .silent || self == .collapsedPlay ? .silent : .expanded }

    /// The name in tables and diagrams.
    public var name: String {
        switch self {
        case .silent: "Silent"
        case .expanded: "Expanded"
        case .beginPlay: "BeginPlay"
        case .expandedPlay: "ExpandedPlay"
        case .collapsedPlay: "CollapsedPlay"
        }
    }
}

/// The state of the audio.
public enum PlayerAudio: String, Codable, Sendable, Hashable, CaseIterable {
    /// Nothing is playing: there was no attempt yet, playback has ended, or the current item was replaced or removed.
    case stopped
    /// The audio of the current attempt is requested; nothing is audible.
    case loading
    case playing
    /// The buffer is empty; playback continues when the buffer is filled again (spec P15).
    case stalled
    /// Playback is interrupted, and the position is retained.
    case paused

    /// Whether the current attempt has started.
    public var isStarted: Bool { self == .playing || self == .stalled }
    /// Whether an attempt is in progress.
    public var isActive: Bool { self == .loading || isStarted }
}

/// The app's identifier of a device.
public typealias PlayerDeviceID = String

/// The reason why audio failed.
public struct PlayerError: Codable, Sendable, Hashable {
    public let code: Code
    /// The item that failed; `nil` if no item was current.
    public let item: String?
    public let at: PlayerTime

    public init(_ code: Code, item: String?, at: PlayerTime) { (self.code, self.item, self.at) = (code, item, at) }

    /// The kind of the failure. The source is the service or server that supplies the audio.
    public enum Code: String, Codable, Sendable, Hashable, CaseIterable {
        /// No item can be played.
        case noTrack = "no-track"
        /// The device did not answer in time.
        case noAnswer = "no-answer"
        /// A playing device sent no event within the time limit.
        case deviceLost = "device-lost"
        /// The source refused the stream.
        case refused
        /// The listener's account is not connected to the source.
        case notConnected = "not-connected"
        /// The listener already plays as many streams as the source allows at the same time.
        case tooManyStreams = "too-many-streams"
        /// The source does not have the stream.
        case notFound = "not-found"
        /// The network or the source did not respond.
        case unreachable
        /// The device cannot decode the stream.
        case undecodable
        case failed
    }
}
