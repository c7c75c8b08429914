/// How the database's schema compares with the migrations of this program.
public struct SchemaState: Sendable, Hashable {
    /// Names of our migrations that were not applied, in order.
    public let missing: [String]
    /// Names of our migrations that were applied with different content, or in whose place another one was.
    public let changed: [String]
    /// Names of migrations that were applied after the last of ours: a newer program's.
    public let newer: [String]
    /// How many of ours were applied as they are.
    public let applied: Int

    public init(missing: [String] = [], changed: [String] = [], newer: [String] = [], applied: Int = 0) {
        self.missing = missing
        self.changed = changed
        self.newer = newer
        self.applied = applied
    }

    /// Whether this program runs on it. The version before runs on a newer schema: a migration first expands, and contracts
    /// when no program needs the old form any more.
    public var isUsable: Bool { missing.isEmpty && changed.isEmpty }
}

extension Migrator {
    /// Holds what was applied against our migrations, as the role of the service: through functions, without any right on
    /// the table.
    ///
    /// - Throws: `PostgresError` when the database does not answer.
    public static func state(
        of database: Database, for migrations: [Migration]
    ) async throws(PostgresError) -> SchemaState {
        let known = migrations.sorted { $0.version < $1.version }
        do throws(PostgresError) {
            let applied: [MigrationHistory.Applied] = try await database.all(
                "select version, name, sha256, applied_at from control.schema_history()", idempotent: true)
            return state(known, applied)
        } catch  where isUnknownObject(error) {
            // A schema from before that function; it tells its version at least, or is not there at all.
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

    /// Undefined function, schema, table, or a schema without rights.
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
