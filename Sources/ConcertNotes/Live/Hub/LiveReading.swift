/// What one reading of the database says to listeners.
struct LiveReading: Sendable, Hashable {
    /// `nil` before the tenant's first live concert.
    let snapshot: LiveSnapshot?
    /// Those to be shown, newest first.
    let messages: [HallMessage]
    /// What the log of changes has after the revision that was known, oldest first.
    var moves: [LiveMove] = []
}
