/// A message of the concert on the air.
struct HallMessage: Sendable, Hashable {
    /// Rises from message to message.
    let id: Int64
    let packet: PushPacket
    /// How long it is still valid, by the database's clock when it was read; zero for one that is not.
    let validity: Duration
    let isWithdrawn: Bool
}
