import Dispatch

extension Database {
    /// How to reach the database and how much of it to use.
    public struct Configuration: Sendable {
        /// Where the database is. Unless it says otherwise: `connect_timeout=2` for each host, keepalives after 10 s,
        /// `tcp_user_timeout=3000` (spec O3.3).
        public let connection: ConnectionString
        /// Added to every connection as start-up options, such as `-c role=app_rt`.
        public var options: String?
        /// Connections that many single statements share (spec H1: two per loop).
        public var pipelines = 2
        /// The serial queues of event loops that ask the most. Each gets two shared connections of its own, which live on
        /// it: question and answer then change no thread (spec H1, H2). The second one is asked where the first is full
        /// or slow. Empty for `pipelines` connections on queues of their own.
        public var homes: [DispatchQueue] = []
        /// Requests that may be under way on one of them; more go to another, or wait in line: the more one server
        /// process finds at a time, the less each costs.
        public var pipelineDepth = 64
        /// How a single statement on one of them becomes a transaction; several are always between BEGIN and COMMIT.
        public var transactionForm = TransactionForm.explicit
        /// Connections for transactions that decide between statements.
        public var exclusive = 4
        /// How long a caller waits for a connection, in seconds.
        public var waitLimit: Double = 1.9
        /// How many callers may wait at all in each pool; over it the newest of the realm with the longest line gets
        /// `poolTimeout` at once.
        public var waitingLimit = 10_000
        /// How long a connection may leave what was sent unanswered before the server is taken for frozen and all
        /// connections to it are given up, in seconds; `nil` for three quarters of `waitLimit`, at least 1.5. After half of it the
        /// server is asked on another connection what the session is doing: one that is at work is left alone.
        public var silenceLimit: Double?
        /// How long a shared connection may be at work on one statement, others waiting behind it, before it is given
        /// up, in seconds: longer than any statement that is sent through `batch` may take. Transactions have
        /// connections of their own, where `statement_timeout` is the limit: a longer one says that a statement may
        /// take its time.
        public var statementLimit: Double = 15
        /// Whether statements are prepared on the server, once a connection. `false` for a pooler that gives
        /// each transaction another server connection (PgBouncer before 1.21; spec O3.8); then no session
        /// parameters are sent either.
        public var preparesStatements = true

        public init(_ connection: ConnectionString) { self.connection = connection }

        /// - Parameter conninfo: a libpq connection URI or keyword string.
        public init(conninfo: String) { connection = ConnectionString(conninfo) }
    }

    /// How a statement becomes a transaction with its settings.
    public enum TransactionForm: Sendable, Hashable {
        /// `BEGIN; SET LOCAL …; statements; COMMIT`. Right for every server, Citus included.
        case explicit
        /// `select where set_config(…, true) is null; statement` up to one Sync, which the server takes for one transaction
        /// (PostgreSQL §55.2.3). Less work for both sides, for a plain PostgreSQL only: Citus does not pass
        /// `set_config` on to its workers, where the tenant's wall then hides every row (spec O3.11).
        case implicit
    }
}

extension Database.Configuration {
    var parameters: ConnectionParameters {
        get throws(PostgresError) {
            try ConnectionParameters(
                conninfo: connection.text, options: options, setsSession: preparesStatements,
                servers: connection.servers)
        }
    }

    /// The most prepared statements per connection. Each takes a few kilobytes on the server.
    var mode: Connection.Mode { .pipeline(preparedLimit: preparesStatements ? 512 : 0) }
    /// The home executor of each shared connection, or `nil`.
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
