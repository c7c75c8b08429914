import Foundation
import Postgres
import Synchronization
import Tenancy

/// A migrated, empty database for one test: new, or emptied after another test (`SpareDatabases`).
///
/// Usually created by `withDatabase { database in … }`, which also releases it.
public final class TestDatabase: Sendable {
    /// The database as it was taken; `nil` for a database without migrations, which no other test uses.
    private let spare: SpareDatabases.Spare?
    private let ownName: String
    private let cluster: TestCluster
    private let isNameKnown = Atomic<Bool>(false)
    private let isReleased = Atomic<Bool>(false)
    private let opened = Mutex<[String: Database]>([:])
    private let scripts = Mutex<[String: ScriptSessions]>([:])

    /// Creates a database. It is dropped by the caller or at the end of the process.
    ///
    /// - Parameter isMigrated: whether to apply the migrations; `false` for tests of the migrator.
    public static func create(isMigrated: Bool = true) async throws -> TestDatabase {
        let cluster = try await TestCluster.shared
        let name = newName()
        if isMigrated {
            let spare = try await SpareDatabases.shared.take(orCreate: name)
            return TestDatabase(name: spare.name, spare: spare, cluster: cluster)
        }
        try await cluster.createDatabase(name, template: "template1")
        return TestDatabase(name: name, spare: nil, cluster: cluster)
    }

    private static let counter = Atomic<Int>(0)

    private static func newName() -> String { "test_\(counter.add(1, ordering: .relaxed).newValue)" }

    private init(name: String, spare: SpareDatabases.Spare?, cluster: TestCluster) {
        ownName = name
        self.spare = spare
        self.cluster = cluster
        if let spare { scripts.withLock { $0["postgres"] = spare.sessions } }
    }

    /// The name of the database, such as "test_17". If a test reads the name, `release` renames the database, because programs that know this name may
    /// still be running.
    public var name: String {
        isNameKnown.store(true, ordering: .relaxed)
        return ownName
    }

    /// A libpq keyword string for the role that migrates and owns.
    public var ownerConninfo: String { cluster.conninfo(user: "app_owner", database: name) }
    /// A libpq keyword string for the service's role.
    public var runtimeConninfo: String { cluster.conninfo(user: "app_rt", database: name) }
    /// A libpq keyword string for the backup role.
    public var dumpConninfo: String { cluster.conninfo(user: "app_dump", database: name) }
    /// A libpq keyword string for the superuser, to whom row-level security does not apply.
    public var superuserConninfo: String { cluster.conninfo(user: "postgres", database: name) }

    /// A client with the service's role `app_rt`.
    public var runtime: Database { client("app_rt") }
    /// A client as `app_owner`.
    public var owner: Database { client("app_owner") }
    /// A client as the superuser, to see all rows.
    public var superuser: Database { client("postgres") }
    /// Access to the database for one tenant at a time, as in the service.
    public var tenants: TenantDatabase { TenantDatabase(runtime) }

    /// Runs a script on a persistent connection in the simple protocol. Each statement is its own transaction unless the script
    /// says otherwise, and an error ends the script. Its settings end with it.
    ///
    /// - Parameter user: `app_owner`, `app_rt`, `app_dump` or the superuser `postgres`.
    /// - Returns: the rows of all statements, one on each line, with values separated by "|" and NULL as an empty text.
    /// - Throws: `TestFailure.sql` with the server's message.
    @discardableResult
    public func sql(_ script: String, user: String = "postgres") async throws -> String {
        try await sessions(of: user).run(script)
    }

    /// Runs a script as the superuser without triggers and foreign keys, for thousands of consistent rows. Checking their foreign keys would take most
    /// of the time, because the tables have no statistics yet.
    public func insertUnchecked(_ script: String) async throws {
        try await sql("set session_replication_role = replica;\n" + script)
    }

    /// Runs a script through the program `psql`; see `TestCluster.psql`.
    @discardableResult
    public func psql(_ script: String, user: String = "postgres") async throws -> String {
        try await cluster.psql(script, user: user, database: currentName)
    }

