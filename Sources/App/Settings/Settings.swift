import ConcertNotes
import HTTP
import Logging
import MusicLibrary
import Observability
import RadioImports
import SoundCloud
import Tenancy
import Web

/// The settings of `tutti`, read from its environment at the start (spec Decided 9). SIGHUP applies changed limits and database addresses.
public struct Settings: Sendable {
    public let http: SocketAddress
    /// The address for metrics and probes; `nil` if the admin server is off.
    public let admin: SocketAddress?
    /// The data folder; `nil` for the default of `DataDirectory`.
    public let dataDirectory: String?
    /// The URL of an external database; `nil` for the private PostgreSQL in the data folder.
    public let databaseURL: String?
    /// The URL of the external database with the login `app_owner`; `nil` if the login of `databaseURL` can take all roles.
    public let ownerDatabaseURL: String?
    /// The URL of the external database with the login `app_dump`; `nil` to use `databaseURL` or, if `ownerDatabaseURL` is set, to allow no backup.
    public let dumpDatabaseURL: String?
    /// The URL for LISTEN, which does not work through a connection pooler; `nil` for `databaseURL`.
    public let listenDatabaseURL: String?
    public let preparesStatements: Bool
    /// Whether the service migrates an external database at its start. A private one is always migrated.
    public let migrates: Bool
    /// The slug of the tenant for requests to unknown hosts; `nil` for the demo tenant with a private database, and for none with an external one.
    public let defaultTenant: String?
    /// The public address of the installation, for absolute addresses in documents and links.
    public let publicAddress: PublicAddress
    /// Whether the environment sets `publicAddress`.
    public let isPublicAddressSet: Bool
    public let trustedProxies: [String]
    public let forwardedHost: TrustedProxies.HostField
    public let multicast: Multicast
    /// The address, senders, receivers and commands for messages of Open Sound Control.
    public let console: ConsoleSettings
    /// The folder of PostgreSQL's programs; `nil` to search for them.
    public let postgresPrograms: String?
    /// The time, in seconds, for which the service reports "not ready" at its stop before it stops accepting connections.
    public let drainDelay: Int
    /// The number of event loops; `nil` for one for each active processor.
    public let loops: Int?
    /// Whether event loops poll busy connections (docs/decisions/0017-busy-sockets-are-polled.md).
    public let keepsHotSet: Bool
    public let limits: Limits
    public let rates: RateLimits
    /// The cost of password hashes: the base-2 logarithm of scrypt's N.
    public let passwordCost: Int
    /// The program that sends mail; `nil` if the server sends no mail.
    public let mail: MailSettings?
    /// The folder to watch for files to import; `nil` for none.
    public let importFolder: String?
    /// The limits for files of radio data imported over HTTP.
    public let imports: ImportLimits
    /// The SoundCloud application; `nil` if none is set. `tutti run` may set that of the demo's stand-in.
    public internal(set) var soundCloud: SoundCloudApp?
    /// The ListenBrainz servers to which listeners may send their history.
    public let listenBrainz: ListenBrainzServers
    /// The vault that encrypts tokens and other secrets in the database; `nil` if no key is set.
    public let vault: TokenVault?
    public let logLevel: Logger.Level
    /// The format of the log; `nil` for text on a terminal and JSON otherwise.
    public let logFormat: LogFormat?
    /// Whether the log shows complete client addresses instead of networks only.
    public let logsWholeAddresses: Bool
    /// The longest time that a request waits for a database connection, in seconds, so that a request is refused within two seconds. Only tests
    /// change this value.
    var databaseWait = 1.9

    /// The multicast settings for tenants without settings of their own.
    public struct Multicast: Sendable, Hashable {
        public let group: String
        public let port: Int
        public let interface: String
        public let ttl: Int
    }

