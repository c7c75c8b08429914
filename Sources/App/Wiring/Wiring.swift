import Accounts
import ConcertNotes
import ConcertReading
import HTTP
import INotes
import Logging
import MusicLibrary
import Notices
import Observability
import Players
import Postgres
import Radio
import RadioExports
import RadioImports
import SoundCloud
import Tenancy
import TenantLife
import Web

/// The parts of the running service: stores, caches, routes, and the applications of the public server and the admin server.
struct Wiring: Sendable {
    let application: Application
    let adminApplication: AdminApplication
    let observer: any ExchangeObserver
    let readiness: Readiness
    let liveHub: LiveHub
    /// The receiver of the Open Sound Control messages from consoles and followers.
    let consoleInput: ConsoleInput
    /// The service that collects measurements of the audience of concerts.
    let measurements: LiveMeasurementService
    /// The service that carries out the automatic advance of concerts.
    let advanceService: AdvanceService
    let emitterMonitor: EmitterMonitor
    /// The job that creates the airings of schedule rules day by day.
    let scheduleJob: ScheduleJob
    /// The service that sends scheduled messages to the audiences of concerts.
    let messageSchedule: MessageSchedule
    let playingHub: PlayingHub
    /// The service that sends alerts about broadcasts to accounts when the alerts are due.
    let alertHub: AlertHub
    /// The event streams of listeners' players.
    let playerHub: PlayerHub
    let sharedHub: SharedHub
    /// The client for SoundCloud; `nil` if the installation has no SoundCloud application.
    let cloud: MusicCloud?
    /// The service that synchronises listeners' SoundCloud accounts; `nil` without a SoundCloud application.
    let libraryService: SyncService?
    /// The service that sends listeners' histories to ListenBrainz; `nil` without a key or without a server.
    let scrobbleService: ScrobbleService?
    let registry: MetricsRegistry
    /// The writer that stores the number of requests of each tenant.
    let requestHistory: RequestHistoryWriter
    /// The writer that stores the numbers of followers and requests of each channel.
    let channelCounts: ChannelCountWriter
    let rates: RateGuard
    /// All routes of the public server, including pages.
    let routes: [Route]

    private let directory: TenantDirectory
    private let library: INotesLibrary
    private let reading: ReadingLibrary
    private let observers: TenantObservers
    private let finder: FinderIndexer
    private let silenceLimit: Double
    private let logger: Logger

