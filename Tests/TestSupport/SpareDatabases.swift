import Synchronization

/// Databases that tests have left, emptied for the next test.
///
/// Copying the template and dropping the copy takes about five times as long as emptying the few tables that a test has filled. A
/// database is kept only if tests cannot distinguish it from a new database: the catalogues, the privileges and the template's rows are
/// unchanged, no table was analysed or vacuumed, and the database has not grown by more than 2 MiB. The database gets a new name, so that
/// programs that an earlier test left running cannot connect to it.
final class SpareDatabases: Sendable {
    /// The spare databases of this process.
    static var shared: SpareDatabases {
        get async throws { try await read.value }
    }

    private static let read = Task { try await SpareDatabases(of: TestCluster.shared) }

    private let cluster: TestCluster
    /// The template's tables that have rows.
    private let filled: [String]
    /// The fingerprint of a new database.
    private let fingerprint: String
    /// The size of a new database in bytes.
    private let size: Int
    private let names: Mutex<[String]>

    /// Creates the first database and measures it.
    private init(of cluster: TestCluster) async throws {
        self.cluster = cluster
        let first = "test_0"
        try await cluster.createDatabase(first, template: TestCluster.template)
        let session = ScriptSessions(conninfo: cluster.conninfo(user: "postgres", database: first))
        filled = try await session.run(Self.filledQuery).split(separator: "\n").map(String.init)
        fingerprint = try await session.run(Self.fingerprintQuery(filled))
        size = Int(try await session.run(Self.sizeQuery)) ?? 0
        names = Mutex([first])
    }

    /// Renames a spare database to `name`.
    ///
    /// - Returns: whether a spare database was available.
    func take(as name: String) async throws -> Bool {
        guard let spare = names.withLock({ $0.popLast() }) else { return false }
        do {
            try await cluster.sql("alter database \(spare) rename to \(name);")
            return true
        } catch {
            try await cluster.sql("drop database \(spare) with (force);")
            return false
        }
    }

    /// Empties a database whose clients are closed, and keeps the database if it then equals a new one. All its sessions but that of the superuser,
    /// `session`, are ended.
    ///
    /// - Returns: whether it is kept. The caller drops it otherwise.
    func keep(_ name: String, _ session: ScriptSessions) async -> Bool {
        do {
            _ = try await session.run(
                """
                select pg_terminate_backend(pid, 10000) from pg_stat_activity
                 where datname = current_database() and pid <> pg_backend_pid();
                """)
            guard try await session.run(Self.fingerprintQuery(filled)) == fingerprint,
                let size = Int(try await session.run(Self.sizeQuery)), size < self.size + 2 << 20
            else { return false }
            _ = try await session.run(Self.emptying(except: filled))
        } catch {
            return false
        }
        names.withLock { $0.append(name) }
        return true
    }

    private static let sizeQuery = "select pg_database_size(current_database());"

    private static let filledQuery = """
        select oid::regclass from pg_class
         where relkind = 'r' and oid >= 16384 and pg_relation_size(oid) > 0 order by 1;
        """

    /// Returns a query whose answer changes with the schema, privileges, settings, statistics and rows of the template.
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
                   (select count(*) from pg_statistic where starelid >= 16384),
                   (select concat(datallowconn, datconnlimit, datacl::text) from pg_database
                     where datname = current_database()),
                   (select count(*) from pg_db_role_setting join pg_database d on d.oid = setdatabase
                     where datname = current_database()));
            """
    }

    /// Returns a script that deletes all rows but those of the template and starts the sequences again. No trigger runs.
    private static func emptying(except filled: [String]) -> String {
        let kept = filled.map { "'\($0)'::regclass" }.joined(separator: ", ")
        return """
            set session_replication_role = replica;
            do $$
            declare
                filled regclass;
                counter pg_sequence;
            begin
                for filled in
                    select oid from pg_class
                     where relkind = 'r' and oid >= 16384 and oid not in (\(kept)) and pg_relation_size(oid) > 0
                loop
                    execute format('delete from %s', filled);
                end loop;
                for counter in select * from pg_sequence loop
                    perform setval(counter.seqrelid, counter.seqstart, false);
                end loop;
            end $$;
            """
    }
}
