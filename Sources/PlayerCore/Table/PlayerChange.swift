/// The change that a row makes to the session, besides the state and the audio.
enum PlayerChange: Sendable, Hashable {
    case nothing
    case retain
    /// Go to the first playable track, starting with the current track, which keeps its position.
    case resume
    case reportNoTrack
    /// Record the error and keep the position.
    case fail
    /// Record the error and go to the next track to try.
    case failAndSkip
    /// Record the error and go to the start of the current track, because there is no other track to try.
    case failAndEnd
    /// Keep the estimated position and end the attempt, because its device is lost.
    case loseDevice
    case start
    case stall
    case refill
    case report
    /// Go to the start of the next track.
    case advance
    /// Stay on the track, at its start. After `select`, also record that no track can be played.
    case end
    /// Go to the start of the track that the event selects.
    case jump
    case seek
    case shuffle, repeatMode, rate
    case replace
    case insert, move, removeOther, removeCurrent
    case transfer
}
