/// A snapshot of the pools, for metrics and readiness.
public struct PoolFacts: Sendable, Hashable {
    /// The number of open shared connections.
    public internal(set) var pipelinesOpen = 0
    /// The number of shared connections that are not open yet or are being reopened.
    public internal(set) var pipelinesDown = 0
    /// The number of unanswered requests on shared connections.
    public internal(set) var pipelineInFlight = 0
    /// The number of requests waiting for room on a shared connection.
    public internal(set) var pipelineWaiting = 0
    /// The number of callers waiting for the transaction of a group (`Database.groupedBatch`).
    public internal(set) var groupWaiting = 0
    /// The number of idle connections for transactions.
    public internal(set) var exclusiveIdle = 0
    /// The number of connections in use by a transaction.
    public internal(set) var exclusiveBusy = 0
    /// The number of connections for transactions that are being opened.
    public internal(set) var exclusiveOpening = 0
    /// The number of callers waiting for a connection for a transaction.
    public internal(set) var exclusiveWaiting = 0
    /// The times for which callers have waited for a connection. Callers that were served immediately, refused or cancelled are not counted.
    public internal(set) var waitTimes = WaitTimes()
    /// The time at which the server last refused a statement because its disk was full (SQLSTATE 53100); `nil` if never.
    public internal(set) var diskFullAt: ContinuousClock.Instant?

    /// The number of callers that have waited for a connection so far, counted as in `waitTimes`.
    public var waits: Int { Int(waitTimes.cumulativeCounts.last ?? 0) }
}
