import Logging

/// A migrator that applies the embedded migrations to a database and records the SHA-256 of each file in `control.schema_migration` (spec O4.1).
///
/// Several migrators may run at the same time: one applies the migrations while the others wait for the lock.
public struct Migrator: Sendable {
    private let conninfo: String
    private let options: String?
    private let migrations: [Migration]
    private let lockWait: Double
    private let logger: Logger

    /// Creates a migrator for a database.
    ///
    /// - Parameters:
    ///   - conninfo: a libpq connection URI or keyword string of the owner; a direct connection, since the lock belongs to the session.
    ///   - options: additional start-up options, such as `-c role=app_owner`; `nil` for none.
    ///   - lockWait: the maximum time to wait for another migrator, in seconds.
    public init(
        conninfo: String, options: String? = nil, migrations: [Migration], lockWait: Double = 60, logger: Logger
    ) {
        self.conninfo = conninfo
        self.options = options
        self.migrations = migrations
        self.lockWait = lockWait
        self.logger = logger
    }

    /// Applies the pending migrations and returns their names, in order. Files before one that fails stay applied. After `unavailable`, the file that
    /// was being applied may have been committed.
    ///
    /// - Throws: `MigrationError`: `gap`, `changed` or `unknown`, before a file is applied; `failed` for an invalid file or one that cannot be
    ///   applied; `lockTimeout`, `denied`, `refused` or `unavailable`.
    public func migrate() async throws -> [String] {
        let history = try MigrationHistory(migrations)
        return try await connected { session in
            guard try await !history.pending(after: session.applied()).isEmpty else { return [] }
            try await session.lock(within: .seconds(lockWait))
            try await session.createTable()
            let pending = try await history.pending(after: session.applied())
            for migration in pending { try await session.apply(migration) }
            return pending.map(\.name)
        }
    }

    /// Returns the program's migrations, applied and pending, in order. Throws the errors of `migrate` except `lockTimeout`.
    public func status() async throws -> [Status] {
        let history = try MigrationHistory(migrations)
        return try await connected { session in
            let applied = try await session.applied()
            _ = try history.pending(after: applied)
            let times = Dictionary(applied.map { ($0.name, $0.appliedAt) }) { first, _ in first }
            return history.migrations.map { Status(name: $0.name, appliedAt: times[$0.name]) }
        }
    }

    /// A migration with the time at which it was applied.
    public struct Status: Sendable, Hashable {
        public let name: String
        /// The time at which the migration was applied, in the form of RFC 3339; `nil` while it is pending.
        public let appliedAt: String?

        public init(name: String, appliedAt: String?) {
            self.name = name
            self.appliedAt = appliedAt
        }
    }

    private func connected<Value>(
        _ body: (MigrationSession) async throws -> Value
    ) async throws(MigrationError) -> Value {
        do {
            let session = try await MigrationSession(conninfo: conninfo, options: options, logger: logger)
            do {
                let value = try await body(session)
                await session.close()
                return value
            } catch {
                await session.close()
                throw error
            }
        } catch let error as MigrationError {
            throw error
        } catch {
            throw MigrationError(error)
        }
    }
}
