/// The outcome of an event.
public struct PlayerReaction: Sendable, Hashable {
    /// The session after the event.
    public let session: PlayerSession
    /// The actions that devices and the app must perform, in order.
    public let effects: [PlayerEffect]
    /// The row of `PlayerTable` that was applied.
    public let transition: PlayerTransition
}
