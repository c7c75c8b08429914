/// The owner of a connection. The connection calls these methods on its own queue.
protocol ConnectionOwner: AnyObject, Sendable {
    /// Handles the end of an exchange, and returns the next exchange for this connection; `nil` if none waits. `error` is `nil` if the exchange
    /// succeeded, or was not sent because its caller no longer waits. `now` is the time of the connection's last progress.
    func connection(
        _ connection: Connection, finishedWith error: PostgresError?, at now: ContinuousClock.Instant
    ) -> Exchange?
    /// Handles a notification on a channel that the connection listens to.
    func connection(_ connection: Connection, notified channel: String, payload: String)
    /// Handles the end of a connection that was open. All exchanges that the connection had sent have failed.
    func connection(_ connection: Connection, endedWith error: PostgresError)
}

extension ConnectionOwner {
    func connection(
        _ connection: Connection, finishedWith error: PostgresError?, at now: ContinuousClock.Instant
    ) -> Exchange? { nil }
    func connection(_ connection: Connection, notified channel: String, payload: String) {}
    func connection(_ connection: Connection, endedWith error: PostgresError) {}
}
