import APIReference
import Accounts
import ConcertAudience
import ConcertEditing
import ConcertImports
import ConcertNotes
import ConcertPages
import ConcertReading
import Foundation
import HTTP
import INotes
import MusicLibrary
import MusicLibraryPages
import Notices
import OpenAPIDocument
import PlayerPages
import Players
import Radio
import RadioExports
import RadioImports
import SoundCloud
import StationPages
import Subsonic
import Tenancy
import TenantLife
import Web

/// The table of all routes. The probes and the metrics are not routes, because they are answered before the tenant is known.
struct RouteTable: Sendable {
    let database: TenantDatabase
    let sessions: SessionStore
    /// The store of the live concert. It sends every new position to the consoles.
    let live: LiveStore
    let hub: LiveHub
    let measurements: LiveMeasurementService
    let playing: PlayingHub
    let alerts: AlertHub
    let players: PlayerHub
    let sharedSessions: SharedHub
    let library: INotesLibrary
    let reading: ReadingLibrary
    let ruleCache: UpgradeRuleCache
    /// The multicast settings of the installation, for tenants without settings of their own.
    let scope: MulticastScope
    let passwordCost: Int
    let mail: (any MailSender)?
    let address: PublicAddress
    /// The resolver of tenants' host names, without a default tenant for other hosts.
    let hosts: any TenantResolver
    /// The cache of documents for other systems, such as guides, playlists, feeds and calendars.
    let exports: ExportCache
    let finder: FinderCache
    let imports: StationImport
    let importFolder: String?
    let importLimits: ImportLimits
    /// The client for SoundCloud; `nil` if the installation has no SoundCloud application.
    let cloud: MusicCloud?
    /// The resources shared by all routes that classify tracks.
    let filing: FilingResources
    /// The spool that keeps long documents in unnamed files while the server sends them.
    let spool: ContentSpool
    let listenBrainz: ListenBrainzServers
    /// The vault that encrypts tokens and other secrets in the database; `nil` without a key.
    let vault: TokenVault?
    let catalogue: any PlayerCatalogue
    let announcer: (any NowPlayingAnnouncer)?

    /// The slug of the tenant that shows the gallery of page components; `nil` for no gallery.
    let designTenant: String?
    let demoBroadcast: DemoBroadcast?
    /// The maker of PDF documents; `nil` if WeasyPrint is not installed.
    let printer: (any PDFPrinter)?
    /// The converter of audio; `nil` if ffmpeg is not installed.
    let transcoder: (any AudioTranscoder)?

