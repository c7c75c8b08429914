/// A reason why an event was refused. A refused event changes nothing.
public enum PlayerRefusal: Error, Sendable, Hashable {
    /// No row of the table matches the event in this state (spec P2).
    case notAllowed(PlayerEvent.Kind, in: PlayerState)
    case emptyQueue
    case noSuchIndex(Int, count: Int)
    /// The queue would have this number of items, which is more than `PlayerQueue.limit`.
    case tooManyItems(Int)
    /// The event needs a live stream, but the current item is a recording.
    case notLive
    /// The event needs a recording, but the current item is a live stream.
    case notFixed
    /// The rate is not in `PlayerSession.rates`.
    case noSuchRate(Int64)
}
