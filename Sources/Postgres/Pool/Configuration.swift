import Dispatch

/// The configuration of the connection pools of a database.
public struct PoolConfiguration: Sendable {
    /// The address of the database. By default, `connect_timeout` is 2 s per host, and `tcp_user_timeout` 3000 ms (spec O3.3).
    public let connection: ConnectionString
    /// The start-up options that are added to every connection, such as `-c role=app_rt`; `nil` for none.
    public var options: String?
    /// The number of shared connections for statements outside interactive transactions, at least 1. Ignored if `loopQueues` is not empty.
    public var pipelines = 2
    /// The serial queues of the event loops that use the database. Each loop gets two shared connections on its queue, so that requests and answers
    /// need no thread switch (spec H1, H2): one for reads, one for writes.
    public var loopQueues: [DispatchQueue] = []
    /// The maximum number of outstanding requests on one shared connection. A server process handles several requests at once at less cost.
    public var pipelineDepth = 64
    /// The form in which statements are sent as a transaction.
    public var transactionForm = TransactionForm.explicit
    /// The maximum number of connections for interactive transactions, at least 1.
    public var exclusive = 4
    /// The maximum time in seconds for which a call waits for a connection, and within which a failed `Database.batch` is retried.
    public var waitLimit: Double = 1.9
    /// The maximum number of waiting callers per pool, of all realms together. Above it, one caller gets `poolTimeout`, usually the newest of the
    /// longest line (`FairQueue`).
    public var waitingLimit = 10_000
    /// The duration of a group's transaction after which further callers no longer wait for its end (`Database.groupedBatch`).
    public var groupPatience = Duration.milliseconds(100)
    /// The time in seconds for which a request may stay unanswered unless its session is working; `nil` for 0.75 × `waitLimit`, at least 1.5.
    public var silenceLimit: Double?
    /// The maximum time in seconds for which a statement may run on a shared connection, which is then closed. It must exceed the duration of the
    /// longest statement sent through `batch`. It does not apply to `Database.transaction`.
    public var statementLimit: Double = 15
    /// Whether statements are prepared on the server. Use `false` for a pooler that gives each transaction another server connection (PgBouncer
    /// before 1.21; spec O3.8); the time zone and the date style are then not set either.
    public var preparesStatements = true

    public init(_ connection: ConnectionString) { self.connection = connection }

    /// Creates a configuration with default limits for a libpq connection URI or keyword string.
    public init(conninfo: String) { connection = ConnectionString(conninfo) }
}

/// The form in which statements are sent as a transaction with their settings.
public enum TransactionForm: Sendable, Hashable {
    /// `BEGIN; SET LOCAL …; statements; COMMIT`. This form works with every server, including Citus.
    case explicit
    /// `select where set_config(…, true) is null; statements` up to one Sync, which the server executes as one transaction (PostgreSQL §55.2.3). This
    /// form takes less work, but only for plain PostgreSQL: Citus does not pass `set_config` on to its workers (spec O3.11).
    case implicit
}

extension PoolConfiguration {
    var parameters: ConnectionParameters {
        get throws(PostgresError) {
            try ConnectionParameters(
                conninfo: connection.text, options: options, setsSession: preparesStatements,
                servers: connection.servers)
        }
    }

    /// The protocol of the connections. Each prepared statement takes a few kilobytes on the server.
    var mode: Connection.Mode { .pipeline(preparedLimit: preparesStatements ? 512 : 0) }
    /// The loop queue of each shared connection; `nil` for a queue of its own.
    var sharedQueues: [LoopQueue?] {
        guard loopQueues.isEmpty else { return loopQueues.map(LoopQueue.init).flatMap { [$0, $0] } }
        return Array(repeating: nil, count: max(1, pipelines))
    }
    var waitDuration: Duration { .seconds(waitLimit) }
    /// The limits on the server's silence on shared connections.
    var sharedLimits: SilenceLimits {
        SilenceLimits(server: exclusiveLimits.server, statement: .seconds(statementLimit))
    }
    /// The limits on the server's silence, without a limit for a running statement.
    var exclusiveLimits: SilenceLimits { SilenceLimits(server: .seconds(silenceLimit ?? max(1.5, waitLimit * 0.75))) }
    var backoff: Backoff { Backoff() }
}
