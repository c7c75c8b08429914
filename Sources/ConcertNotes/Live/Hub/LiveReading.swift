/// One reading of the live state from the database.
struct LiveReading: Sendable, Hashable {
    /// The row, or `nil` before the tenant's first live concert.
    let snapshot: LiveSnapshot?
    /// The valid messages, newest first.
    let messages: [AudienceMessage]
    /// The changes after the last known revision, oldest first.
    var moves: [LiveMove] = []
}