    var routes: [Route] {
        let started = Int64(Date.now.timeIntervalSince1970)
        let hasher = PasswordHasher(cost: PasswordCost(logN: passwordCost))
        let passwordLogin = PasswordLogin(users: UserStore(database: database), hasher: hasher)
        let accounts = AccountStore(database: database)
        let tokens = TokenStore(database: database)
        let passwords = PasswordChange(
            passwordLogin: passwordLogin, hasher: hasher, accounts: accounts, sessions: sessions)
        let links = AccountLinkStore(database: database)
        let mail = AccountMail(mail)
        let administrators = AdministratorLinks(
            invitations: AdministratorInvitations(database: database.database, mail: mail, address: address))
        let resets = PasswordReset(accounts: accounts, links: links, mail: mail, hosts: hosts)
        let signUp = SignUpRoutes(signUp: SignUp(accounts: accounts, hasher: hasher), resets: resets)
        let live = self.live
        let demoRadio = DemoRadioRoutes(broadcast: demoBroadcast)
        let onAirChanged: @Sendable (TenantID) async -> Void = { [library, reading] tenant in
            await library.caughtUp(in: tenant)
            await reading.caughtUp(in: tenant)
        }
        let platform = PlatformSessionStore(database: database.database)
        let platformLogin = PlatformLogin(sessions: platform, hasher: hasher)
        let messages = AudienceMessageStore(database: database)
        let texts = NoticeTextStore(database: database)
        let rules = UpgradeRuleStore(database: database)
        let updates = ContentUpdateStore(database: database)
        return [
            StartPage(
                sections: [LiveStartSection(hub: hub), RadioStartSection(hub: playing)], links: Self.documents,
                siteMap: .service,
                platformCaller: { try await platform.browserCaller(of: $0, isSecure: $1.isSecure) }
            ).routes,
            SpecificationRoutes(document: OpenAPIDocument.yaml, lastModified: started).routes,
            ReferenceRoutes(json: { OpenAPIDocument.json }).routes,
            StylesheetRoutes(lastModified: started).routes,
            FaviconRoutes().routes,
            DesignRoutes(tenant: designTenant).routes,
            demoRadio.routes,
            INotesRoutes(library: library).routes,
            ReadingRoutes(library: reading).routes,
            AudienceRoutes(library: reading, hub: hub, lastModified: started).routes,
            LoginRoutes(
                passwordLogin: passwordLogin, sessions: sessions, landing: Self.landing, moreLinks: signUp.signUpLink
            ).routes,
            SessionRoutes(passwordLogin: passwordLogin, sessions: sessions).routes,
            AuditRoutes(store: AuditStore(database: database)).routes,
            AppConfigRoutes(store: AppConfigStore(database: database)).routes,
            NoticeRoutes(
                store: NoticeStore(database: database), texts: texts, rules: rules, updates: updates,
                ruleCache: ruleCache
            ).routes,
            NoticeTextRoutes(store: texts).routes,
            UpgradeRuleRoutes(store: rules, ruleCache: ruleCache).routes,
            ContentUpdateRoutes(store: updates).routes,
            AccountSettingsRoutes(store: AccountSettingsStore(database: database)).routes,
            BootstrapRoutes(
                database: database, record: SessionLaunches(sessions: sessions),
                parts: LaunchParts.all(ruleCache: ruleCache) + [LibraryLaunchPart()]
            ).routes,
            OwnAccountRoutes(accounts: accounts, passwords: passwords).routes,
            TokenRoutes(tokens: tokens).routes,
            signUp.routes,
            LinkRoutes(use: LinkUse(links: links, hasher: hasher)).routes,
            PasswordResetRoutes(passwordReset: resets).routes,
            AccountAdminRoutes(
                accounts: accounts, sessions: sessions, links: links, hasher: hasher, mail: mail
            ).routes,
            InvitationRoutes(links: links, mail: mail).routes,
            AdministrationPageRoutes(accounts: accounts, sessions: sessions, links: links, mail: mail).routes,
            AccountRoutes(sessions: sessions, accounts: accounts, tokens: tokens, passwords: passwords).routes,
            StreamLeaseRoutes(
                database: database,
                contentRevision: { [updates = ContentUpdateStore(database: database)] in
                    try await updates.newest(in: $0)?.rawValue
                }
            ).routes,
            SubscriptionRoutes(database: database).routes,
            TenantProfileRoutes(database: database).routes,
            RequestHistoryRoutes(database: database).routes,
            LogoRoutes(database: database).routes,
            ExportRoutes(database: database).routes,
            CatalogueRoutes(database: database).routes,
            ConcertEditingRoutes(database: database).routes,
            ConcertPageRoutes(database: database, printer: printer).routes,
            ConcertImportRoutes(database: database).routes,
            DetailRoutes(database: database).routes,
            ChannelAudienceRoutes(database: database).routes,
            CataloguePageRoutes(database: database, hub: playing).routes,
            ImportPageRoutes(database: database, imports: imports, folder: importFolder, limits: importLimits).routes,
            ImportRoutes(database: database, imports: imports, limits: importLimits).routes,
            PlatformSessionRoutes(platformLogin: platformLogin, sessions: platform).routes,
            PlatformTenantRoutes(database: database.database, inviter: administrators).routes,
            PlatformPageRoutes(database: database.database, inviter: administrators).routes,
            PlayingRoutes(hub: playing, database: database).routes,
            AutomationRoutes(hub: playing, database: database).routes,
            ShapeRoutes(hub: playing, database: database).routes,
            WidgetRoutes(hub: playing, database: database).routes,
            RadioAudioRoutes(hub: playing, database: database, localPath: demoRadio.localPath).routes,
            FinderRoutes(
                database: database, music: MusicOfSoundCloud(search: CloudSearch(cloud: cloud, database: database)),
                cache: finder
            ).routes,
            AlertRoutes(hub: alerts, database: database).routes,
            RadioExportRoutes(database: database, cache: exports).routes,
            LiveRoutes(store: live, hub: hub, defaultScope: scope, onAirChanged: onAirChanged).routes,
            LiveSourceRoutes(store: live, hub: hub).routes,
            FollowerStreamRoutes(store: live, hub: hub).routes,
            LiveMeasurementRoutes(service: measurements, store: live).routes,
            AudienceMessageRoutes(store: messages, hub: hub).routes,
            ScheduleRuleRoutes(database: database).routes,
            AiringRoutes(database: database).routes,
            WeekRoutes(database: database).routes,
            AiringPageRoutes(database: database).routes,
            RulePageRoutes(database: database).routes,
            ConnectionRoutes(cloud: cloud, database: database, landing: .library).routes,
            TenantApplicationRoutes(database: database, vault: vault).routes,
            TenantApplicationPageRoutes(database: database, vault: vault, isConnected: cloud != nil).routes,
            SyncRoutes(database: database).routes,
            CloudWriteRoutes(cloud: cloud, database: database).routes,
            DiscoverRoutes(cloud: cloud, database: database).routes,
            LibrarySearchRoutes(database: database).routes,
            CloudSearchRoutes(CloudSearch(cloud: cloud, database: database)).routes,
            ExplorePageRoutes(cloud: cloud, database: database).routes,
            LikeRoutes(database: database).routes,
            CloudListRoutes(database: database).routes,
            CloudItemRoutes(cloud: cloud, database: database).routes,
            TrackAudioRoutes(cloud: cloud, database: database).routes,
            PlaylistRoutes(cloud: cloud, database: database).routes,
            ViewStateRoutes(database: database).routes,
            LibraryTrackRoutes(cloud: cloud, database: database, filing: filing).routes,
            EntryCorrectionRoutes(database: database, filing: filing).routes,
            StoredCorrectionRoutes(database: database, filing: filing).routes,
            CorrectionPageRoutes(database: database, filing: filing).routes,
            BrowseRoutes(database: database).routes,
            PodcastRoutes(database: database).routes,
            PodcastTrackRoutes(cloud: cloud, database: database, filing: filing).routes,
            CloudPageRoutes(cloud: cloud, database: database, filing: filing).routes,
            BrowsePageRoutes(database: database, filing: filing).routes,
            EntryPageRoutes(database: database, filing: filing).routes,
            TrackPageRoutes(database: database, filing: filing).routes,
            UncertainPageRoutes(database: database, filing: filing).routes,
            PodcastPageRoutes(database: database, filing: filing).routes,
            StationPageRoutes(database: database, filing: filing).routes,
            PlayContextRoutes(database: database).routes,
            ContextExportRoutes(database: database, filing: filing, spool: spool).routes,
            ListenRoutes(database: database).routes,
            PlayerRoutes(database: database, catalogue: catalogue).routes,
            PlayerPageRoutes(database: database, catalogue: catalogue, lastModified: started).routes,
            PlayerQueueRoutes(database: database, catalogue: catalogue).routes,
            PlayerDeviceRoutes(database: database).routes,
            PlayerHistoryRoutes(database: database, catalogue: catalogue).routes,
            PlayerStreamRoutes(hub: players).routes,
            SharedSessionRoutes(database: database, catalogue: catalogue, hub: sharedSessions).routes,
            SharedPageRoutes(database: database, catalogue: catalogue, lastModified: started).routes,
            ListenPageRoutes(database: database).routes,
            ScrobbleRoutes(database: database, vault: vault, servers: listenBrainz).routes,
            ScrobblePageRoutes(database: database, vault: vault, servers: listenBrainz).routes,
            ListenExportRoutes(database: database, filing: filing, spool: spool).routes,
            ReclassificationRoutes(database: database, filing: filing).routes,
            ReclassificationPageRoutes(database: database, filing: filing).routes,
            AppPasswordRoutes(database: database, vault: vault).routes,
            ClientPageRoutes(database: database, vault: vault).routes,
            SubsonicRoutes(
                database: database, cloud: cloud, vault: vault, transcoder: transcoder,
                players: SubsonicPlayers(database: database, catalogue: catalogue), radio: SubsonicRadio(hub: playing),
                announcer: announcer
            ).routes,
            StationFeedRoutes(database: database, cloud: cloud).routes,
            OperatorRoutes(
                store: live, messages: messages, hub: hub, defaultScope: scope, onAirChanged: onAirChanged
            ).routes,
            MessageLogRoutes(messages: messages).routes,
        ].flatMap { $0 }
    }

    private static let documents: [StartPage.Link] = [
        StartPage.Link("/api/v1/live", "Live position", "piece and measure as JSON"),
        StartPage.Link("/api/v1/now", "Radio", "what is on the air on every channel, as JSON"),
        StartPage.Link("/getPieces.php", "Pieces", "the names of the pieces as text, for the iNotes app"),
        StartPage.Link("/glossary.xml", "Glossary", "musical terms and their meanings, as XML"),
        StartPage.Link(
            "/docs/api", "API reference", "every operation of the API, as web pages"),
        StartPage.Link(
            "/openapi.yaml", "API description",
            "every operation of the API, for software (OpenAPI 3.1, YAML, \(OpenAPIDocument.yaml.count / 1000) kB)"),
        StartPage.Link("/platform", "Platform", "tenants of this server, for platform administrators"),
    ]

    /// Returns the first page after sign-in for a role.
    static let landing: @Sendable (Role) -> LocalPath = { role in
        role.has(.viewAdmin) ? "/admin" : role.has(.viewOperator) ? "/operator" : "/"
    }
}
