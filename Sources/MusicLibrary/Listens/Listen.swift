import SoundCloud
import Web

/// A track that was heard. As at Last.fm, a listen counts if the track is longer than 30 seconds and was heard for at least half its length or at
/// least four minutes.
public struct Listen: Sendable, Hashable {
    public let track: CloudURN
    /// The time at which listening began.
    public let listenedAt: Instant
    /// The time for which the track was heard, in milliseconds.
    public let playedMs: Int64

    public init(track: CloudURN, listenedAt: Instant, playedMs: Int64) {
        (self.track, self.listenedAt, self.playedMs) = (track, listenedAt, playedMs)
    }

    /// The result of reporting a listen.
    public enum Outcome: String, Sendable, Hashable, Codable {
        case counted
        /// The listen was already stored, or repeats another listen of the same report.
        case known
        /// The track was not heard for long enough.
        case tooShort
        /// The track is not longer than 30 seconds.
        case trackTooShort
        /// The track is not stored on this server.
        case unknownTrack
    }

    /// Returns `counted`, or the reason why a listen does not count. If the length of the track is unknown (0), four minutes are required.
    static func outcome(playedMs: Int64, durationMs: Int64) -> Outcome {
        if durationMs > 0, durationMs <= 30_000 { return .trackTooShort }
        let enough = durationMs > 0 ? min(durationMs / 2, fourMinutes) : fourMinutes
        return playedMs >= enough ? .counted : .tooShort
    }

    private static let fourMinutes: Int64 = 240_000

    /// The maximum number of listens in one report.
    static let most = 50
    /// The earliest time accepted as the beginning of a listen: October 2002, when Last.fm began. ListenBrainz accepts nothing earlier.
    static let first = Instant(milliseconds: 1_033_430_400_000)
    /// The maximum time by which a client's clock may be ahead, in milliseconds.
    static let aheadMs: Int64 = 300_000
}
