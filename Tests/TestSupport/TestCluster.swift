import EmbeddedPostgres
import Foundation
import Logging
import Migrations
import Postgres

/// The private PostgreSQL of a test run, without durability. Each process has one, created when the first test needs it.
///
/// It stops when the process ends, in any way, and its folder is then removed.
public final class TestCluster: Sendable {
    /// The cluster of this process. The first call creates it, which takes about two seconds.
    public static var shared: TestCluster {
        get async throws { try await started.value }
    }

    private static let started = Task { try await TestCluster() }

    /// The program that runs as the guard: `tutti`, built beside the test bundle.
    public static var guardExecutable: String {
        get throws {
            let bundle = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            let program = bundle.deletingLastPathComponent().appendingPathComponent("tutti").path
            guard FileManager.default.isExecutableFile(atPath: program) else { throw TestFailure.noGuard(program) }
            return program
        }
    }

    /// The folder of this test run. Everything in it is removed at the end.
    public static var folder: String { Cleaner.folder }

    /// The template of new databases, migrated once.
    static let template = "tutti"

    /// A logger without output. Tests that check log lines use their own.
    static let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })

    private let cluster: EmbeddedCluster
    private let cleaner: Cleaner
    private let superuser: ScriptSessions

    private init() async throws {
        Cleaner.sweep()
        let folder = Cleaner.folder
        try Folder.make(folder, mode: 0o711)
        var folderEnvironment = FolderEnvironment(environment: ProcessInfo.processInfo.environment)
        folderEnvironment.dataDirectory = folder + "/data"
        folderEnvironment.runtimeDirectory = folder
        var configuration = try EmbeddedCluster.Configuration(folderEnvironment)
        configuration.guardExecutable = try Self.guardExecutable
        configuration.settings.isDurable = false
        configuration.settings.connections = 300
        // Tests create databases and bypass row-level security, which the programs may not do.
        configuration.roles.append("postgres")
        cluster = try await EmbeddedCluster.start(
            configuration, as: .service, logger: Self.logger)
        cleaner = try Cleaner(after: cluster.guardID)
        superuser = ScriptSessions(conninfo: Self.patient(cluster.conninfo(user: "postgres", database: "postgres")))
        try await stopAutovacuum()
        try await migrateTemplate()
        try await spoilTemplate()
    }

    /// Returns a libpq keyword string for one of `app_owner`, `app_rt`, `app_dump` and the superuser `postgres`.
    public func conninfo(user: String, database: String) -> String {
        Self.patient(cluster.conninfo(user: user, database: database))
    }

    /// Returns the keyword string with a connect timeout of 120 s. The product's timeout of two seconds is too short when three hundred tests
    /// connect simultaneously.
    private static func patient(_ conninfo: String) -> String { conninfo + " connect_timeout='120'" }

    /// Runs a script as the superuser, outside the databases of tests; see `TestDatabase.sql`.
    @discardableResult
    public func sql(_ script: String) async throws -> String { try await superuser.run(script) }

    /// Sessions of the superuser in a database.
    func superuserSessions(in database: String) -> ScriptSessions {
        ScriptSessions(conninfo: conninfo(user: "postgres", database: database))
    }

    /// Creates a database for a test from a template.
    func createDatabase(_ name: String, template: String) async throws {
        // Grants on a database are not copied from the template.
        try await sql(
            """
            create database \(name) template \(template) strategy file_copy owner app_owner;
            revoke all on database \(name) from public;
            grant connect on database \(name) to app_rt, app_dump;
            """)
    }

    /// Runs a script through the program `psql`: for its own commands (`\set`), and for rows copied in. A process takes
    /// a hundred times as long as a statement on a kept connection (`TestDatabase.sql`).
    @discardableResult
    public func psql(_ script: String, user: String = "postgres", database: String = "postgres") async throws -> String
    {
        let result = try await ChildProcess.output(
            of: "/usr/bin/env",
            ["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", conninfo(user: user, database: database)],
            environment: ["PATH=\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")", "LC_ALL=C.UTF-8"],
            input: script)
        guard result.status == 0 else { throw TestFailure.psql(result.text, status: result.status) }
        return result.text.trimmingCharacters(in: .newlines)
    }

    /// Autovacuum would analyse the template after a minute. The copies made later would then differ from the first one, and none of them would be
    /// kept for another test (`SpareDatabases`).
    private func stopAutovacuum() async throws {
        try await sql("alter system set autovacuum = off; select pg_reload_conf();")
    }

    /// SQL from `scripts/mutations.py`, which breaks the template as superuser to check that tests fail.
    private func spoilTemplate() async throws {
        guard let script = ProcessInfo.processInfo.environment["TUTTI_TEST_TEMPLATE_SQL"], !script.isEmpty else {
            return
        }
        try await psql(script, database: Self.template)
    }

    private func migrateTemplate() async throws {
        let migrator = Migrator(
            conninfo: conninfo(user: "app_owner", database: Self.template),
            migrations: Migrations.files.map { Migration(name: $0.name, sql: $0.sql) }, logger: Self.logger)
        _ = try await migrator.migrate()
    }
}

/// The reason why a test cannot begin.
public enum TestFailure: Error, Sendable, CustomStringConvertible {
    case noGuard(String)
    /// The output of `psql` and its exit status.
    case psql(String, status: Int32)
    /// The server's error for a script.
    case sql(String)

    public var description: String {
        switch self {
        case .noGuard(let path): "\(path) is not built: run `swift build --build-tests`"
        case .psql(let output, let status): "psql ended with \(status): \(output)"
        case .sql(let message): message
        }
    }
}
