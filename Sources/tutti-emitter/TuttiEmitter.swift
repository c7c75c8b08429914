import ArgumentParser
import Emitter
import Foundation
import Logging
import Observability
import Postgres
import Tenancy

/// The packet sender: one process beside the server, which sends every live concert's position and messages to
/// the phones in its hall, and goes on while the server or the database is away.
@main
struct TuttiEmitter: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tutti-emitter",
        abstract: "Send the multicast packets of every tenant that is on the air.",
        discussion: """
            Environment: DATABASE_URL (or DATABASE_URL_FILE); LISTEN_DATABASE_URL, if DATABASE_URL leads to a pooler; \
            TUTTI_MULTICAST_INTERFACE (default 127.0.0.1) and TUTTI_MULTICAST_TTL (default 1), for tenants with none; \
            TUTTI_PREPARED_STATEMENTS, TUTTI_LOG_LEVEL and TUTTI_LOG_FORMAT.

            The emitter runs until SIGTERM, gives its leases back and ends with status 0. A second emitter on the same \
            database stands by and takes over within two seconds.
            """)

    @Flag(
        help: """
            Standard input is a pipe from the parent process. When the pipe closes, give the leases back, send until \
            a successor sends, for at most 10 s, and end.
            """)
    var withParent = false

    @Option(
        name: .customLong("tenant"), parsing: .upToNextOption,
        help: ArgumentHelp(
            "Send only the packets of these tenants, for example the tenants of one venue.",
            valueName: "slug"))
    var tenants: [String] = []

    func run() async throws {
        // A packet is late when it waits for whoever has the core: not as the server, which may have started this.
        var none = sched_param()
        sched_setscheduler(0, SCHED_OTHER, &none)
        let environment = ProcessInfo.processInfo.environment
        let settings = try EmitterSettings(environment: environment)
        let output = LineLogHandler.bootstrap(level: settings.logLevel, format: settings.logFormat)
        defer { output.flush() }
        let logger = Logger(label: "emitter")
        let endings = Endings(withParent: withParent)

        // The login may be anyone who may become the role of the service, and is nothing else from then on.
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
        await waitForTheEnd(endings, of: service, logger: logger)

        logger.notice("the emitter stops")
        notifier.stopping()
        watchdog.cancel()
        sending.cancel()
        await sending.value
        notifications.close()
        await client.close()
    }

    /// Returns when it is time to stop; an emitter whose parent is gone goes on for a while before that.
    private func waitForTheEnd(_ endings: Endings, of service: EmitterService, logger: Logger) async {
        for await ending in endings.stream {
            if ending == .stop { return }
            logger.notice("the parent is gone: waiting for a successor")
            Task { [finish = endings.finish] in
                await service.relinquish(within: .seconds(10))
                finish()
            }
        }
    }

    /// Tells the service manager that every part still answers, as often as it asks for it.
    private func feed(_ notifier: ServiceNotifier, from service: EmitterService) async {
        guard let interval = notifier.watchdogInterval else { return }
        while !Task.isCancelled {
            await service.answer()
            notifier.alive()
            try? await Task.sleep(for: interval)
        }
    }

    /// The machine, the process, and a number for when the process's number comes again.
    private var holder: String {
        "\(ProcessInfo.processInfo.hostName) \(getpid()) \(String(UInt32.random(in: 0 ... .max), radix: 16))"
    }

    /// Wrong usage is status 2 and a refusal 1 as of `tutti`, which differs from the library's choice.
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
