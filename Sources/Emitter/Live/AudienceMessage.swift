/// A message to the audience of the concert on the air.
struct AudienceMessage: Sendable, Hashable {
    /// A number that increases from message to message.
    let id: Int64
    let packet: PushPacket
    /// The remaining validity when the message was read, by the clock of the database, at most one day; zero if it has expired.
    let validity: Duration
    let isWithdrawn: Bool
}
