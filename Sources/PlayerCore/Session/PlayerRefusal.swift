/// The reason why an event changed nothing.
public enum PlayerRefusal: Error, Sendable, Hashable {
    /// The table has no row for the event in this state (spec P2).
    case notAllowed(PlayerEvent.Kind, in: PlayerState)
    /// The event needs a queue that is not empty.
    case emptyQueue
    /// The queue has no item with this index.
    case noSuchIndex(Int, count: Int)
    /// The queue would have more than `PlayerQueue.limit` items.
    case tooManyItems(Int)
    /// Only a live stream has a position behind live, and can go to live.
    case notLive
    /// A live stream has no position from its start.
    case notFixed
    /// The rate is not in `PlayerSession.rates`.
    case noSuchRate(Int64)
}
