/// Everything about a tenant that its packets depend on, as read at one moment.
struct LiveState: Sendable, Hashable {
    /// `nil` while no concert is live.
    var position: LivePosition?
    /// Whether phones are told the position: in a blackout and after the end they are told messages only.
    var showsPosition = true
    /// The messages of the concert that are valid or were until a minute ago, by identifier.
    var messages: [HallMessage] = []
}
