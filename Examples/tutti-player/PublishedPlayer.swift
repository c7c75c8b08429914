import PlayerCore

/// The player as the clients on the bus know it: the properties, and the position that they compute from the last announced position.
struct PublishedPlayer {
    private(set) var properties: [String: BusValue]
    /// Whether a client has called Stop, and the player has remained at the start of a track since then. PlayerCore only knows paused players.
    private var isStopped = false
    private var trackPath: String?
    /// The position in milliseconds at the time `since`, as clients know it.
    private var positionMs: Int64
    private var since: ContinuousClock.Instant
    /// The speed of playback that clients assume, in thousandths; 0 while the status is not `Playing`.
    private var rate: Int64

    /// The changes to announce to the clients.
    struct News: Equatable {
        /// The changed properties.
        var properties: [String: BusValue] = [:]
        /// The position to announce, in microseconds; `nil` if clients compute the right position.
        var seekedTo: Int64?
    }

    /// The difference in milliseconds up to which clients keep the position that they compute. The requests of a device to its server take time.
    static let toleranceMs: Int64 = 500

    init(_ player: PlayerSnapshot, at now: ContinuousClock.Instant) {
        properties = MediaPlayerProperties.player(player, isStopped: false)
        (trackPath, positionMs, since, rate) = (player.trackPath, player.positionMs, now, player.assumedRate)
    }

    /// Returns the changes of a player to announce to the clients, and records them as announced.
    ///
    /// - Parameters:
    ///   - wasSought: Whether a client has just changed the position, so that the position is announced even if it differs by little or nothing.
    ///   - wasStopped: Whether a client has just called Stop.
    mutating func update(
        to player: PlayerSnapshot, at now: ContinuousClock.Instant, wasSought: Bool = false, wasStopped: Bool = false
    ) -> News {
        isStopped = (isStopped || wasStopped) && !player.audio.isActive && player.positionMs == 0
        let current = MediaPlayerProperties.player(player, isStopped: isStopped)
        var news = News(properties: current.filter { properties[$0.key] != $0.value })
        // A new track begins at 0.
        let assumed = player.trackPath == trackPath ? self.assumed(at: now, player.track?.durationMs) : 0
        // While audio is requested, the position stands still; what has been missed is announced when the audio starts.
        let isWaiting = player.audio.isActive && player.audio != .playing
        let isJump = abs(player.positionMs - assumed) > Self.toleranceMs && !isWaiting
        if wasSought || isJump { news.seekedTo = player.positionMs * 1000 }
        if news.seekedTo != nil {
            (positionMs, since) = (player.positionMs, now)
        } else if player.trackPath != trackPath || player.assumedRate != rate {
            (positionMs, since) = (assumed, now)
        }
        (properties, trackPath, rate) = (current, player.trackPath, player.assumedRate)
        return news
    }

    private func assumed(at now: ContinuousClock.Instant, _ durationMs: Int64?) -> Int64 {
        let played = (now - since) / .milliseconds(1) * Double(rate) / 1000
        return min(positionMs + Int64(played), durationMs ?? .max)
    }
}

extension PlayerSnapshot {
    fileprivate var assumedRate: Int64 { audio.isActive ? rate : 0 }
}
