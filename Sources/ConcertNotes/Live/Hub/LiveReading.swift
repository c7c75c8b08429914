/// One reading of the live state from the database.
package struct LiveReading: Sendable, Hashable {
    /// The row of `app.live`; `nil` before the tenant's first live concert.
    let snapshot: LiveSnapshot?
    /// The valid messages, newest first.
    let messages: [AudienceMessage]
    /// The newest changes after the last known revision, oldest first, at most `LiveFeed.memory`.
    var moves: [LiveMove] = []
    /// The state of the sources; `nil` off the air, if no operator page is open, or if the content was replaced during the reading.
    var sources: LiveSources?

    init(snapshot: LiveSnapshot?, messages: [AudienceMessage], moves: [LiveMove] = []) {
        self.snapshot = snapshot
        self.messages = messages
        self.moves = moves
    }

    package init(snapshot: LiveSnapshot?, moves: [LiveMove]) {
        self.init(snapshot: snapshot, messages: [], moves: moves)
    }
}
