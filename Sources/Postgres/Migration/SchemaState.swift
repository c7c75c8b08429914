/// The difference between the database's schema and the migrations of this program.
public struct SchemaState: Sendable, Hashable {
    /// The names of the program's migrations that were not applied, in order.
    public let missing: [String]
    /// The names of the program's migrations that were applied with another name or content.
    public let changed: [String]
    /// The names of the applied migrations that are newer than the program's last migration, in order.
    public let newer: [String]
    /// The number of the program's migrations that were applied unchanged.
    public let applied: Int

    public init(missing: [String] = [], changed: [String] = [], newer: [String] = [], applied: Int = 0) {
        self.missing = missing
        self.changed = changed
        self.newer = newer
        self.applied = applied
    }

    /// Whether this program can run on the schema. A newer schema still supports the previous version of the program.
    public var isUsable: Bool { missing.isEmpty && changed.isEmpty }
}

extension Migrator {
    /// Compares the applied migrations with the program's. All are missing if the schema does not exist or the role has no right on it.
    ///
    /// The service's role may call functions but not read the table. Without `schema_history()`, only the number of the last migration is compared.
    public static func state(
        of database: Database, for migrations: [Migration]
    ) async throws(PostgresError) -> SchemaState {
        let known = migrations.sorted { $0.version < $1.version }
        do throws(PostgresError) {
            let applied: [MigrationHistory.Applied] = try await database.all(
                "select version, name, sha256, applied_at from control.schema_history()", idempotent: true)
            return state(known, applied)
        } catch  where isUnknownObject(error) {
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
