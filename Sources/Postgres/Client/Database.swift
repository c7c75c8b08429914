import Logging

/// The asynchronous client: many requests multiplexed over few libpq connections in pipeline mode, and a
/// bounded pool for interactive transactions. Never blocks the calling thread.
public final class Database: Sendable {
    public struct Configuration: Sendable {
        /// A libpq connection URI or keyword string (libpq §34.1.1), multi-host forms included.
        public var conninfo: String
        /// Added to every connection as start-up options, such as `-c role=app_rt`.
        public var options: String?
        /// Connections that many single statements share (spec H1: two per loop).
        public var pipelines = 2
        /// Connections for transactions that decide between statements.
        public var exclusive = 4
        /// How long a caller waits for a connection, in seconds.
        public var waitLimit: Double = 2
        public var preparesStatements = true

        public init(conninfo: String) { self.conninfo = conninfo }
    }

    public init(_ configuration: Configuration, logger: Logger) {}

    /// Runs the statements as one transaction (`BEGIN; SET LOCAL …; statements; COMMIT`) sent as one pipeline:
    /// one round trip. Returns the rows of each statement.
    ///
    /// Retries on the retryable SQLSTATEs when `idempotent` (spec O section 3).
    public func batch(
        _ statements: [SQL], settings: [LocalSetting] = [], idempotent: Bool = false
    ) async throws(PostgresError) -> [[Row]] { throw .unavailable(reason: "not built yet") }

    /// Runs one statement as a transaction of its own, in the same way.
    public func rows(
        _ statement: SQL, settings: [LocalSetting] = [], idempotent: Bool = false
    ) async throws(PostgresError) -> [Row] { throw .unavailable(reason: "not built yet") }

    /// Runs `body` in a transaction on a connection of its own: commits when it returns, rolls back when it
    /// throws. The connection is back in the pool, idle, before this returns.
    public func transaction<Result: Sendable>(
        settings: [LocalSetting] = [], _ body: (Transaction) async throws -> Result
    ) async throws -> Result { throw PostgresError.unavailable(reason: "not built yet") }

    /// Ends every connection; statements that are waiting fail with `unavailable`.
    public func close() async {}
}

/// A setting that holds until the end of the transaction (`SET LOCAL name = 'value'`).
public struct LocalSetting: Sendable, Hashable {
    public let name: String
    public let value: String

    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// An open transaction; valid only inside the closure it is handed to.
public final class Transaction: Sendable {
    init() {}

    public func rows(_ statement: SQL) async throws(PostgresError) -> [Row] {
        throw .unavailable(reason: "not built yet")
    }

    /// Runs many statements in one round trip and returns the rows of each.
    public func batch(_ statements: [SQL]) async throws(PostgresError) -> [[Row]] {
        throw .unavailable(reason: "not built yet")
    }
}
