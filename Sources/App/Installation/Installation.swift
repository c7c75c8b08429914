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

/// The installation that a command or the service uses: its private or external database, with connections in the roles `app_owner` and `app_rt`.
public final class Installation: Sendable {
    let settings: Settings
    let cluster: EmbeddedCluster?
    let addresses: DatabaseAddresses
    let logger: Logger
    /// Connections as `app_owner`, opened when first used.
    let owner: Database
    /// Connections as `app_rt`.
    let runtime: Database
    /// The data of tenants, accessed with the runtime role and row-level security.
    let data: TenantDatabase
    /// The importer of radio data, shared so that its limit on simultaneous imports holds for the routes and the watched folder together.
    let imports: StationImport

    private init(
        _ settings: Settings, as kind: ServiceLock.Kind, cluster: EmbeddedCluster?, addresses: DatabaseAddresses,
        loopQueues: [DispatchQueue], logger: Logger
    ) {
        self.settings = settings
        self.cluster = cluster
        self.addresses = addresses
        self.logger = logger
        // A command may wait longer for a busy machine, because only the person at the terminal waits for it.
        let patience = max(settings.databaseWait, kind == .command ? 10 : 0)
        var ownerConfiguration = addresses.owner.configuration(settings)
        ownerConfiguration.waitLimit = patience
        owner = Database(ownerConfiguration, logger: logger)
        var configuration = addresses.runtime.configuration(settings)
        configuration.waitLimit = patience
        configuration.loopQueues = loopQueues
        // The implicit form is not used with DATABASE_URL, which may lead to Citus.
        if cluster != nil { configuration.transactionForm = .implicit }
        runtime = Database(configuration, logger: logger)
        data = TenantDatabase(runtime)
        imports = StationImport(
            database: data, announcer: ImportAnnouncer(updates: ContentUpdateStore(database: data)))
    }

    /// Starts the private PostgreSQL or joins a running one, or uses the external database, which is not contacted.
    ///
    /// - Parameters:
    ///   - kind: a service refuses a data folder in use, whereas a command joins the PostgreSQL of the service.
    ///   - loopQueues: the queues of the event loops that use the database; empty for a command.
    /// - Throws: `CommandFailure` if no PostgreSQL can be used, with the status `dataFolderInUse` if another process holds the data folder.
    static func open(
        _ settings: Settings, as kind: ServiceLock.Kind, loopQueues: [DispatchQueue] = [], logger: Logger
    ) async throws(CommandFailure) -> Installation {
        if let url = settings.databaseURL {
            let addresses = DatabaseAddresses(url: url, settings: settings)
            return Installation(
                settings, as: kind, cluster: nil, addresses: addresses, loopQueues: loopQueues, logger: logger)
        }
        do {
            let folderEnvironment = FolderEnvironment(
                settings: settings, environment: ProcessInfo.processInfo.environment)
            let cluster = try await EmbeddedCluster.start(
                EmbeddedCluster.Configuration(folderEnvironment), as: kind, logger: logger)
            let runtime = DatabaseAddress(conninfo: cluster.conninfo(role: .runtime), options: nil)
            let owner = DatabaseAddress(conninfo: cluster.conninfo(role: .owner), options: nil)
            let dump = DatabaseAddress(conninfo: cluster.conninfo(role: .dump), options: nil)
            let addresses = DatabaseAddresses(runtime: runtime, owner: owner, listen: runtime, dump: dump)
            return Installation(
                settings, as: kind, cluster: cluster, addresses: addresses, loopQueues: loopQueues, logger: logger)
        } catch {
            throw CommandFailure(error)
        }
    }

    /// Closes the connections, and stops the private PostgreSQL if this process started it.
    func close() async {
        await owner.close()
        await runtime.close()
        await cluster?.stop()
    }

    /// Opens the installation for a command, runs `body`, closes the installation, and returns the result of `body`.
    ///
    /// - Parameters:
    ///   - migrating: whether to migrate a private database that this process has started.
    ///   - creating: whether the command may create a private database. A command that only reads or changes existing data must not, because a
    ///     mistyped path would then create a data folder.
    /// - Throws: `CommandFailure` for a known cause, or the error itself.
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

    /// Throws `CommandFailure` if the settings name no external database and the private database does not exist yet.
    private static func requireDatabase(_ settings: Settings) throws(CommandFailure) {
        guard settings.databaseURL == nil else { return }
        let folderEnvironment = FolderEnvironment(settings: settings, environment: ProcessInfo.processInfo.environment)
        let directory: DataDirectory
        do { directory = try EmbeddedCluster.Configuration(folderEnvironment).directory } catch {
            throw CommandFailure(error)
        }
        guard directory.isUnused else { return }
        throw CommandFailure(
            """
            there is no database in \(directory.path): \
            \(settings.dataDirectory == nil ? "name the folder of the database in TUTTI_DATA_DIR" : "correct TUTTI_DATA_DIR"), \
            name your own PostgreSQL in DATABASE_URL, or create a database there with `tutti run`
            """)
    }

    /// The folder for large content: the data folder (with an external database, the folder in the settings or the unit's state folder), or the
    /// temporary folder if that folder is missing or not writable.
    var contentFolder: String {
        let folderEnvironment = FolderEnvironment(settings: settings, environment: ProcessInfo.processInfo.environment)
        let folder =
            cluster == nil
            ? folderEnvironment.dataDirectory ?? folderEnvironment.stateDirectory
            : try? EmbeddedCluster.Configuration(folderEnvironment).directory.path
        guard let folder, access(folder, W_OK | X_OK) == 0 else { return folderEnvironment.temporaryDirectory }
        return folder
    }

    /// The tenants and their host names, read and changed as `app_owner`.
    public var tenants: TenantRegistry { TenantRegistry(owner: owner) }

    /// The migrations compiled into this program.
    var migrations: [Migration] { Migrations.files.map { Migration(name: $0.name, sql: $0.sql) } }

    /// A migrator for this database with all migrations of this program.
    public var migrator: Migrator { migrator(until: .max) }

    /// The number of the last migration in this program.
    static var schemaVersion: Int { Migrations.files.map { Migration(name: $0.name, sql: $0.sql).version }.max() ?? 0 }

    /// Returns a migrator that applies the migrations up to `version`, for Citus, which must distribute tables before later migrations add references
    /// between them (deploy/citus/distribute.sql).
    public func migrator(until version: Int) -> Migrator {
        Migrator(
            conninfo: addresses.owner.conninfo, options: addresses.owner.options,
            migrations: migrations.filter { $0.version <= version }, logger: logger)
    }
}

extension FolderEnvironment {
    /// Takes the data folder and the folder of PostgreSQL's programs from the settings, and the other folders from the variables of systemd and XDG
    /// in `environment`. Creates no folder.
    init(settings: Settings, environment: [String: String]) {
        self.init(environment: environment)
        dataDirectory = settings.dataDirectory
        binaryDirectory = settings.postgresPrograms
    }
}
