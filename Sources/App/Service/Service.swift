import Dispatch
import EmbeddedPostgres
import Foundation
import Glibc
import HTTP
import Logging
import Observability
import Postgres
import Tenancy
import Web

/// The service of `tutti run` and `tutti serve` (spec O4.6, O5), which opens and migrates the database and starts the server and the emitter.
public final class Service: Sendable {
    /// The parts of the product that run in this process.
    public enum Parts: Sendable, Hashable {
        /// `tutti run`: the server, with the emitter as a child process. If `demo` is set, an empty database gets the demo tenant.
        case everything(demo: Bool)
        /// `tutti serve`: the HTTP server alone.
        case server
    }

    /// The time limit for requests in flight when the service stops, in seconds.
    static let grace = 25.0

    let settings: Settings
    let installation: Installation
    let wiring: Wiring
    /// The audio of the demo's radio; `nil` if there is none.
    let broadcast: DemoBroadcast?
    let server: Server
    let admin: Server?
    let logger: Logger

    /// Asks the kernel to schedule this process for throughput (`Server.favourThroughput`). A program that may run the service must call this method
    /// before it starts other threads.
    public static func favourThroughput() { Server.favourThroughput() }

    /// Starts the service and runs it until a signal (`ServiceEvent.stop`), or until a successor has taken over (SIGUSR2). Throws `CommandFailure`
    /// for a known cause.
    ///
    /// - Parameter report: prints a line to the terminal.
    public static func run(
        _ settings: Settings, parts: Parts, report: @escaping @Sendable (String) -> Void
    ) async throws {
        let output = LineLogHandler.bootstrap(level: settings.logLevel, format: settings.logFormat)
        defer { output.flush() }
        let logger = Logger(label: "tutti")
        let environment = ProcessInfo.processInfo.environment
        let signals = ServiceSignals()
        let notifier = ServiceNotifier(environment: environment)
        let predecessor = Predecessor(environment: environment)
        _ = Successor.Program.own
        if case .everything = parts {
            try PortCheck.check(settings, inherited: InheritedSockets(environment: environment))
        }
        // Each event loop has its own database connections, on its queue.
        let queues = Server.queues(settings.loops ?? ProcessInfo.processInfo.activeProcessorCount)
        let installation = try await Installation.open(settings, as: .service, loopQueues: queues, logger: logger)
        do {
            let logins = try await prepare(installation, parts, report)
            let standIn = try await standIn(settings, parts, installation)
            var settings = settings
            if let standIn { settings.soundCloud = standIn.app }
            let service = try await Service(
                settings, installation, queues, log: output,
                designTenant: parts == .everything(demo: true) ? DemoTenant.slug : nil,
                broadcast: broadcast(parts, installation, logger), logger: logger)
            if standIn != nil, let cloud = service.wiring.cloud {
                for line in await DemoLibrary(installation, cloud).load() { report(line) }
            }
            let automation = await service.startRadio(parts, report)
            let emitter = try await service.startEmitter(parts)
            await service.wiring.readiness.check()
            for reason in service.wiring.readiness.reasons() { report("not ready    \(reason)") }
            for warning in service.wiring.readiness.warnings { report("warning      \(warning)") }
            service.announce(logins, report)
            notifier.ready()
            logger.notice("ready", metadata: ["port": "\(service.server.port)"])
            predecessor?.release()
            await service.serve(signals, notifier, emitter)
            automation?.cancel()
            await automation?.value
            await emitter?.stop()
            await standIn?.stop()
            await service.admin?.stop(grace: 1, idleGrace: 0)
        } catch {
            await installation.close()
            throw CommandFailure(describing: error) ?? error
        }
        await installation.close()
        logger.notice("stopped")
    }

    private init(
        _ settings: Settings, _ installation: Installation, _ queues: [DispatchQueue], log: LogOutput,
        designTenant: String?, broadcast: DemoBroadcast?, logger: Logger
    ) async throws {
        self.settings = settings
        self.installation = installation
        self.broadcast = broadcast
        self.logger = logger
        let sockets = InheritedSockets(environment: ProcessInfo.processInfo.environment)
        let wiring = try Wiring(
            settings, installation, log: log, designTenant: designTenant, demoBroadcast: broadcast, logger: logger)
        self.wiring = wiring
        server = Server(
            Server.Configuration(
                host: settings.http.host, port: settings.http.port, queues: queues,
                limits: settings.limits, inheritedSockets: sockets.http, fields: SecurityFields.server,
                keepsHotSet: settings.keepsHotSet),
            responder: wiring.application, observer: wiring.observer, logger: logger)
        // The admin server reserves fewer descriptors, so that probes still work after clients have used up those of the public server.
        var adminLimits = Limits()
        adminLimits.reservedDescriptors = 16
        admin = settings.admin.map { [adminLimits] address in
            Server(
                Server.Configuration(
                    host: address.host, port: address.port, queues: Server.queues(1), limits: adminLimits,
                    inheritedSockets: sockets.admin, fields: SecurityFields.server),
                responder: wiring.adminApplication, observer: nil, logger: logger)
        }
        ServiceMetrics.register(in: wiring.registry, server: server)
        try await server.start()
        try await admin?.start()
        logDescriptorShortage()
    }

    // MARK: - Starting

    /// Migrates a private database, or an external one if the settings say so, and loads the demo tenant into an empty database if `parts` has the
    /// demo. Returns the demo's accounts to print.
    private static func prepare(
        _ installation: Installation, _ parts: Parts, _ report: @Sendable (String) -> Void
    ) async throws -> [DemoLogins.Entry] {
        if installation.cluster != nil || installation.settings.migrates {
            let applied = try await installation.migrator.migrate()
            installation.logger.notice("schema is up to date", metadata: ["applied": "\(applied.count)"])
        }
        guard case .everything(demo: true) = parts else { return [] }
        let isNew = try await installation.tenants.list().isEmpty
        if isNew {
            report("loading the demo tenant")
            for line in try await DemoTenant(installation).load() { report(line) }
        }
        return try await hasDemo(installation) ? DemoLogins(installation).load(isNew: isNew) : []
    }

