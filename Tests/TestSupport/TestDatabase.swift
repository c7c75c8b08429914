import Foundation
import Postgres
import Synchronization
import Tenancy

/// A fresh, migrated, empty database of its own for one test.
///
/// `withDatabase { database in … }` is the usual way to get one: it also drops it.
public final class TestDatabase: Sendable {
    /// The database's name, such as "test_17".
    public let name: String
    private let cluster: TestCluster
    private let opened = Mutex<[String: Database]>([:])
    private let scripts = Mutex<[String: ScriptSessions]>([:])

    /// Makes a database. The caller drops it, or leaves that to the end of the process.
    ///
    /// - Parameter isMigrated: whether it has our schema; `false` for tests of the migrator itself.
    public static func create(isMigrated: Bool = true) async throws -> TestDatabase {
        let cluster = try await TestCluster.shared
        let name = "test_\(counter.add(1, ordering: .relaxed).newValue)"
        // What a database is granted is not copied from the template.
        try await cluster.sql(
            """
            create database \(name) template \(isMigrated ? TestCluster.template : "template1") strategy file_copy
                owner app_owner;
            revoke all on database \(name) from public;
            grant connect on database \(name) to app_rt, app_dump;
            """)
        return TestDatabase(name: name, cluster: cluster)
    }

    private static let counter = Atomic<Int>(0)

    private init(name: String, cluster: TestCluster) {
        self.name = name
        self.cluster = cluster
    }

    /// A libpq keyword string for the role that migrates and owns.
    public var ownerConninfo: String { cluster.conninfo(user: "app_owner", database: name) }
    /// The same for the role of the service.
    public var runtimeConninfo: String { cluster.conninfo(user: "app_rt", database: name) }
    /// The same for the role of backups.
    public var dumpConninfo: String { cluster.conninfo(user: "app_dump", database: name) }
    /// The same for the superuser, who is beyond the wall.
    public var superuserConninfo: String { cluster.conninfo(user: "postgres", database: name) }

    /// The client as the service has it, as `app_rt`.
    public var runtime: Database { client(runtimeConninfo) }
    /// A client as `app_owner`.
    public var owner: Database { client(ownerConninfo) }
    /// A client as the superuser, to look at what is really there.
    public var superuser: Database { client(superuserConninfo) }
    /// The service's client behind the wall.
    public var tenants: TenantDatabase { TenantDatabase(runtime) }

    /// Runs a script on a kept connection in the simple protocol: each statement a transaction of its own unless it says
    /// otherwise, nothing behind an error. What it sets ends with it.
    ///
    /// - Parameter user: `app_owner`, `app_rt`, `app_dump` or the superuser `postgres`.
    /// - Returns: the rows of all statements, one a line, values parted by "|", NULL as nothing.
    /// - Throws: `TestFailure.sql` with the server's message.
    @discardableResult
    public func sql(_ script: String, user: String = "postgres") async throws -> String {
        try await sessions(of: user).run(script)
    }

    /// Runs a script through the program `psql`; see `TestCluster.psql`.
    @discardableResult
    public func psql(_ script: String, user: String = "postgres") async throws -> String {
        try await cluster.psql(script, user: user, database: name)
    }

    /// Makes a tenant, with a host that resolves to it where one is given.
    @discardableResult
    public func tenant(
        _ slug: String, name: String? = nil, host: String? = nil, multicast: MulticastScope = MulticastScope()
    ) async throws -> Tenant {
        func literal(_ value: String?) -> String {
            value.map { "'" + $0.replacingOccurrences(of: "'", with: "''") + "'" } ?? "null"
        }
        let title = name ?? slug.capitalized
        let id = try await psql(
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

    /// Ends this object's clients.
    public func close() async {
        let clients = opened.withLock { opened in
            defer { opened = [:] }
            return Array(opened.values)
        }
        for client in clients { await client.close() }
        scripts.withLock { $0 = [:] }
    }

    /// Ends the clients and removes the database, whoever else is still connected.
    public func drop() async throws {
        await close()
        try await cluster.sql("drop database \(name) with (force);")
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
            // All suites run at once, on whatever machine: only a client that hangs may fail a test by the clock.
            configuration.waitLimit = 300
            let client = Database(configuration, logger: TestCluster.logger)
            opened[conninfo] = client
            return client
        }
    }
}

/// Runs `body` with a database of its own and drops it afterwards.
///
/// All tests of all suites run at the same time; only some of them get in here at once, so that their connections
/// stay below the server's limit. So never nest one call in another: a test that needs two databases makes the
/// second by `TestDatabase.create`.
public func withDatabase<Result: Sendable>(
    isMigrated: Bool = true, _ body: (TestDatabase) async throws -> Result
) async throws -> Result {
    try await Turnstile.databases.passing {
        let database = try await TestDatabase.create(isMigrated: isMigrated)
        do {
            let result = try await body(database)
            try await database.drop()
            return result
        } catch {
            try? await database.drop()
            throw error
        }
    }
}
