/// A snapshot of the pools, for metrics and readiness.
public struct PoolFacts: Sendable, Hashable {
    /// Shared connections that are open.
    public internal(set) var pipelinesOpen = 0
    /// Shared connections that are not: not asked for yet, or lost and being opened again.
    public internal(set) var pipelinesDown = 0
    /// Requests sent to shared connections and not answered yet.
    public internal(set) var pipelineInFlight = 0
    /// Requests waiting for room on a shared connection.
    public internal(set) var pipelineWaiting = 0
    /// Connections for transactions: open and unused.
    public internal(set) var exclusiveIdle = 0
    /// The number of connections in a transaction.
    public internal(set) var exclusiveBusy = 0
    /// The number of connections in the handshake.
    public internal(set) var exclusiveOpening = 0
    /// Callers waiting for one.
    public internal(set) var exclusiveWaiting = 0
    /// How long callers have waited for a connection so far.
    public internal(set) var waitTimes = WaitTimes()
    /// When the server last refused a statement because its disk is full (SQLSTATE 53100).
    public internal(set) var diskFullAt: ContinuousClock.Instant?

    /// How many callers have waited for a connection so far; a counter.
    public var waits: Int { Int(waitTimes.cumulativeCounts.last ?? 0) }
}