    /// Creates all parts of the service. Throws `CommandFailure` for an invalid list of proxies, an unusable secret key, or a SoundCloud application
    /// without a key.
    ///
    /// - Parameters:
    ///   - log: the output for the line of each request; `nil` for no lines.
    ///   - designTenant: the slug of the tenant that shows the gallery of page components; `nil` for no gallery.
    ///   - demoBroadcast: the audio of the demo's radio; `nil` for none.
    ///   - programs: the optional programs; `nil` for those in PATH.
    init(
        _ settings: Settings, _ installation: Installation, log: LogOutput?, designTenant: String? = nil,
        demoBroadcast: DemoBroadcast? = nil, programs: ExternalPrograms? = nil, logger: Logger
    ) throws {
        self.logger = logger
        silenceLimit = settings.databaseWait * 0.75
        observers = installation.data.observers
        registry = MetricsRegistry()
        rates = RateGuard(settings.rates, registry: registry)
        directory = TenantDirectory(
            installation.runtime, fallback: installation.fallbackTenant, address: settings.publicAddress,
            of: installation.data.observers, logger: logger)
        readiness = Readiness(
            installation.runtime, migrations: installation.migrations,
            machine: MachineCheck(folder: installation.contentFolder), logger: logger)
        scheduleJob = ScheduleJob(
            database: installation.data,
            tenants: { [directory] in try await directory.activeTenants().map(\.tenant.id) }, logger: logger)
        messageSchedule = MessageSchedule(
            store: AudienceMessageStore(database: installation.data),
            tenants: { [directory] in
                try await directory.activeTenants().filter { $0.onAir != nil }.map(\.tenant.id)
            }, logger: logger)
        emitterMonitor = EmitterMonitor(database: installation.data, directory: directory, registry: registry)
        let consoles = ConsoleOutput(settings.console) { [directory] tenant in
            try await directory.activeTenants().first { $0.tenant.id == tenant }?.tenant.slug
        }
        let live = LiveStore(database: installation.data) { position, isOtherMeasure, tenant in
            await consoles.moved(to: position, isOtherMeasure: isOtherMeasure, in: tenant)
        }
        liveHub = LiveHub(store: live, logger: logger)
        consoleInput = ConsoleInput(
            settings.console, store: live, messages: AudienceMessageStore(database: installation.data), hub: liveHub,
            tenant: { [directory] slug in
                try await directory.activeTenants().first { $0.tenant.slug == slug }?.tenant.id
            }, logger: logger)
        measurements = LiveMeasurementService(store: live, hub: liveHub, logger: logger)
        advanceService = AdvanceService(
            store: live,
            tenants: { [directory] in try await directory.activeTenants().filter { $0.onAir != nil }.map(\.tenant.id) },
            logger: logger)
        playingHub = PlayingHub(database: installation.data, logger: logger)
        channelCounts = ChannelCountWriter(database: installation.runtime, hub: playingHub, logger: logger)
        alertHub = AlertHub(
            database: installation.data,
            tenants: { [directory] in try await directory.activeTenants().map(\.tenant.id) }, logger: logger)
        let vault = try installation.vault()
        scrobbleService =
            if let vault, !settings.listenBrainz.addresses.isEmpty {
                ScrobbleService(
                    database: installation.data, vault: vault, servers: settings.listenBrainz,
                    tenants: { [directory] in try await directory.activeTenants().map(\.tenant.id) }, logger: logger)
            } else {
                nil
            }
        let catalogue = ServicePlayerCatalogue(
            database: installation.data, playing: playingHub, announcer: scrobbleService)
        playerHub = PlayerHub(database: installation.data, catalogue: catalogue, logger: logger)
        sharedHub = SharedHub(database: installation.data, catalogue: catalogue, logger: logger)
        library = INotesLibrary(
            database: installation.data, workers: Workers("tutti.inotes", width: 2, limit: 10_000),
            spool: ContentSpool(folder: installation.contentFolder, logger: logger), logger: logger)
        let programs = programs ?? ExternalPrograms(logger: logger)
        reading = ReadingLibrary(
            database: installation.data, workers: Workers("tutti.reading", width: 2, limit: 10_000),
            spool: ContentSpool(folder: installation.contentFolder, logger: logger), scaler: programs.scaler,
            logger: logger)
        let ruleCache = UpgradeRuleCache(store: UpgradeRuleStore(database: installation.data), logger: logger)
        finder = FinderIndexer(database: installation.data, logger: logger)
        let cloud = try Self.cloud(settings, installation, logger)
        self.cloud = cloud
        libraryService = cloud?.syncService(for: ListenerLibrary()) { [directory] in
            try await directory.activeTenants().map(\.tenant.id)
        }
        let sessions = SessionStore(database: installation.data)
        let exports = ExportCache(
            of: installation.data.observers, workers: Workers("tutti.exports", width: 1, limit: 1_000),
            spool: ContentSpool(folder: installation.contentFolder, logger: logger))
        let filing = FilingResources(of: installation.data.observers)
        let listings = FinderCache(of: installation.data.observers)
        routes =
            RouteTable(
                database: installation.data, sessions: sessions, live: live, hub: liveHub,
                measurements: measurements, playing: playingHub,
                alerts: alertHub,
                players: playerHub, sharedSessions: sharedHub,
                library: library, reading: reading,
                ruleCache: ruleCache, scope: installation.scope, passwordCost: settings.passwordCost,
                mail: settings.mail.map { MailCommand(command: $0.command, from: $0.sender, logger: logger) },
                address: settings.publicAddress, hosts: TenantHosts(directory),
                exports: exports, finder: listings,
                imports: installation.imports, importFolder: settings.importFolder, importLimits: settings.imports,
                cloud: cloud, filing: filing,
                spool: ContentSpool(folder: installation.contentFolder, logger: logger),
                listenBrainz: settings.listenBrainz, vault: vault, catalogue: catalogue, announcer: scrobbleService,
                designTenant: designTenant, demoBroadcast: demoBroadcast,
                printer: programs.printer, transcoder: programs.transcoder
            ).routes
        let router = try Router(routes)
        let probes = Probes(warnings: { [readiness] in readiness.warnings }) { [readiness] in readiness.reasons() }
        let memory = MemoryAnswers(directory: directory, library: library, reading: reading, hub: liveHub, rates: rates)
        let proxies = try Self.proxies(settings)
        application = Application(
            router: router, probes: probes, tenants: directory,
            authenticator: SessionAuthenticator(
                sessions: sessions, platform: PlatformSessionStore(database: installation.runtime)),
            gates: Gates(
                beforeCaller: [UpgradeGate(ruleCache: ruleCache)] + rates.beforeCaller, afterCaller: rates.afterCaller),
            proxies: proxies, siteMap: .service,
            memory: { memory.answer($0) }, compressor: Workers("tutti.compression", width: 2, limit: 1_000),
            memoryVersion: { memory.version }, logger: logger)
        ServiceMetrics.register(in: registry, database: installation.runtime)
        ServiceMetrics.register(in: registry, readiness: readiness, log: log)
        ServiceMetrics.register(
            in: registry,
            caches: ServiceMetrics.Caches(
                directory: directory, phones: library, reading: reading, exports: exports, listings: listings,
                filing: filing))
        installation.imports.counts.register(in: registry)
        adminApplication = AdminApplication(probes: probes, registry: registry)
        let traffic = TenantTraffic()
        requestHistory = RequestHistoryWriter(database: installation.runtime, traffic: traffic, logger: logger)
        observer = RequestObserver(
            registry: registry, traffic: traffic, log: logger.logLevel <= .info ? log : nil, proxies: proxies,
            showsWholeAddresses: settings.logsWholeAddresses)
    }

