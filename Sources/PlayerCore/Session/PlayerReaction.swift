/// The outcome of an event.
public struct PlayerReaction: Sendable, Hashable {
    /// The session after the event.
    public let session: PlayerSession
    /// What the devices must do, in order.
    public let effects: [PlayerEffect]
    /// The row of the table that decided.
    public let transition: PlayerTransition
}
