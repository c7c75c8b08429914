import Dispatch

/// The configuration of a connection pool: the address of the database, the start-up options of the connections, and limits.
public struct PoolConfiguration: Sendable {
    /// The address of the database. The defaults are a `connect_timeout` of 2 s for each host, keepalives after 10 s, and a `tcp_user_timeout` of
    /// 3000 ms (spec O3.3).
    public let connection: ConnectionString
    /// The start-up options that are added to every connection, such as `-c role=app_rt`; `nil` for no options.
    public var options: String?
    /// The number of shared connections for single statements, at least 1. Ignored if `loopQueues` is not empty.
    public var pipelines = 2
    /// The serial queues of the event loops that use the database. Each loop gets two shared connections that run on
    /// the loop's queue, so that requests and answers need no thread switch (spec H1, H2): one for statements that only read, one for others. Each
    /// also takes the other's statements while the other is full or slow. If the array is empty, `pipelines` connections on queues of their own are
    /// used.
    public var loopQueues: [DispatchQueue] = []
    /// The maximum number of outstanding requests on one shared connection. Further requests use another connection or wait.
    /// A server process that finds several requests at once handles each at less cost.
    public var pipelineDepth = 64
    /// The form in which statements are sent as a transaction.
    public var transactionForm = TransactionForm.explicit
    /// The maximum number of connections for interactive transactions, at least 1.
    public var exclusive = 4
    /// The maximum time in seconds for which a call waits for a connection, and within which a failed transaction is retried.
    public var waitLimit: Double = 1.9
    /// The maximum number of waiting callers per pool. Above this number, one caller immediately gets `poolTimeout`, usually
    /// the newest of the realm with the longest line (`FairQueue`).
    public var waitingLimit = 10_000
    /// The duration of a transaction of a group after which further callers no longer wait for its end (`Database.groupedBatch`).
    public var groupPatience = Duration.milliseconds(100)
    /// The time in seconds for which a request may stay unanswered; `nil` for three quarters of `waitLimit`, at least 1.5. After
    /// half of this time, another connection asks the server for the state of the session. If the server does not answer, all
    /// connections to the server are closed. If the session has not received the request, its connection is closed. If the
    /// session is working, its connection stays open.
    public var silenceLimit: Double?
    /// The maximum time for which a statement may run on a shared connection, where other statements wait behind it, in seconds. Afterwards the
    /// connection is closed. The limit must exceed the duration of the longest statement sent through `batch`. Transactions have connections of their
    /// own, on which only `statement_timeout` ends a running statement.
    public var statementLimit: Double = 15
    /// Whether statements are prepared on the server, once per connection. Use `false` for a pooler that gives each transaction another server
    /// connection (PgBouncer before 1.21; spec O3.8). With `false`, the time zone and the date style are not set either.
    public var preparesStatements = true

    public init(_ connection: ConnectionString) { self.connection = connection }

    /// Creates a configuration with default limits.
    ///
    /// - Parameter conninfo: a libpq connection URI or keyword string.
    public init(conninfo: String) { connection = ConnectionString(conninfo) }
}

/// The form in which statements are sent as a transaction with their settings.
public enum TransactionForm: Sendable, Hashable {
    /// `BEGIN; SET LOCAL …; statements; COMMIT`. This form works with every server, including Citus.
    case explicit
    /// `select where set_config(…, true) is null; statements` up to one Sync, which the server executes as one transaction
    /// (PostgreSQL §55.2.3). This form is less work for client and server, but works only with plain PostgreSQL: Citus does
    /// not pass `set_config` on to its workers, where row-level security then hides every row (spec O3.11).
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

    /// The protocol of the connections, with at most 512 prepared statements per connection. Each prepared statement takes a
    /// few kilobytes on the server.
    var mode: Connection.Mode { .pipeline(preparedLimit: preparesStatements ? 512 : 0) }
    /// The loop queue of each shared connection; `nil` for a queue of its own.
    var sharedQueues: [LoopQueue?] {
        guard loopQueues.isEmpty else { return loopQueues.map(LoopQueue.init).flatMap { [$0, $0] } }
        return Array(repeating: nil, count: max(1, pipelines))
    }
    var waitDuration: Duration { .seconds(waitLimit) }
    /// The limits on the server's silence on shared connections, including `statementLimit` for a running statement.
    var sharedLimits: SilenceLimits {
        SilenceLimits(server: exclusiveLimits.server, statement: .seconds(statementLimit))
    }
    /// The limits on the server's silence on exclusive connections. If `silenceLimit` is `nil`, the limit is three quarters of `waitLimit`, at least
    /// 1.5 seconds.
    var exclusiveLimits: SilenceLimits { SilenceLimits(server: .seconds(silenceLimit ?? max(1.5, waitLimit * 0.75))) }
    var backoff: Backoff { Backoff() }
}
