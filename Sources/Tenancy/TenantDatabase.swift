import Postgres

/// The database behind the wall: every statement runs in a transaction whose `app.tenant_id` is set, and
/// names the tenant itself as well (spec O2.3).
/// Spec O2.4.
public struct TenantDatabase: Sendable {
    public let database: Database
    /// Who keeps what is read here in memory.
    public let observers: TenantObservers

    /// - Parameter observers: shared by all that are told of the changes of this database together; by default nobody else.
    public init(_ database: Database, observers: TenantObservers = TenantObservers()) {
        self.database = database
        self.observers = observers
    }

    /// The rows of one statement, decoded.
    public func all<Value: RowDecodable>(
        in tenant: TenantID, as type: Value.Type = Value.self, _ statement: SQL
    ) async throws(PostgresError) -> [Value] {
        try await database.all(statement, settings: [Self.setting(tenant)])
    }

    /// The first row of one statement, decoded, or `nil`.
    public func first<Value: RowDecodable>(
        in tenant: TenantID, as type: Value.Type = Value.self, _ statement: SQL
    ) async throws(PostgresError) -> Value? {
        try await database.first(statement, settings: [Self.setting(tenant)])
    }

    /// The rows of one statement as they are.
    public func rows(in tenant: TenantID, _ statement: SQL) async throws(PostgresError) -> [Row] {
        try await database.rows(statement, settings: [Self.setting(tenant)])
    }

    /// Several statements as one transaction in one round trip; the rows of each.
    ///
    /// - Parameter idempotent: whether the transaction may be sent again when it is not known if it was
    ///   committed (spec O3.1).
    public func batch(
        in tenant: TenantID, _ statements: [SQL], idempotent: Bool = false
    ) async throws(PostgresError) -> [[Row]] {
        try await database.batch(statements, settings: [Self.setting(tenant)], idempotent: idempotent)
    }

    /// A transaction that decides between its statements.
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
