/// The migrations of the program, compared with the applied migrations to find the pending ones.
struct MigrationHistory: Sendable {
    /// A row of `control.schema_migration`.
    struct Applied: Sendable, Hashable, RowDecodable {
        let version: Int
        let name: String
        let checksum: String
        /// The time at which the migration was applied, in the form of RFC 3339 in UTC with milliseconds.
        let appliedAt: String

        init(row: Row) throws(PostgresError) {
            try self.init(
                version: row("version"), name: row("name"), checksum: row("sha256"), appliedAt: row("applied_at"))
        }

        init(version: Int, name: String, checksum: String, appliedAt: String) {
            self.version = version
            self.name = name
            self.checksum = checksum
            self.appliedAt = appliedAt
        }
    }

    /// The migrations of the program, sorted by number.
    let migrations: [Migration]

    /// Sorts and checks the migrations of the program. Throws `failed` for an invalid name or a duplicate number, and `gap` for a missing number.
    init(_ migrations: [Migration]) throws(MigrationError) {
        self.migrations = migrations.sorted { $0.version < $1.version }
        for (index, migration) in self.migrations.enumerated() {
            guard migration.isNamedRight else {
                throw .failed(
                    name: migration.name,
                    reason: "the name must be four digits, an underscore and lower-case words, such as 0001_tenants")
            }
            guard migration.version > index else {
                throw .failed(name: migration.name, reason: "another migration has the same number; rename one of them")
            }
            guard migration.version == index + 1 else { throw .gap(missing: Self.number(index + 1)) }
        }
    }

    /// Returns the pending migrations, in order.
    ///
    /// - Throws: `unknown` for an applied migration whose number the program does not have; `changed` for another name or checksum; `gap` for a
    ///   migration that was not applied although a later one was.
    func pending(after applied: [Applied]) throws(MigrationError) -> [Migration] {
        let byVersion = Dictionary(applied.map { ($0.version, $0) }) { first, _ in first }
        for row in applied where row.version < 1 || row.version > migrations.count { throw .unknown(name: row.name) }
        for migration in migrations {
            guard let row = byVersion[migration.version] else { continue }
            guard row.name == migration.name, row.checksum == migration.checksum else {
                throw .changed(name: migration.name)
            }
        }
        let last = applied.map(\.version).max() ?? 0
        for migration in migrations.prefix(last) where byVersion[migration.version] == nil {
            throw .gap(missing: migration.name)
        }
        return Array(migrations.dropFirst(last))
    }

    private static func number(_ version: Int) -> String {
        let digits = String(version)
        return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    }
}
