import Dispatch

/// How to reach the database, and the limits on its use.
public struct PoolConfiguration: Sendable {
    /// The address of the database. Defaults: `connect_timeout=2` for each host, keepalives after 10 s,
    /// `tcp_user_timeout=3000` (spec O3.3).
    public let connection: ConnectionString
    /// Added to every connection as start-up options, such as `-c role=app_rt`.
    public var options: String?
    /// The number of shared connections for single statements (spec H1: two per loop).
    public var pipelines = 2
    /// The serial queues of the event loops that send the most requests. Each gets two shared connections that run on its
    /// queue, so that request and answer change no thread (spec H1, H2). The second connection is used while the first is
    /// full or slow. If empty, `pipelines` connections on queues of their own are used.
    public var homes: [DispatchQueue] = []
    /// The most requests outstanding on one shared connection; further ones go to another connection or wait. A server
    /// process that finds several requests at once handles each at less cost.
    public var pipelineDepth = 64
    /// How a single statement becomes a transaction; several statements are always sent between BEGIN and COMMIT.
    public var transactionForm = TransactionForm.explicit
    /// The number of connections for interactive transactions.
    public var exclusive = 4
    /// How long a caller waits for a connection, in seconds.
    public var waitLimit: Double = 1.9
    /// The most waiting callers per pool. Above it, the newest caller of the realm with the longest line immediately gets
    /// `poolTimeout`.
    public var waitingLimit = 10_000
    /// How long a connection may leave a request unanswered before the server counts as frozen and all connections to it
    /// are closed, in seconds; `nil` for three quarters of `waitLimit`, at least 1.5. After half of this time the server is
    /// asked on another connection what the session is doing; a connection whose session is working stays open.
    public var silenceLimit: Double?
    /// How long a statement may run on a shared connection while others wait behind it, in seconds, before the connection
    /// is closed. It must exceed the longest statement sent through `batch`. Transactions have connections of their own,
    /// limited by `statement_timeout`; a longer `statement_timeout` permits a longer statement.
    public var statementLimit: Double = 15
    /// Whether statements are prepared on the server, once per connection. Use `false` for a pooler that gives each
    /// transaction another server connection (PgBouncer before 1.21; spec O3.8); then no session parameters are sent
    /// either.
    public var preparesStatements = true

    public init(_ connection: ConnectionString) { self.connection = connection }

    /// - Parameter conninfo: a libpq connection URI or keyword string.
    public init(conninfo: String) { connection = ConnectionString(conninfo) }
}

/// How a statement becomes a transaction with its settings.
public enum TransactionForm: Sendable, Hashable {
    /// `BEGIN; SET LOCAL …; statements; COMMIT`. Works with every server, including Citus.
    case explicit
    /// `select where set_config(…, true) is null; statement` up to one Sync, which the server executes as one transaction
    /// (PostgreSQL §55.2.3). Less work for client and server, but only for a plain PostgreSQL: Citus does not pass
    /// `set_config` on to its workers, where row-level security then hides every row (spec O3.11).
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

    /// The most prepared statements per connection. Each takes a few kilobytes on the server.
    var mode: Connection.Mode { .pipeline(preparedLimit: preparesStatements ? 512 : 0) }
    /// The home of each shared connection; `nil` for a queue of its own.
    var sharedHomes: [ConnectionHome?] {
        guard homes.isEmpty else { return homes.map(ConnectionHome.init).flatMap { [$0, $0] } }
        return Array(repeating: nil, count: max(1, pipelines))
    }
    var waitDuration: Duration { .seconds(waitLimit) }
    /// The silence limits of shared connections.
    var sharedLimits: SilenceLimits {
        SilenceLimits(server: exclusiveLimits.server, statement: .seconds(statementLimit))
    }
    /// The silence limits of exclusive connections.
    var exclusiveLimits: SilenceLimits { SilenceLimits(server: .seconds(silenceLimit ?? max(1.5, waitLimit * 0.75))) }
    var backoff: Backoff { Backoff() }
}
