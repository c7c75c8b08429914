import PlayerCore

/// A player at one moment, as the command line and the session bus show it.
struct PlayerSnapshot: Sendable {
    /// The texts and the duration of an item of the queue.
    struct Track: Sendable {
        let id: String
        let title: String
        var artist: String?
        /// The absolute address of the artwork.
        var artworkURL: String?
        /// The duration in milliseconds; `nil` for a live stream, or if the duration is unknown.
        let durationMs: Int64?
        var isLive = false
    }

    var state = PlayerState.silent
    var audio = PlayerAudio.stopped
    /// The current item; `nil` if the queue is empty.
    var track: Track?
    /// The position of a recording in milliseconds; 0 for a live stream.
    var positionMs: Int64 = 0
    /// The index of the current item in the order of play.
    var index = 0
    /// The number of items in the queue.
    var count = 0
    var isShuffled = false
    var repeatMode = RepeatMode.off
    /// The speed of playback, in thousandths.
    var rate: Int64 = 1000
    var attempt = 0
    var device: PlayerDeviceID?
}