    /// Creates a tenant, optionally with a host name.
    @discardableResult
    public func tenant(
        _ slug: String, name: String? = nil, host: String? = nil, multicast: MulticastScope = MulticastScope()
    ) async throws -> Tenant {
        func literal(_ value: String?) -> String {
            value.map { "'" + $0.replacingOccurrences(of: "'", with: "''") + "'" } ?? "null"
        }
        let title = name ?? slug.capitalized
        let id = try await sql(
            """
            with made as (
                insert into control.tenant
                            (slug, name, multicast_group, multicast_port, multicast_interface, multicast_ttl)
                values (\(literal(slug)), \(literal(title)), \(literal(multicast.group)),
                        \(literal(multicast.port.map(String.init))), \(literal(multicast.interface)),
                        \(literal(multicast.ttl.map(String.init))))
                returning tenant_id
            ), known as (
                insert into control.tenant_host (host, tenant_id)
                select host, tenant_id from made, (values (\(literal(host)))) as given (host) where host is not null
            )
            select tenant_id from made;
            """)
        let tenantID = TenantID(rawValue: Int32(id) ?? 0)
        return Tenant(
            id: tenantID, slug: slug, name: title, locale: "und", integerSeconds: false, multicast: multicast,
            origin: host.map { Origin(host: $0) } ?? .local)
    }

    /// Closes this object's clients.
    public func close() async {
        let clients = opened.withLock { opened in
            defer { opened = [:] }
            return Array(opened.values)
        }
        for client in clients { await client.close() }
        scripts.withLock { $0 = [:] }
    }

    /// Closes the clients and drops the database, even if others are still connected.
    public func drop() async throws {
        await close()
        try await cluster.sql("drop database \(ownName) with (force);")
    }

    /// Closes the clients and empties the database for another test. Drops the database if, once emptied, it would differ from a new one.
    ///
    /// - Returns: whether another test can use the database.
    @discardableResult
    func release() async throws -> Bool {
        isReleased.store(true, ordering: .relaxed)
        await close()
        let newName = isNameKnown.load(ordering: .relaxed) ? Self.newName() : nil
        if let spare, try await SpareDatabases.shared.keep(spare, renamedTo: newName) { return true }
        try await drop()
        return false
    }

    /// The database's name, or a name that does not exist once the database belongs to another test.
    private var currentName: String { isReleased.load(ordering: .relaxed) ? "released" : ownName }

    private func conninfo(user: String) -> String { cluster.conninfo(user: user, database: currentName) }

    private func sessions(of user: String) -> ScriptSessions {
        scripts.withLock { scripts in
            if let sessions = scripts[user] { return sessions }
            let sessions = ScriptSessions(conninfo: conninfo(user: user))
            scripts[user] = sessions
            return sessions
        }
    }

    private func client(_ user: String) -> Database {
        opened.withLock { opened in
            if let client = opened[user] { return client }
            var configuration = Database.Configuration(conninfo: conninfo(user: user))
            // All suites run in parallel on any machine, so only a client that hangs may fail a test by a timeout.
            configuration.waitLimit = 300
            let client = Database(configuration, logger: TestCluster.logger)
            opened[user] = client
            return client
        }
    }
}

/// Runs `body` with a database that no other test uses at the same time, and releases it afterwards.
///
/// All tests run in parallel, but only some of them may run here at the same time, so that their connections stay below the
/// server's limit. Do not nest calls: a test that needs two databases creates the second with `TestDatabase.create`.
public func withDatabase<Result: Sendable>(
    isMigrated: Bool = true, _ body: (TestDatabase) async throws -> Result
) async throws -> Result {
    try await TaskLimiter.databases.passing {
        let database = try await TestDatabase.create(isMigrated: isMigrated)
        do {
            let result = try await body(database)
            try await database.release()
            return result
        } catch {
            _ = try? await database.release()
            throw error
        }
    }
}
