import Logging

/// One numbered forward-only file of SQL.
public struct Migration: Sendable, Hashable {
    /// "0001_tenancy": four digits, an underscore, lower-case words.
    public let name: String
    public let sql: String

    public init(name: String, sql: String) {
        self.name = name
        self.sql = sql
    }

    public var version: Int { Int(name.prefix(4)) ?? 0 }
}

/// Brings a database up to the embedded migrations (spec O section 4): SHA-256 of each file recorded in
/// `control.schema_migration`, lock by polling `pg_try_advisory_lock`, each file in its own transaction
/// unless its first line says `-- no-transaction`.
public struct Migrator: Sendable {
    public init(conninfo: String, options: String? = nil, migrations: [Migration], logger: Logger) {}

    /// Applies what is missing; returns the names applied now. Throws `MigrationError` on a gap or a changed
    /// checksum, before anything is touched.
    public func migrate() async throws -> [String] { throw MigrationError.unavailable(reason: "not built yet") }

    /// Which migrations are applied and which pending.
    public func status() async throws -> [Status] { throw MigrationError.unavailable(reason: "not built yet") }

    public struct Status: Sendable, Hashable {
        public let name: String
        /// When it was applied, RFC 3339; `nil` while pending.
        public let appliedAt: String?
    }
}

public enum MigrationError: Error, Sendable, Hashable {
    case gap(missing: String)
    case changed(name: String)
    case unknown(name: String)
    case failed(name: String, reason: String)
    case lockTimeout
    case unavailable(reason: String)
}
