import Foundation
import Postgres
import Synchronization
import Tenancy

/// A migrated, empty database for one test: new, or emptied after another test (`SpareDatabases`).
///
/// Usually created by `withDatabase { database in … }`, which also releases it.
public final class TestDatabase: Sendable {
    /// The database's name, such as "test_17".
    public let name: String
    private let isMigrated: Bool
    private let cluster: TestCluster
    private let opened = Mutex<[String: Database]>([:])
    private let scripts = Mutex<[String: ScriptSessions]>([:])

    /// Creates a database. It is dropped by the caller or at the end of the process.
    ///
    /// - Parameter isMigrated: whether to apply the migrations; `false` for tests of the migrator.
    public static func create(isMigrated: Bool = true) async throws -> TestDatabase {
        let cluster = try await TestCluster.shared
        let name = "test_\(counter.add(1, ordering: .relaxed).newValue)"
        if isMigrated, try await SpareDatabases.shared.take(as: name) {
            return TestDatabase(name: name, isMigrated: true, cluster: cluster)
        }
        try await cluster.createDatabase(name, template: isMigrated ? TestCluster.template : "template1")
        return TestDatabase(name: name, isMigrated: isMigrated, cluster: cluster)
    }

    private static let counter = Atomic<Int>(0)

    private init(name: String, isMigrated: Bool, cluster: TestCluster) {
        self.name = name
        self.isMigrated = isMigrated
        self.cluster = cluster
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
    public var runtime: Database { client(runtimeConninfo) }
    /// A client as `app_owner`.
    public var owner: Database { client(ownerConninfo) }
    /// A client as the superuser, to see all rows.
    public var superuser: Database { client(superuserConninfo) }
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
        try await cluster.psql(script, user: user, database: name)
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
        try await cluster.sql("drop database \(name) with (force);")
    }

    /// Closes the clients and empties the database for another test. Drops the database if, once emptied, it differs from a new one.
    func release() async throws {
        let session = sessions(of: "postgres")
        await close()
        if isMigrated, try await SpareDatabases.shared.keep(name, session) { return }
        try await drop()
    }

    private func sessions(of user: String) -> ScriptSessions {
        scripts.withLock { scripts in
            if let sessions = scripts[user] { return sessions }
            let sessions = ScriptSessions(conninfo: cluster.conninfo(user: user, database: name))
            scripts[user] = sessions
            return sessions
        }
    }

    private func client(_ conninfo: String) -> Database {
        opened.withLock { opened in
            if let client = opened[conninfo] { return client }
            var configuration = Database.Configuration(conninfo: conninfo)
            // All suites run in parallel on any machine, so only a client that hangs may fail a test by a timeout.
            configuration.waitLimit = 300
            let client = Database(configuration, logger: TestCluster.logger)
            opened[conninfo] = client
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
            try? await database.release()
            throw error
        }
    }
}