    private static func cloud(
        _ settings: Settings, _ installation: Installation, _ logger: Logger
    ) throws(CommandFailure) -> MusicCloud? {
        guard let app = settings.soundCloud else { return nil }
        guard let vault = try installation.vault() else {
            throw CommandFailure(
                """
                TUTTI_SOUNDCLOUD_CLIENT_ID with DATABASE_URL requires a key that encrypts tokens: name its file in \
                TUTTI_SECRET_KEY_FILE
                """
            )
        }
        return MusicCloud(app, database: installation.data, vault: vault, logger: logger)
    }

    private static func proxies(_ settings: Settings) throws(CommandFailure) -> TrustedProxies {
        guard let proxies = TrustedProxies(settings.trustedProxies, hostField: settings.forwardedHost) else {
            throw CommandFailure(
                """
                TUTTI_TRUSTED_PROXIES=\(settings.trustedProxies.joined(separator: ",")) must list IP addresses or ranges, \
                separated by commas, such as 10.0.0.0/8,::1
                """)
        }
        return proxies
    }

    /// Passes the notifications of changes to all observers until the task is cancelled. After each connection, the observers are notified that
    /// changes may have been missed (spec O3.7).
    func follow(_ address: DatabaseAddress) async {
        let listener = NotificationListener(
            address.connection, options: address.options, channels: [ChangeNotice.channel],
            silenceLimit: silenceLimit, logger: logger)
        let watch = ActiveTenantWatch(read: { [directory] in try await directory.activeTenants() }, logger: logger)
        async let watching: Void = watch.run { active, change in await apply(active, change) }
        for await event in listener.events() {
            switch event {
            case .connected:
                observers.changesWereMissed()
                watch.changed(.all)
            case .notification(_, let payload):
                guard let notice = ChangeNotice(payload: payload) else { continue }
                observers.tenantChanged(notice)
                if notice.kind == ChangeNotice.tenantKind { watch.changed(.tenants([notice.tenant])) }
            case .disconnected:
                break
            }
        }
        await listener.closeAndWait()
        watch.finish()
        await watching
    }

    /// Imports the files in the watched folder until the task is cancelled.
    func watch(_ folder: String, _ imports: StationImport) async {
        var folder = ImportFolder(folder, imports: imports, directory: directory, logger: logger)
        await folder.run()
    }

    /// Notifies all observers of the tenants that are no longer active. For the change `all`, also updates the finder of all active tenants, and
    /// builds the concert documents of the tenants on the air, so that the first request of an audience does not wait.
    private func apply(_ active: [ActiveTenant], _ change: ActiveTenantWatch.Change) async {
        let ids = Set(active.map(\.tenant.id))
        switch change {
        case .tenants(let changed):
            for tenant in changed.subtracting(ids) { observers.tenantEnded(tenant) }
        case .all:
            observers.tenantsEnded(except: ids)
            finder.update(active.map(\.tenant.id))
            let onAir = active.filter { $0.onAir != nil }.map(\.tenant)
            await library.warm(onAir)
            await reading.warm(onAir)
        }
    }
}