    /// Reads the settings. Throws `SettingsError` with all problems found.
    public init(environment variables: [String: String]) throws(SettingsError) {
        var environment = Environment(variables)
        let http = environment.address("TUTTI_HTTP")
        if http == nil, environment.problems.isEmpty {
            environment.refuse("TUTTI_HTTP cannot be off: it must be HOST:PORT, such as 0.0.0.0:8080")
        }
        admin = environment.address("TUTTI_ADMIN")
        dataDirectory = environment.value("TUTTI_DATA_DIR")
        databaseURL = environment.value("DATABASE_URL")
        ownerDatabaseURL = environment.value("TUTTI_OWNER_DATABASE_URL")
        dumpDatabaseURL = environment.value("TUTTI_DUMP_DATABASE_URL")
        listenDatabaseURL = environment.value("LISTEN_DATABASE_URL")
        preparesStatements = environment.flag("TUTTI_PREPARED_STATEMENTS")
        migrates = environment.flag("TUTTI_MIGRATE")
        defaultTenant = environment.value("TUTTI_DEFAULT_TENANT")
        let publicAddress = environment.publicAddress("TUTTI_PUBLIC_URL")
        trustedProxies = (environment.value("TUTTI_TRUSTED_PROXIES") ?? "").split { $0 == "," || $0 == " " }.map(
            String.init)
        let hostField = environment.value("TUTTI_FORWARDED_HOST") ?? "off"
        forwardedHost = TrustedProxies.HostField(rawValue: hostField) ?? .off
        if TrustedProxies.HostField(rawValue: hostField) == nil {
            environment.refuse("TUTTI_FORWARDED_HOST=\(hostField) must be off, x-forwarded-host or forwarded")
        }
        multicast = Self.multicast(&environment)
        console = Self.console(&environment)
        postgresPrograms = environment.value("TUTTI_PG_BIN_DIR")
        drainDelay = environment.integer("TUTTI_DRAIN_DELAY", in: 0...600) ?? 0
        loops = environment.integer("TUTTI_LOOPS", in: 1...64)
        keepsHotSet = environment.flag("TUTTI_HOT_SET")
        limits = Self.limits(&environment)
        rates = Self.rates(&environment, connections: limits.connections)
        passwordCost = environment.integer("TUTTI_PASSWORD_COST", in: 10...20) ?? 17
        mail = Self.mail(&environment)
        importFolder = environment.value("TUTTI_IMPORT_DIR")
        if let importFolder, !importFolder.hasPrefix("/") {
            environment.refuse("TUTTI_IMPORT_DIR=\(importFolder) must be the absolute path of a folder")
        }
        imports = Self.imports(&environment)
        soundCloud = Self.soundCloud(&environment)
        listenBrainz = Self.listenBrainz(&environment)
        vault = Self.vault(&environment)
        let level = environment.value("TUTTI_LOG_LEVEL") ?? "info"
        logLevel = Logger.Level(rawValue: level) ?? .info
        if Logger.Level(rawValue: level) == nil {
            environment.refuse(
                "TUTTI_LOG_LEVEL=\(level) must be trace, debug, info, notice, warning, error or critical")
        }
        let format = environment.value("TUTTI_LOG_FORMAT")
        logFormat = format.flatMap(LogFormat.init(rawValue:))
        if format != nil, logFormat == nil {
            environment.refuse("TUTTI_LOG_FORMAT=\(format ?? "") must be json or text")
        }
        let addresses = environment.value("TUTTI_LOG_ADDRESSES") ?? "networks"
        logsWholeAddresses = addresses == "whole"
        if !["networks", "whole"].contains(addresses) {
            environment.refuse("TUTTI_LOG_ADDRESSES=\(addresses) must be networks or whole")
        }
        guard let http, environment.problems.isEmpty else { throw SettingsError(problems: environment.problems) }
        self.http = http
        isPublicAddressSet = publicAddress != nil
        self.publicAddress =
            publicAddress
            ?? (trustedProxies.isEmpty
                ? PublicAddress(port: http.port == 0 ? nil : http.port) : PublicAddress(scheme: "https"))
    }

    private static func multicast(_ environment: inout Environment) -> Multicast {
        let group = environment.ipv4("TUTTI_MULTICAST_GROUP") ?? "239.255.255.251"
        if let first = group.split(separator: ".").first.flatMap({ Int($0) }), !(224...239).contains(first) {
            environment.refuse(
                "TUTTI_MULTICAST_GROUP=\(group) must be a multicast address, 224.0.0.0 to 239.255.255.255")
        }
        return Multicast(
            group: group,
            port: environment.integer("TUTTI_MULTICAST_PORT", in: 1...65535) ?? 12345,
            interface: environment.ipv4("TUTTI_MULTICAST_INTERFACE") ?? "127.0.0.1",
            ttl: environment.integer("TUTTI_MULTICAST_TTL", in: 0...255) ?? 1)
    }
}

/// All problems of the environment, one line each.
public struct SettingsError: Error, Sendable, CustomStringConvertible {
    public let problems: [String]

    public var description: String { problems.joined(separator: "\n") }
}
