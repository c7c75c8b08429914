/// The state of a tenant that determines its packets.
package struct LiveState: Sendable, Hashable {
    /// The position; `nil` off the air.
    package var position: LivePosition?
    /// Whether packets with the position are sent. During a blackout and after the end of the concert, only messages are sent.
    package var showsPosition = true
    /// The messages of the concert that are valid or have expired within the last minute, in the order of their identifiers.
    var messages: [AudienceMessage] = []

    init(position: LivePosition? = nil, showsPosition: Bool = true, messages: [AudienceMessage] = []) {
        self.position = position
        self.showsPosition = showsPosition
        self.messages = messages
    }

    /// Creates a state without messages.
    package init(position: LivePosition, showsPosition: Bool) {
        self.init(position: position, showsPosition: showsPosition, messages: [])
    }
}
