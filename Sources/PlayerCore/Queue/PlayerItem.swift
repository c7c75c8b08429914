/// An item of a queue: a track, an episode or a channel, with only the values that the rules need.
public struct PlayerItem: Codable, Sendable, Hashable {
    /// The app's identifier, such as "soundcloud:tracks:123".
    public let id: String
    public let timing: PlayerTiming
    /// Whether the item cannot be played now. A player skips blocked items.
    public var isBlocked: Bool

    public init(id: String, timing: PlayerTiming, isBlocked: Bool = false) {
        (self.id, self.timing, self.isBlocked) = (id, timing, isBlocked)
    }

    /// Creates a recording. The duration is in milliseconds; `nil` if unknown.
    public init(id: String, durationMs: Int64?, isBlocked: Bool = false) {
        self.init(id: id, timing: .fixed(durationMs: durationMs), isBlocked: isBlocked)
    }

    private enum CodingKeys: String, CodingKey { case id, durationMs, windowMs, isBlocked }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        isBlocked = try container.decodeIfPresent(Bool.self, forKey: .isBlocked) ?? false
        if let window = try container.decodeIfPresent(Int64.self, forKey: .windowMs) {
            timing = .live(windowMs: window)
        } else {
            timing = .fixed(durationMs: try container.decodeIfPresent(Int64.self, forKey: .durationMs))
        }
    }

    /// Omits members that have their default value, because a queue can have thousands of items.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        if isBlocked { try container.encode(true, forKey: .isBlocked) }
        switch timing {
        case .fixed(let duration): try container.encodeIfPresent(duration, forKey: .durationMs)
        case .live(let window): try container.encode(window, forKey: .windowMs)
        }
    }
}

/// The timing of an item. Times are in milliseconds (spec R18, R19).
public enum PlayerTiming: Sendable, Hashable {
    /// A recording, whose position is the time from the start. The duration is `nil` if unknown.
    case fixed(durationMs: Int64?)
    /// A live stream with a buffer of `windowMs`. The position is the time behind live.
    case live(windowMs: Int64)

    public var isLive: Bool {
        if case .live = self { true } else { false }
    }

    public var durationMs: Int64? {
        if case .fixed(let duration) = self { duration } else { nil }
    }

    /// Returns the nearest valid position: from 0 to the duration of a recording or to the length of a live stream's buffer.
    func clamped(_ position: Int64) -> Int64 {
        switch self {
        case .fixed(let duration): max(0, min(position, duration.map { max(0, $0) } ?? Self.longest))
        case .live(let window): max(0, min(position, window))
        }
    }

    /// Returns the position after `elapsed` milliseconds, clamped to the item. `rate` is the speed in thousandths of the normal speed; 0 while
    /// nothing plays.
    func position(_ position: Int64, after elapsed: Int64, atRate rate: Int64) -> Int64 {
        let elapsed = min(elapsed, Self.longest)
        let played = elapsed * rate / 1000
        return switch self {
        case .fixed: clamped(position + played)
        // At normal speed the distance from live stays the same; while the audio is paused the distance grows.
        case .live: clamped(position + elapsed - played)
        }
    }

    /// The maximum elapsed time, and the maximum position in a recording of unknown duration: ten years in milliseconds.
    private static let longest: Int64 = 10 * 366 * 86_400_000
}
