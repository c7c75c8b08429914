/// The changes in a database that PostgreSQL has counted (PostgreSQL manual, section 28.2, "The Cumulative Statistics System"). Reading the counts takes
/// a fraction of the time in which the tables could be compared.
///
/// Changes that were rolled back count, too.
struct ChangeCounts: Sendable {
    /// The number of changes in the system catalogues.
    private(set) var catalogues = 0
    /// The number of times that tables were vacuumed or analysed.
    private(set) var maintenance = 0
    /// The number of changes in the rows of each table that has any, by the OID of the table.
    private var rows: [String: Int] = [:]

    /// Creates the counts of a new database.
    init() {}

    /// Reads the counts. All other sessions must have ended, since a session may report its last changes only when it ends.
    ///
    /// - Parameter filled: the OIDs of the tables whose deleted rows count. In the other tables, only inserted and updated rows count.
    init(readBy sessions: ScriptSessions, countingDeletionsIn filled: some Sequence<String>) async throws {
        let answer = try await sessions.run(
            """
            select pg_stat_force_next_flush();
            with counted as (
                select oid, oid < 16384 as is_catalogue,
                       pg_stat_get_tuples_inserted(oid) + pg_stat_get_tuples_updated(oid) as written,
                       pg_stat_get_tuples_deleted(oid) as deleted,
                       pg_stat_get_vacuum_count(oid) + pg_stat_get_analyze_count(oid) as maintained
                  from pg_class where relkind = 'r'
            )
            select case when not is_catalogue then oid end,
                   sum(written + case when is_catalogue or oid in (\(filled.joined(separator: ", "))) then deleted else 0 end),
                   sum(maintained)
              from counted where written + deleted + maintained > 0 group by 1;
            """)
        for line in answer.split(separator: "\n") {
            let columns = line.split(separator: "|", omittingEmptySubsequences: false)
            guard columns.count == 3, let changes = Int(columns[1]), let maintained = Int(columns[2]) else { continue }
            maintenance += maintained
            if columns[0].isEmpty { catalogues = changes } else { rows[String(columns[0])] = changes }
        }
    }

    /// The number of changes in the rows of all tables.
    var total: Int { rows.values.reduce(0, +) }

    /// Returns the OIDs of the tables whose rows have changed since the other counts were read.
    func tables(changedSince other: ChangeCounts) -> [String] {
        rows.filter { other.rows[$0.key] != $0.value }.keys.sorted()
    }
}
