import Postgres

/// Access to the database for one tenant at a time (spec O2.3, O2.4). Every statement runs with `app.tenant_id` set, so that row-level security hides
/// other tenants. Every statement must also name the tenant.
public struct TenantDatabase: Sendable {
    public let database: Database
    /// The observers that keep data of this database in memory.
    public let observers: TenantObservers

    /// Creates access to a database. `observers` are notified of changes in this database.
    public init(_ database: Database, observers: TenantObservers = TenantObservers()) {
        self.database = database
        self.observers = observers
    }

    /// Runs one statement and returns its rows.
    public func all<Value: RowDecodable>(
        in tenant: TenantID, as type: Value.Type = Value.self, _ statement: SQL
    ) async throws(PostgresError) -> [Value] {
        try await database.all(statement, settings: [Self.setting(tenant)])
    }

    /// Runs one statement and returns its first row; `nil` if there are no rows.
    public func first<Value: RowDecodable>(
        in tenant: TenantID, as type: Value.Type = Value.self, _ statement: SQL
    ) async throws(PostgresError) -> Value? {
        try await database.first(statement, settings: [Self.setting(tenant)])
    }

    /// Runs one statement and returns its rows without decoding them.
    public func rows(in tenant: TenantID, _ statement: SQL) async throws(PostgresError) -> [Row] {
        try await database.rows(statement, settings: [Self.setting(tenant)])
    }

    /// Runs several statements as one transaction in one round trip and returns the rows of each.
    ///
    /// - Parameter idempotent: whether the transaction may be repeated if the connection fails before the result of the commit is known (spec O3.1).
    ///   With `false`, this failure is thrown, although the transaction may have been committed.
    public func batch(
        in tenant: TenantID, _ statements: [SQL], idempotent: Bool = false
    ) async throws(PostgresError) -> [[Row]] {
        try await database.batch(statements, settings: [Self.setting(tenant)], idempotent: idempotent)
    }

    /// Runs several statements like `batch`, or in one transaction with those of other callers in the same tenant. `lockOrder` names what the
    /// statements lock; see `Database.groupedBatch`.
    public func groupedBatch(
        in tenant: TenantID, _ statements: [SQL], lockOrder: String
    ) async throws(PostgresError) -> [[Row]] {
        try await database.groupedBatch(statements, settings: [Self.setting(tenant)], lockOrder: lockOrder)
    }

    /// Runs a transaction whose statements depend on earlier results. It is committed when `body` returns, rolled back if `body` throws or the task
    /// is cancelled, and never repeated. Throws the error of `body` and the errors of `Database.transaction`.
    public func transaction<Result: Sendable>(
        in tenant: TenantID, _ body: (Transaction) async throws -> Result
    ) async throws -> Result {
        try await database.transaction(settings: [Self.setting(tenant)], body)
    }

    static func setting(_ tenant: TenantID) -> LocalSetting {
        LocalSetting(settingName, String(tenant.rawValue))
    }

    private static let settingName: LocalSetting.Name = "app.tenant_id"
}
