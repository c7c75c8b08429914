/// The owner of a connection, which is notified of its events on the connection's queue.
protocol ConnectionOwner: AnyObject, Sendable {
    /// Called when an exchange has ended. Returns the next exchange for this connection, if one waits.
    func connection(
        _ connection: Connection, finishedWith error: PostgresError?, at now: ContinuousClock.Instant
    ) -> Exchange?
    /// A notification arrived on a channel that the connection listens to.
    func connection(_ connection: Connection, notified channel: String, payload: String)
    /// The connection was open and is now closed; all its exchanges have failed.
    func connection(_ connection: Connection, endedWith error: PostgresError)
}

extension ConnectionOwner {
    func connection(
        _ connection: Connection, finishedWith error: PostgresError?, at now: ContinuousClock.Instant
    ) -> Exchange? { nil }
    func connection(_ connection: Connection, notified channel: String, payload: String) {}
    func connection(_ connection: Connection, endedWith error: PostgresError) {}
}
