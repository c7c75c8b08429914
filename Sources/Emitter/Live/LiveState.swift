/// Everything about a tenant that its packets depend on, as read at one moment.
struct LiveState: Sendable, Hashable {
    /// `nil` while no concert is live.
    let position: LivePosition?
    /// The newest message of the concert, valid or not. Only this one is ever sent: when it ends, an older one must
    /// not come back on the air.
    let message: HallMessage?
}
