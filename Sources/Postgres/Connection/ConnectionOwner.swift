/// The owner of a connection. The connection calls these methods on its own queue.
protocol ConnectionOwner: AnyObject, Sendable {
    /// Handles the end of an exchange. Returns the next exchange for this connection; `nil` for none.
    ///
    /// - Parameters:
    ///   - error: the first error of the exchange; `nil` if the exchange succeeded, or was not sent because its caller no longer waits.
    ///   - now: the time at which data last arrived, or at which a request was last sent while none was outstanding.
    func connection(
        _ connection: Connection, finishedWith error: PostgresError?, at now: ContinuousClock.Instant
    ) -> Exchange?
    /// Handles a notification on a channel that the connection listens to.
    func connection(_ connection: Connection, notified channel: String, payload: String)
    /// Handles the end of a connection that was open. All exchanges that the connection had sent have failed, and
    /// exchanges submitted since then fail with `unavailable`.
    func connection(_ connection: Connection, endedWith error: PostgresError)
}

extension ConnectionOwner {
    func connection(
        _ connection: Connection, finishedWith error: PostgresError?, at now: ContinuousClock.Instant
    ) -> Exchange? { nil }
    func connection(_ connection: Connection, notified channel: String, payload: String) {}
    func connection(_ connection: Connection, endedWith error: PostgresError) {}
}
