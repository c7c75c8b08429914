/// The difference between the database's schema and the migrations of this program.
public struct SchemaState: Sendable, Hashable {
    /// The program's migrations that were not applied, by name, in order.
    public let missing: [String]
    /// The program's migrations that were applied with different content, or whose number another migration has taken, by name.
    public let changed: [String]
    /// The applied migrations with a higher number than the program's last migration, by name, in order.
    public let newer: [String]
    /// The number of the program's migrations that were applied, with equal content as far as the database reports it.
    public let applied: Int

    public init(missing: [String] = [], changed: [String] = [], newer: [String] = [], applied: Int = 0) {
        self.missing = missing
        self.changed = changed
        self.newer = newer
        self.applied = applied
    }

    /// Whether this program can run on the schema. A newer schema supports the previous version of the program, because
    /// migrations first expand the schema, and contract the schema once no program needs the old form.
    public var isUsable: Bool { missing.isEmpty && changed.isEmpty }
}

extension Migrator {
    /// Compares the applied migrations with the program's migrations. Calls functions, because the service's role may not read the table of
    /// migrations. Without `schema_history()`, compares only the number of the last applied migration, and `changed` and `newer` are empty. If the
    /// schema does not exist or the role has no right on it, all migrations are missing.
    ///
    /// - Throws: the errors of `Database.all`.
    public static func state(
        of database: Database, for migrations: [Migration]
    ) async throws(PostgresError) -> SchemaState {
        let known = migrations.sorted { $0.version < $1.version }
        do throws(PostgresError) {
            let applied: [MigrationHistory.Applied] = try await database.all(
                "select version, name, sha256, applied_at from control.schema_history()", idempotent: true)
            return state(known, applied)
        } catch  where isUnknownObject(error) {
            // A schema without `schema_history()` reports only its version, or does not exist.
            let version: Int?
            do throws(PostgresError) {
                let rows = try await database.rows("select control.schema_version() as version", idempotent: true)
                version = try rows.first?.optional("version", as: Int.self)
            } catch  where isUnknownObject(error) {
                version = nil
            }
            let last = version ?? 0
            let missing = known.filter { $0.version > last }.map(\.name)
            return SchemaState(missing: missing, applied: known.count - missing.count)
        }
    }

    /// Returns whether the error means an undefined function, schema or table, or a missing right.
    private static func isUnknownObject(_ error: PostgresError) -> Bool {
        ["42883", "3F000", "42P01", "42501"].contains(error.sqlState ?? "")
    }

    static func state(_ migrations: [Migration], _ applied: [MigrationHistory.Applied]) -> SchemaState {
        let byVersion = Dictionary(applied.map { ($0.version, $0) }) { first, _ in first }
        let missing = migrations.filter { byVersion[$0.version] == nil }
        let changed = migrations.filter { migration in
            byVersion[migration.version].map { $0.name != migration.name || $0.checksum != migration.checksum } ?? false
        }
        let last = migrations.last?.version ?? 0
        return SchemaState(
            missing: missing.map(\.name), changed: changed.map(\.name),
            newer: applied.filter { $0.version > last }.sorted { $0.version < $1.version }.map(\.name),
            applied: migrations.count - missing.count - changed.count)
    }
}
