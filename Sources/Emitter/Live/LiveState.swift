/// The state of a tenant that determines its packets.
package struct LiveState: Sendable, Hashable {
    /// The revision of the live concert, which stays in the database while no concert is on the air; 0 before the first live concert.
    package var revision: Int64 = 0
    /// The position; `nil` while no concert is on the air.
    package var position: LivePosition?
    /// Whether packets with the position are sent. During a blackout and after the end of the concert, only messages are sent.
    package var showsPosition = true
    /// The newest messages of the concert that are valid or expired less than a minute ago, including withdrawn ones, at most `messageLimit`, in the
    /// order of their identifiers.
    var messages: [AudienceMessage] = []

    init(
        revision: Int64 = 0, position: LivePosition? = nil, showsPosition: Bool = true,
        messages: [AudienceMessage] = []
    ) {
        self.revision = revision
        self.position = position
        self.showsPosition = showsPosition
        self.messages = messages
    }

    /// Creates a state without messages.
    package init(revision: Int64, position: LivePosition, showsPosition: Bool) {
        self.init(revision: revision, position: position, showsPosition: showsPosition, messages: [])
    }
}
