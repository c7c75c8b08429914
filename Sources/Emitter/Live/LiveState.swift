/// The state of a tenant that determines its packets.
struct LiveState: Sendable, Hashable {
    /// The position; `nil` off the air.
    var position: LivePosition?
    /// Whether packets with the position are sent. During a blackout and after the end of the concert, only messages are sent.
    var showsPosition = true
    /// The messages of the concert that are valid or have expired within the last minute, in the order of their identifiers.
    var messages: [AudienceMessage] = []
}
