/// One setting as the environment knows it: its name, its default and what it is for.
///
/// The list is what `tutti config` prints, what refuses a misspelt variable, and what
/// `deploy/environment.example` is compared with.
/// Spec O4.2, S1.24.
public struct Setting: Sendable, Hashable {
    /// The variable, "TUTTI_HTTP". Each also has a form with `_FILE` that names a file holding the value.
    public let name: String
    /// The value used when the variable is absent, or `nil` where there is none.
    public let standard: String?
    /// One sentence for the person who runs the server.
    public let meaning: String
    /// Whether the value is hidden by `tutti config`.
    public let isSecret: Bool

    init(_ name: String, _ standard: String?, _ meaning: String, isSecret: Bool = false) {
        self.name = name
        self.standard = standard
        self.meaning = meaning
        self.isSecret = isSecret
    }

    /// Every setting there is, in the order of `deploy/environment.example`.
    public static let all: [Setting] = [
        Setting("TUTTI_HTTP", "0.0.0.0:8080", "Address and port of the HTTP server."),
        Setting("TUTTI_ADMIN", "127.0.0.1:9090", "Address and port of metrics and probes; \"off\" for none."),
        Setting(
            "TUTTI_DATA_DIR", nil,
            "Folder of the private PostgreSQL; by default the user's or the service's data folder."),
        Setting(
            "DATABASE_URL", nil, "Your own PostgreSQL, as the runtime role; without it Tutti runs a private one.",
            isSecret: true),
        Setting(
            "TUTTI_OWNER_DATABASE_URL", nil, "The same database as app_owner, for migrate, tenant and user.",
            isSecret: true),
        Setting(
            "TUTTI_DUMP_DATABASE_URL", nil, "The same database as app_dump, for backup and restore.", isSecret: true),
        Setting(
            "LISTEN_DATABASE_URL", nil, "A direct connection for LISTEN where DATABASE_URL is a pooler.", isSecret: true
        ),
        Setting("TUTTI_PREPARED_STATEMENTS", "on", "\"off\" behind a pooler that cannot keep prepared statements."),
        Setting("TUTTI_MIGRATE", "off", "\"on\" lets `tutti serve` migrate a database of your own when it starts."),
        Setting(
            "TUTTI_DEFAULT_TENANT", nil,
            "Slug of the tenant that answers for unknown hosts; the private PostgreSQL has \"demo\"."),
        Setting(
            "TUTTI_PUBLIC_URL", nil,
            "Scheme, host and port by which clients reach the server; each tenant's first host replaces the host."
        ),
        Setting(
            "TUTTI_TRUSTED_PROXIES", "",
            "Addresses or ranges of trusted proxies, separated by commas; their X-Forwarded-For, X-Forwarded-Proto and Forwarded are used."
        ),
        Setting(
            "TUTTI_FORWARDED_HOST", "off",
            "Field in which these proxies name the host: off (Host alone counts), x-forwarded-host or forwarded."),
        Setting("TUTTI_MULTICAST_GROUP", "239.255.255.251", "Multicast group of tenants without their own."),
        Setting("TUTTI_MULTICAST_PORT", "12345", "Port of that group."),
        Setting("TUTTI_MULTICAST_INTERFACE", "127.0.0.1", "Address of the network interface for packets."),
        Setting("TUTTI_MULTICAST_TTL", "1", "How many routers packets may cross, 0 to 255."),
        Setting("TUTTI_PG_BIN_DIR", nil, "Folder of the PostgreSQL programs, if they are not found automatically."),
        Setting(
            "TUTTI_DRAIN_DELAY", "0",
            "Seconds between reporting not ready and refusing connections at a stop; 5 behind a load balancer."),
        Setting("TUTTI_LOOPS", nil, "Number of event loops; by default one per core."),
        Setting(
            "TUTTI_HOT_SET", "on",
            "\"off\" waits for each connection after its answer; else busy ones are asked first, where that pays."
        ),
        Setting(
            "TUTTI_MAX_CONNECTIONS", "20000", "Maximum number of open connections; further ones are closed at accept."),
        Setting(
            "TUTTI_MAX_CONNECTIONS_PER_ADDRESS", nil,
            "Maximum number of open connections from one address (IPv6: one /64); by default all, for a hall behind one address."
        ),
        Setting(
            "TUTTI_MAX_STREAMS_PER_TENANT", nil,
            "Maximum number of event streams of one tenant, then 503; by default four fifths of TUTTI_MAX_CONNECTIONS."),
        Setting(
            "TUTTI_MAX_STREAMS_PER_ADDRESS", nil,
            "Maximum number of event streams from one address, then 429; by default four fifths of TUTTI_MAX_CONNECTIONS."
        ),
        Setting(
            "TUTTI_MAX_REQUESTS_PER_TENANT", nil,
            "Maximum number of waiting requests of one tenant, then 503; by default four fifths of TUTTI_MAX_CONNECTIONS."
        ),
        Setting(
            "TUTTI_RATE_ADDRESS", "5000:100000",
            "Requests per second from one address (IPv6: one /64), and burst; 0 for no limit."),
        Setting(
            "TUTTI_RATE_ACCOUNT", "500:10000", "Requests per second from one account, and burst; 0 for no limit."),
        Setting(
            "TUTTI_RATE_TENANT", "10000:200000",
            "Requests per second to a tenant without limits of its own, and burst; 0 for no limit."),
        Setting("TUTTI_HEADER_TIMEOUT", "10", "Seconds allowed to receive the header fields of a request, 1 to 18."),
        Setting(
            "TUTTI_BODY_TIMEOUT", "10",
            "Seconds that a client may pause while sending the content of a request, 1 to 18."),
        Setting(
            "TUTTI_IDLE_TIMEOUT", "15",
            "Seconds that a connection may wait for its next request, 1 to 600; longer than that of a load balancer in front, such as 75 for its 60."
        ),
        Setting("TUTTI_WRITE_TIMEOUT", "15", "Seconds that a client may leave a response unread, 1 to 120."),
        Setting(
            "TUTTI_PASSWORD_COST", "17", "scrypt cost as the power of two of N, 10 to 20; 17 takes 128 MiB a sign-in."),
        Setting(
            "TUTTI_MAIL_COMMAND", nil,
            "Program that sends mail, as an absolute path with arguments; without it no mail is sent."),
        Setting("TUTTI_MAIL_FROM", nil, "Sender address of mail."),
        Setting(
            "TUTTI_IMPORT_DIR", nil,
            "Absolute path of a folder whose TENANT/FORMAT/ files are imported automatically; without it no folder is watched."
        ),
        Setting(
            "TUTTI_IMPORT_MAX_BODY", "16",
            "MiB of a request with files of radio data, 1 to 1024; `tutti import` and the watched folder accept more."),
        Setting("TUTTI_IMPORT_MAX_UNPACKED", "64", "MiB that one of these files may unpack to, 1 to 8192."),
        Setting(
            "TUTTI_IMPORT_MAX_MEMORY", "16",
            "Estimated MiB of memory for the part of such a file that must be held at once, 1 to 4096."),
        Setting(
            "TUTTI_IMPORT_MAX_TEXT", "1024",
            "KiB of text in one XML element, JSON string, line, CSV record or comment, 1 to 9000."),
        Setting("TUTTI_IMPORT_MAX_FIELDS", "1000", "Fields of one CSV record, 10 to 100000."),
        Setting(
            "TUTTI_IMPORT_MAX_ATTRIBUTES", "128",
            "Attributes of one XML element, namespace declarations among them, 10 to 256."),
        Setting("TUTTI_IMPORT_MAX_TAG", "64", "KiB of one XML tag with all its attributes, 1 to 1024."),
        Setting("TUTTI_IMPORT_MAX_NAMESPACES", "64", "XML namespace declarations in scope of one element, 10 to 256."),
        Setting("TUTTI_IMPORT_MAX_DEPTH", "64", "XML elements or JSON values inside each other, 10 to 64."),
        Setting("TUTTI_IMPORT_MAX_ELEMENTS", "1000000", "XML elements of one file, 1000 to 200000000."),
        Setting(
            "TUTTI_IMPORT_MAX_SECONDS", "5",
            "Seconds of processor time for reading the files of one request, 1 to 3600."),
        Setting(
            "TUTTI_SOUNDCLOUD_CLIENT_ID", nil,
            "Client ID of the SoundCloud application; without it nobody can connect an account."),
        Setting("TUTTI_SOUNDCLOUD_CLIENT_SECRET", nil, "Client secret of the SoundCloud application.", isSecret: true),
        Setting(
            "TUTTI_SOUNDCLOUD_REDIRECT", nil,
            "Where SoundCloud sends people back to; by default the host they came from, at .../soundcloud/callback."),
        Setting("TUTTI_SOUNDCLOUD_API", "https://api.soundcloud.com", "Address of SoundCloud's API."),
        Setting(
            "TUTTI_SOUNDCLOUD_AUTH", "https://secure.soundcloud.com", "Address of SoundCloud's authorization server."),
        Setting(
            "TUTTI_SECRET_KEY", nil,
            "Key that encrypts stored upstream tokens; a private PostgreSQL has one in its data folder.",
            isSecret: true),
        Setting("TUTTI_LOG_LEVEL", "info", "trace, debug, info, notice, warning or error."),
        Setting("TUTTI_LOG_FORMAT", nil, "json or text; by default text on a terminal, else json."),
        Setting(
            "TUTTI_LOG_ADDRESSES", "networks",
            "Client addresses in the log: networks (/24, IPv6: /48) or whole."),
    ]
}