    private static func hasDemo(_ installation: Installation) async throws -> Bool {
        try await installation.tenants.tenant(slug: DemoTenant.slug)?.isActive ?? false
    }

    /// Starts the stand-in for SoundCloud if there is a demo and the settings name no SoundCloud application. Returns `nil` otherwise, and if the
    /// stand-in does not start. An external database gets no stand-in: another server may take the database over, and the stand-in of that server
    /// would have other data.
    private static func standIn(
        _ settings: Settings, _ parts: Parts, _ installation: Installation
    ) async throws -> StandInChild? {
        guard case .everything(demo: true) = parts, settings.soundCloud == nil, installation.cluster != nil,
            try await installation.tenants.tenant(slug: DemoTenant.slug) != nil
        else { return nil }
        return await StandInChild.start(
            program: program("soundcloud-stand-in"),
            journal: installation.contentFolder + "/soundcloud-stand-in.journal",
            logger: installation.logger)
    }

    /// Loads the demo's radio, starts its automation, and returns the automation's task. Returns `nil` without a demo, after a failure, which is only
    /// logged, and with an external database, which other servers may use too.
    private func startRadio(_ parts: Parts, _ report: @Sendable (String) -> Void) async -> Task<Void, Never>? {
        guard case .everything(demo: true) = parts, installation.cluster != nil else { return nil }
        do {
            guard let demo = try await installation.tenants.tenant(slug: DemoTenant.slug), demo.isActive else {
                return nil
            }
            let client = try DemoClient(installation, tenant: demo.tenant, routes: wiring.routes, logger: logger)
            let (file, base) = (try DemoStationFile.read(), try await address(of: demo.tenant))
            for line in try await DemoStation(client, base: base).load() { report(line) }
            try await DemoRadioAddresses(client, base: base, plan: file.sound, logger: logger).update()
            let automation = DemoAutomation(client, file.playout, broadcast: broadcast, logger: logger)
            await automation.begin()
            return Task { await automation.run() }
        } catch {
            logger.warning("the demo starts without its radio", metadata: ["error": "\(error)"])
            return nil
        }
    }

    /// Returns the audio of the demo's radio; `nil` without a demo, with an external database, or after a failure, which is only logged.
    private static func broadcast(
        _ parts: Parts, _ installation: Installation, _ logger: Logger
    ) -> DemoBroadcast? {
        guard case .everything(demo: true) = parts, installation.cluster != nil else { return nil }
        do {
            return try DemoBroadcast(DemoStationFile.read().sound)
        } catch {
            logger.warning("the demo's radio has no sound", metadata: ["error": "\(error)"])
            return nil
        }
    }

    /// Returns the scheme, host and port at which programs reach a tenant: the public address or, if neither the tenant has a host name nor the
    /// settings a public address, that of this server.
    private func address(of tenant: Tenant) async throws -> String {
        let host: String? = try await installation.runtime.rows("select control.primary_host(\(tenant.id)) as host")
            .first?.optional("host")
        guard host != nil || settings.isPublicAddressSet else { return settings.http.url(port: server.port) }
        return settings.publicAddress.origin(ofHost: host).text
    }

    private func startEmitter(_ parts: Parts) async throws -> SupervisedChild? {
        guard case .everything = parts else { return nil }
        let emitter = SupervisedChild(
            "the emitter", program: Self.program("tutti-emitter"), environment: emitterEnvironment, logger: logger)
        try await emitter.start()
        return emitter
    }

    private static func program(_ name: String) -> String {
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "/usr/bin/tutti"
        return URL(filePath: own).deletingLastPathComponent().appending(path: name).path
    }

    /// The whole environment of the emitter. No other variable of this process is inherited.
    var emitterEnvironment: [String: String] {
        var environment = [
            "PATH": "/usr/local/bin:/usr/bin:/bin",
            "DATABASE_URL": installation.addresses.runtime.conninfo,
            "LISTEN_DATABASE_URL": installation.addresses.listen.conninfo,
            "TUTTI_MULTICAST_INTERFACE": settings.multicast.interface,
            "TUTTI_MULTICAST_TTL": String(settings.multicast.ttl),
            "TUTTI_LOG_LEVEL": settings.logLevel.rawValue,
        ]
        environment["TUTTI_LOG_FORMAT"] = settings.logFormat?.rawValue
        environment["TUTTI_PREPARED_STATEMENTS"] = settings.preparesStatements ? "on" : "off"
        return environment
    }

    private func announce(_ logins: [DemoLogins.Entry], _ report: @Sendable (String) -> Void) {
        let url = settings.http.url(port: server.port)
        for login in logins { DemoLogins.lines(login, url: url).forEach(report) }
        report("start page   \(url)/")
        report("operator     \(url)/operator")
        report("audience     \(url)/live")
        report("iNotes app   \(url)/getPieces.php")
        if !logins.isEmpty { report("radio        \(url)/station") }
        if wiring.cloud != nil { report("library      \(url)/library") }
        if let admin, let address = settings.admin { report("metrics      \(address.url(port: admin.port))/metrics") }
        let multicast = settings.multicast
        report("packets      \(multicast.group):\(multicast.port) on interface \(multicast.interface)")
        if multicast.interface == "127.0.0.1" {
            report(
                "             only this machine receives packets: set TUTTI_MULTICAST_INTERFACE to this machine's address on the hall's network"
            )
        }
        report("ready")
    }
}
