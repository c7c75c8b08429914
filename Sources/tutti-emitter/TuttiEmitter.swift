import ArgumentParser
import CSystem
import Emitter
import Foundation
import Logging
import Observability
import Postgres
import Tenancy

/// The packet sender: a separate process that sends positions and messages to the phones of concert audiences, even while the server is down.
@main
struct TuttiEmitter: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tutti-emitter",
        abstract: "Send the multicast packets of every tenant that is on the air.",
        discussion: """
            Settings come from the environment: DATABASE_URL; LISTEN_DATABASE_URL, if DATABASE_URL leads to a connection \
            pooler; TUTTI_MULTICAST_INTERFACE (default 127.0.0.1) and TUTTI_MULTICAST_TTL (default 1), for tenants without \
            an interface or TTL of their own; TUTTI_PREPARED_STATEMENTS, TUTTI_LOG_LEVEL and TUTTI_LOG_FORMAT. Each \
            variable can also be set with _FILE after its name, to the path of a file that contains the value.

            On SIGTERM, the emitter releases its leases and exits with status 0. A second emitter on the same \
            database stands by and takes over within two seconds.
            """)

    @Flag(
        help: """
            Standard input is a pipe from the parent process. When the pipe closes, the emitter releases its leases \
            and ends as soon as another emitter sends, at the latest after 10 s.
            """)
    var withParent = false

    @Option(
        name: .customLong("tenant"), parsing: .upToNextOption,
        help: ArgumentHelp(
            "Send only the packets of these tenants, for example the tenants of one venue.",
            valueName: "slug"))
    var tenants: [String] = []

    func run() async throws {
        // The server's SCHED_BATCH and long time slices would make packets late.
        _ = csystem_schedule_normally()
        let environment = ProcessInfo.processInfo.environment
        let settings = try EmitterSettings(environment: environment)
        let output = LineLogHandler.bootstrap(level: settings.logLevel, format: settings.logFormat)
        defer { output.flush() }
        let logger = Logger(label: "emitter")
        let endings = Endings(withParent: withParent)

        // Any login that may take the role app_rt can be used; the connection has the rights of app_rt only.
        let options = "-c role=app_rt -c application_name=tutti-emitter"
        var database = Database.Configuration(conninfo: settings.databaseURL)
        database.options = options
        database.pipelines = 1
        database.exclusive = 1
        database.waitLimit = 1
        database.preparesStatements = settings.preparesStatements
        let client = Database(database, logger: logger)
        let notifications = NotificationListener(
            conninfo: settings.listenDatabaseURL, options: options, channels: ["tutti"], logger: logger)
        let service = EmitterService(
            database: client, holder: holder, notifications: notifications,
            defaults: MulticastScope(interface: settings.multicastInterface, ttl: settings.multicastTTL),
            serving: tenants.isEmpty ? nil : Set(tenants), logger: logger)

        let notifier = ServiceNotifier(environment: environment)
        logger.notice("the emitter starts", metadata: ["interface": "\(settings.multicastInterface)"])
        let sending = Task { await service.run() }
        let watchdog = Task { await feed(notifier, from: service) }
        notifier.ready()
        await waitForStop(endings, of: service, logger: logger)

        logger.notice("the emitter stops")
        notifier.stopping()
        watchdog.cancel()
        sending.cancel()
        await sending.value
        notifications.close()
        await client.close()
    }

    /// Waits until the program must stop. After the end of the parent process, waits until other emitters send for all tenants, but at most 10 s.
    private func waitForStop(_ endings: Endings, of service: EmitterService, logger: Logger) async {
        for await ending in endings.stream {
            if ending == .stop { return }
            logger.notice("the parent is gone: waiting for a successor")
            Task { [finish = endings.finish] in
                await service.relinquish(within: .seconds(10))
                finish()
            }
        }
    }

    /// Reports to the service manager, at its interval and until the task is cancelled, that the service still responds. Returns immediately if no
    /// manager watches the process.
    private func feed(_ notifier: ServiceNotifier, from service: EmitterService) async {
        guard let interval = notifier.watchdogInterval else { return }
        while !Task.isCancelled {
            await service.answer()
            notifier.alive()
            try? await Task.sleep(for: interval)
        }
    }

    /// The name of the lease holder: host name, process ID, and a random number because process IDs are reused.
    private var holder: String {
        "\(ProcessInfo.processInfo.hostName) \(getpid()) \(String(UInt32.random(in: 0 ... .max), radix: 16))"
    }

    /// Runs the command line. As in `tutti`, the exit status is 2 for wrong usage and 1 for invalid settings.
    static func main() async {
        do {
            try await parse().run()
        } catch let error as SettingsProblem {
            FileHandle.standardError.write(Data("tutti-emitter: \(error)\n".utf8))
            Foundation.exit(1)
        } catch {
            if exitCode(for: error) == .success { exit(withError: error) }
            FileHandle.standardError.write(Data("\(fullMessage(for: error))\n".utf8))
            Foundation.exit(2)
        }
    }
}
