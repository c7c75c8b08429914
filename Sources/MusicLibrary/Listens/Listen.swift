import Web

/// That a track was heard, by the rule that Last.fm and ListenBrainz share: a track of more than 30 seconds, half of it or four
/// minutes, whichever comes first; its time is that of its start.
public struct Listen: Sendable, Hashable {
    public let track: CloudURN
    /// When it began.
    public let listenedAt: Instant
    /// How long it was heard.
    public let playedMs: Int64

    public init(track: CloudURN, listenedAt: Instant, playedMs: Int64) {
        (self.track, self.listenedAt, self.playedMs) = (track, listenedAt, playedMs)
    }

    /// What became of a listen that was told.
    public enum Verdict: String, Sendable, Hashable, Codable {
        case counted
        /// It was told before.
        case known
        /// Neither half of it nor four minutes were heard.
        case tooShort
        /// The track has 30 seconds or less.
        case trackTooShort
        /// No such track is known here.
        case unknownTrack
    }

    /// Whether hearing so much of a track counts.
    ///
    /// - Parameter durationMs: 0 where nobody knows; four minutes count then.
    static func verdict(playedMs: Int64, durationMs: Int64) -> Verdict {
        if durationMs > 0, durationMs <= 30_000 { return .trackTooShort }
        let enough = durationMs > 0 ? min(durationMs / 2, fourMinutes) : fourMinutes
        return playedMs >= enough ? .counted : .tooShort
    }

    private static let fourMinutes: Int64 = 240_000

    /// How many are told at once.
    static let most = 50
    /// The first that anybody told to anybody: Last.fm began in October 2002, and ListenBrainz takes none before.
    static let first = Instant(milliseconds: 1_033_430_400_000)
    /// How far ahead a client's clock may be.
    static let aheadMs: Int64 = 300_000
}
