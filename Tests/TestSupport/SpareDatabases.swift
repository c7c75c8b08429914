import Synchronization

/// Databases that tests have left, emptied for the next test.
///
/// Copying the template and dropping the copy takes about five times as long as emptying the few tables that a test has filled. A
/// database is kept only if tests cannot distinguish it from a new database: the catalogues, the privileges and the template's rows are
/// unchanged, and no table was analysed or vacuumed. After 10,000 written rows it is dropped, because deleted rows remain in its files.
///
/// A session of the superuser is kept with it, since a new session would read the catalogues again.
final class SpareDatabases: Sendable {
    /// A database for one test: new, or emptied after another test.
    struct Spare: Sendable {
        let name: String
        /// The superuser's sessions in the database.
        let sessions: ScriptSessions
        /// What the server counted in the database until the last test had ended.
        let counts: ChangeCounts
    }

    /// The spare databases of this process.
    static var shared: SpareDatabases {
        get async throws { try await read.value }
    }

    private static let read = Task { try await SpareDatabases(of: TestCluster.shared) }

    private let cluster: TestCluster
    /// The template's tables that have rows: their names by OID.
    private let filled: [String: String]
    /// The fingerprint of a new database's catalogues and rows.
    private let fingerprint: String
    /// The settings and privileges of a new database.
    private let settings: String
    private let spares: Mutex<[Spare]>

    /// Creates the first database and measures it.
    private init(of cluster: TestCluster) async throws {
        self.cluster = cluster
        let first = try await Self.create("test_0", in: cluster)
        let tables = try await first.sessions.run(Self.filledQuery).split(separator: "\n").map {
            $0.split(separator: "|")
        }
        filled = Dictionary(uniqueKeysWithValues: tables.map { (String($0[0]), String($0[1])) })
        fingerprint = try await first.sessions.run(Self.fingerprintQuery(filled.values.sorted()))
        settings = try await first.sessions.run(Self.settingsQuery)
        spares = Mutex([first])
    }

    /// Returns a spare database, or a new one named `name`.
    func take(orCreate name: String) async throws -> Spare {
        if let spare = spares.withLock({ $0.popLast() }) { return spare }
        return try await Self.create(name, in: cluster)
    }

    private static func create(_ name: String, in cluster: TestCluster) async throws -> Spare {
        try await cluster.createDatabase(name, template: TestCluster.template)
        return Spare(name: name, sessions: cluster.superuserSessions(in: name), counts: ChangeCounts())
    }

    /// Empties a database whose clients are closed, and keeps the database if it then equals a new one. All its sessions but one of the superuser are
    /// ended.
    ///
    /// - Parameters:
    ///   - used: the database as it was taken.
    ///   - newName: the new name, with which programs that know the present name can no longer connect; `nil` to keep the present name.
    /// - Returns: whether it is kept. The caller drops it otherwise.
    func keep(_ used: Spare, renamedTo newName: String?) async -> Bool {
        do {
            used.sessions.closeAllButOne()
            _ = try await used.sessions.run(Self.endingOtherSessions)
            let counts = try await ChangeCounts(readBy: used.sessions, countingDeletionsIn: filled.keys)
            guard try await isAsNew(used, counts) else { return false }
            let written = counts.tables(changedSince: used.counts).filter { filled[$0] == nil }
            _ = try await used.sessions.run(Self.emptying(written))
            var spare = Spare(name: used.name, sessions: used.sessions, counts: counts)
            if let newName {
                used.sessions.closeAll()
                try await cluster.sql("alter database \(used.name) rename to \(newName);")
                spare = Spare(name: newName, sessions: cluster.superuserSessions(in: newName), counts: counts)
            }
            spares.withLock { $0.append(spare) }
            return true
        } catch {
            return false
        }
    }

    /// Returns whether the database differs from a new one only by rows that can be deleted.
    ///
    /// Reading the catalogues takes long. They are read only if the server has counted a change in them, which may have been rolled back.
    private func isAsNew(_ used: Spare, _ counts: ChangeCounts) async throws -> Bool {
        guard counts.total <= 10_000, try await used.sessions.run(Self.settingsQuery) == settings else { return false }
        let isUnchanged =
            counts.catalogues == used.counts.catalogues && counts.maintenance == used.counts.maintenance
            && counts.tables(changedSince: used.counts).allSatisfy { filled[$0] == nil }
        if isUnchanged { return true }
        return try await used.sessions.run(Self.fingerprintQuery(filled.values.sorted())) == fingerprint
    }

    private static let endingOtherSessions = """
        select pg_terminate_backend(pid, 10000) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid();
        """

    private static let filledQuery = """
        select oid, oid::regclass from pg_class where relkind = 'r' and oid >= 16384 and pg_relation_size(oid) > 0;
        """

    private static let settingsQuery = """
        select datallowconn, datconnlimit, datacl, (select count(*) from pg_db_role_setting where setdatabase = d.oid)
          from pg_database d where datname = current_database();
        """

    /// Returns a query whose answer changes with the schema, privileges, statistics and rows of the template.
    private static func fingerprintQuery(_ filled: [String]) -> String {
        let catalogues = [
            "pg_class", "pg_attribute", "pg_attrdef", "pg_constraint", "pg_index", "pg_policy", "pg_proc", "pg_trigger",
            "pg_type", "pg_namespace", "pg_rewrite", "pg_sequence", "pg_extension", "pg_default_acl", "pg_publication",
            "pg_event_trigger", "pg_cast", "pg_operator", "pg_statistic_ext", "pg_largeobject_metadata", "pg_inherits",
        ]
        let versions = (catalogues + filled).map {
            "(select concat(count(*), ':', sum(xmin::text::bigint)) from \($0))"
        }
        return """
            select concat_ws(' ', \(versions.joined(separator: ", ")),
                   (select sum(reltuples) from pg_class where oid >= 16384),
                   (select count(*) from pg_statistic where starelid >= 16384));
            """
    }

    /// Returns a script that deletes all rows of the tables and restarts all sequences, without running triggers.
    private static func emptying(_ tables: [String]) -> String {
        """
        set session_replication_role = replica;
        do $$
        declare
            written regclass;
        begin
            foreach written in array '{\(tables.joined(separator: ","))}'::oid[]::regclass[] loop
                execute format('delete from %s', written);
            end loop;
            perform setval(seqrelid, seqstart, false) from pg_sequence;
        end $$;
        """
    }
}
