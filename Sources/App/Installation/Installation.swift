import Dispatch
import EmbeddedPostgres
import Foundation
import Glibc
import Logging
import Migrations
import Notices
import Postgres
import RadioImports
import Tenancy

/// One installation as a command or the service works on it: the private PostgreSQL, started or joined, or one's
/// own, and the database in its two roles.
public final class Installation: Sendable {
    let settings: Settings
    let cluster: EmbeddedCluster?
    let addresses: DatabaseAddresses
    let logger: Logger
    /// Connections as `app_owner`; made when first used.
    let owner: Database
    /// Connections as `app_rt`.
    let runtime: Database
    /// Where data behind the wall is read and written: the runtime role, as the service does it.
    let data: TenantDatabase
    /// What brings radio data in: one for the command, the routes and the folder, so that they take turns.
    let imports: StationImport

    private init(
        _ settings: Settings, as kind: ServiceLock.Kind, cluster: EmbeddedCluster?, addresses: DatabaseAddresses,
        homes: [DispatchQueue], logger: Logger
    ) {
        self.settings = settings
        self.cluster = cluster
        self.addresses = addresses
        self.logger = logger
        // Nobody waits behind a command but who typed it: a busy machine is no reason to give up.
        let patience = max(settings.databaseWait, kind == .command ? 10 : 0)
        var ownerConfiguration = addresses.owner.configuration(settings)
        ownerConfiguration.waitLimit = patience
        owner = Database(ownerConfiguration, logger: logger)
        var configuration = addresses.runtime.configuration(settings)
        configuration.waitLimit = patience
        configuration.homes = homes
        // The private PostgreSQL is a plain one; what a DATABASE_URL leads to may be Citus.
        if cluster != nil { configuration.transactionForm = .implicit }
        runtime = Database(configuration, logger: logger)
        data = TenantDatabase(runtime)
        imports = StationImport(
            database: data, announcer: ImportAnnouncer(updates: ContentUpdateStore(database: data)))
    }

    /// Starts or joins the database.
    ///
    /// - Parameters:
    ///   - kind: a service refuses a data folder that another holds (status 3); a command joins a service's
    ///     PostgreSQL.
    ///   - homes: the queues of the loops that will ask the database.
    static func open(
        _ settings: Settings, as kind: ServiceLock.Kind, homes: [DispatchQueue] = [], logger: Logger
    ) async throws(CommandFailure) -> Installation {
        if let url = settings.databaseURL {
            let addresses = DatabaseAddresses(url: url, settings: settings)
            return Installation(
                settings, as: kind, cluster: nil, addresses: addresses, homes: homes, logger: logger)
        }
        do {
            let surroundings = Surroundings(settings: settings, environment: ProcessInfo.processInfo.environment)
            let cluster = try await EmbeddedCluster.start(
                EmbeddedCluster.Configuration(surroundings), as: kind, logger: logger)
            let runtime = DatabaseAddress(conninfo: cluster.conninfo(role: .runtime), options: nil)
            let owner = DatabaseAddress(conninfo: cluster.conninfo(role: .owner), options: nil)
            let dump = DatabaseAddress(conninfo: cluster.conninfo(role: .dump), options: nil)
            let addresses = DatabaseAddresses(runtime: runtime, owner: owner, listen: runtime, dump: dump)
            return Installation(
                settings, as: kind, cluster: cluster, addresses: addresses, homes: homes, logger: logger)
        } catch {
            throw CommandFailure(error)
        }
    }

    /// Ends the connections and, where this process started it, the private PostgreSQL.
    func close() async {
        await owner.close()
        await runtime.close()
        await cluster?.stop()
    }

    /// Opens the installation for a command, brings a private database up to date, runs `body`, and closes.
    ///
    /// - Parameters:
    ///   - migrating: whether the schema must be there; a joined service has migrated already.
    ///   - creating: whether the command may make a private database where there is none. One that reads or changes what is
    ///     there may not: a mistyped data folder would be made.
    public static func with<Result: Sendable>(
        _ settings: Settings, migrating: Bool = true, creating: Bool = false,
        _ body: (Installation) async throws -> Result
    ) async throws -> Result {
        var logger = Logger(label: "tutti")
        logger.logLevel = max(settings.logLevel, .warning)
        if !creating { try requireDatabase(settings) }
        let installation = try await open(settings, as: .command, logger: logger)
        do {
            if migrating, let cluster = installation.cluster, !cluster.isJoined {
                _ = try await installation.migrator.migrate()
            }
            let result = try await body(installation)
            await installation.close()
            return result
        } catch {
            await installation.close()
            throw CommandFailure(describing: error) ?? error
        }
    }

    /// Throws when the private database would have to be made first.
    private static func requireDatabase(_ settings: Settings) throws(CommandFailure) {
        guard settings.databaseURL == nil else { return }
        let surroundings = Surroundings(settings: settings, environment: ProcessInfo.processInfo.environment)
        let directory: DataDirectory
        do { directory = try EmbeddedCluster.Configuration(surroundings).directory } catch {
            throw CommandFailure(error)
        }
        guard directory.isUnused else { return }
        throw CommandFailure(
            """
            there is no database in \(directory.path): \
            \(settings.dataDirectory == nil ? "name its folder in TUTTI_DATA_DIR" : "correct TUTTI_DATA_DIR"), name your \
            own PostgreSQL in DATABASE_URL, or create a database there with `tutti run`
            """)
    }

    /// Where the server keeps long content in files without names: the data folder, and without one, with a database of
    /// one's own, the temporary folder.
    var contentFolder: String {
        let surroundings = Surroundings(settings: settings, environment: ProcessInfo.processInfo.environment)
        let folder =
            cluster == nil
            ? surroundings.dataDirectory ?? surroundings.stateDirectory
            : try? EmbeddedCluster.Configuration(surroundings).directory.path
        guard let folder, access(folder, W_OK | X_OK) == 0 else { return surroundings.temporaryDirectory }
        return folder
    }

    /// Tenants and their hosts, as the owner sees them.
    public var tenants: TenantRegistry { TenantRegistry(owner: owner) }

    /// The tenant that answers for unknown hosts: the one named, else on a private database the demo.
    var fallbackTenant: String? { settings.defaultTenant ?? (cluster == nil ? nil : DemoTenant.slug) }

    /// The migrations compiled into this program.
    var migrations: [Migration] { Migrations.files.map { Migration(name: $0.name, sql: $0.sql) } }

    /// The migrations compiled into this program, for this database.
    public var migrator: Migrator { migrator(until: .max) }

    /// The number of this program's last migration.
    static var schemaVersion: Int { Migrations.files.map { Migration(name: $0.name, sql: $0.sql).version }.max() ?? 0 }

    /// The migrations up to a number: Citus has to distribute the tables before they may reference each other
    /// (deploy/citus/distribute.sql).
    public func migrator(until version: Int) -> Migrator {
        Migrator(
            conninfo: addresses.owner.conninfo, options: addresses.owner.options,
            migrations: migrations.filter { $0.version <= version }, logger: logger)
    }
}

extension Surroundings {
    /// Folders by the settings, so that `_FILE` forms count as well, and by what systemd and XDG say.
    init(settings: Settings, environment: [String: String]) {
        self.init(environment: environment)
        dataDirectory = settings.dataDirectory
        binaryDirectory = settings.postgresPrograms
    }
}
