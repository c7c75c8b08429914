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
        Setting("TUTTI_ADMIN", "127.0.0.1:9090", "Address and port for metrics and health probes, or \"off\"."),
        Setting(
            "TUTTI_DATA_DIR", nil,
            "Folder of the private PostgreSQL; by default the user's or the service's data folder."),
        Setting(
            "DATABASE_URL", nil,
            "URL of your own PostgreSQL, with the runtime role as its login; if it is not set, Tutti runs a private PostgreSQL.",
            isSecret: true),
        Setting(
            "TUTTI_OWNER_DATABASE_URL", nil,
            "URL of the same database with the login app_owner, "
                + "for `tutti migrate`, `tutti tenant`, `tutti user`, `tutti token` and `tutti restore`.",
            isSecret: true),
        Setting(
            "TUTTI_DUMP_DATABASE_URL", nil,
            "URL of the same database with the login app_dump, for `tutti backup` and `tutti restore`.", isSecret: true),
        Setting(
            "LISTEN_DATABASE_URL", nil,
            "URL of a direct connection for LISTEN, if DATABASE_URL leads to a connection pooler.", isSecret: true
        ),
        Setting(
            "TUTTI_PREPARED_STATEMENTS", "on",
            "\"off\" behind a connection pooler that does not support prepared statements."),
        Setting("TUTTI_MIGRATE", "off", "\"on\" lets `tutti serve` migrate your own database when it starts."),
        Setting(
            "TUTTI_DEFAULT_TENANT", nil,
            "Short name of the tenant for requests to unknown hosts; by default \"demo\" with the private PostgreSQL."),
        Setting(
            "TUTTI_PUBLIC_URL", nil,
            "Scheme, host and port that clients use; the first host of a tenant replaces the host."
        ),
        Setting(
            "TUTTI_TRUSTED_PROXIES", "",
            "Addresses or ranges of trusted proxies, separated by commas; their X-Forwarded-For, X-Forwarded-Proto and Forwarded fields are used."
        ),
        Setting(
            "TUTTI_FORWARDED_HOST", "off",
            "Field in which trusted proxies send the host: x-forwarded-host or forwarded; \"off\" uses Host alone."),
        Setting(
            "TUTTI_MULTICAST_GROUP", "239.255.255.251", "Multicast group of tenants that have no group of their own."),
        Setting("TUTTI_MULTICAST_PORT", "12345", "Multicast port of tenants that have no port of their own."),
        Setting(
            "TUTTI_MULTICAST_INTERFACE", "127.0.0.1", "Address of the network interface that sends multicast packets."),
        Setting("TUTTI_MULTICAST_TTL", "1", "TTL of multicast packets, 0 to 255; 1 keeps them on the local network."),
        Setting("TUTTI_PG_BIN_DIR", nil, "Folder of the PostgreSQL programs, if they are not found automatically."),
        Setting(
            "TUTTI_DRAIN_DELAY", "0",
            "Seconds between reporting \"not ready\" and refusing connections at shutdown; 5 behind a load balancer."),
        Setting("TUTTI_LOOPS", nil, "Number of event loops; by default one per core."),
        Setting(
            "TUTTI_HOT_SET", "on",
            "\"on\": the server asks busy connections itself while that is faster; \"off\": it waits for the system. Leave it on."
        ),
        Setting(
            "TUTTI_MAX_CONNECTIONS", "20000", "Maximum number of open connections; further ones are closed immediately."
        ),
        Setting(
            "TUTTI_MAX_CONNECTIONS_PER_ADDRESS", nil,
            "Maximum number of open connections from one address (IPv6: one /64); by default TUTTI_MAX_CONNECTIONS, "
                + "because a whole hall may share one address."
        ),
        Setting(
            "TUTTI_MAX_STREAMS_PER_TENANT", nil,
            "Maximum number of event streams of one tenant, above which 503 is answered; by default four fifths of TUTTI_MAX_CONNECTIONS."
        ),
        Setting(
            "TUTTI_MAX_STREAMS_PER_ADDRESS", nil,
            "Maximum number of event streams from one address, above which 429 is answered; by default four fifths of TUTTI_MAX_CONNECTIONS."
        ),
        Setting(
            "TUTTI_MAX_REQUESTS_PER_TENANT", nil,
            "Maximum number of waiting requests of one tenant, above which 503 is answered; by default four fifths of TUTTI_MAX_CONNECTIONS."
        ),
        Setting(
            "TUTTI_RATE_ADDRESS", "5000:100000",
            "Requests from one address (IPv6: one /64), as PER_SECOND:BURST; 0 for no limit."),
        Setting(
            "TUTTI_RATE_ACCOUNT", "500:10000", "Requests from one account, as PER_SECOND:BURST; 0 for no limit."),
        Setting(
            "TUTTI_RATE_TENANT", "10000:200000",
            "Requests to a tenant that has no limits of its own, as PER_SECOND:BURST; 0 for no limit."),
        Setting("TUTTI_HEADER_TIMEOUT", "10", "Seconds allowed to receive the header fields of a request, 1 to 18."),
        Setting(
            "TUTTI_BODY_TIMEOUT", "10",
            "Seconds that a client may pause while sending the content of a request, 1 to 18."),
        Setting(
            "TUTTI_IDLE_TIMEOUT", "15",
            "Seconds that a connection may stay idle between requests, 1 to 600; behind a load balancer, "
                + "longer than the idle timeout of the load balancer."
        ),
        Setting("TUTTI_WRITE_TIMEOUT", "15", "Seconds that a client may leave a response unread, 1 to 120."),
        Setting(
            "TUTTI_PASSWORD_COST", "17",
            "Cost of password hashing: the base-2 logarithm of scrypt's N, 10 to 20; 17 takes 128 MiB per sign-in."),
        Setting(
            "TUTTI_MAIL_COMMAND", nil,
            "Program that sends mail, as an absolute path with arguments; if it is not set, no mail is sent."),
        Setting("TUTTI_MAIL_FROM", nil, "Sender address of mail."),
        Setting(
            "TUTTI_IMPORT_DIR", nil,
            "Absolute path of a folder; files in its folders TENANT/FORMAT/ are imported automatically; "
                + "if it is not set, no folder is watched."
        ),
        Setting(
            "TUTTI_IMPORT_MAX_BODY", "16",
            "Maximum MiB of a request that imports radio data, 1 to 1024; `tutti import` and the watched folder accept more."
        ),
        Setting("TUTTI_IMPORT_MAX_UNPACKED", "64", "Maximum MiB of an imported file after unpacking, 1 to 8192."),
        Setting(
            "TUTTI_IMPORT_MAX_MEMORY", "16",
            "Maximum MiB, as estimated, of the part of an imported file that is held in memory at once, 1 to 4096."
        ),
        Setting(
            "TUTTI_IMPORT_MAX_TEXT", "1024",
            "Maximum KiB of text in one XML element, JSON string, line, CSV record or comment, 1 to 9000."),
        Setting("TUTTI_IMPORT_MAX_FIELDS", "1000", "Maximum number of fields in one CSV record, 10 to 100000."),
        Setting(
            "TUTTI_IMPORT_MAX_ATTRIBUTES", "128",
            "Maximum number of attributes of one XML element, including namespace declarations, 10 to 256."),
        Setting("TUTTI_IMPORT_MAX_TAG", "64", "Maximum KiB of one XML tag with all its attributes, 1 to 1024."),
        Setting(
            "TUTTI_IMPORT_MAX_NAMESPACES", "64",
            "Maximum number of XML namespace declarations in scope of one element, 10 to 256."),
        Setting("TUTTI_IMPORT_MAX_DEPTH", "64", "Maximum depth of nested XML elements or JSON values, 10 to 64."),
        Setting(
            "TUTTI_IMPORT_MAX_ELEMENTS", "1000000", "Maximum number of XML elements in one file, 1000 to 200000000."),
        Setting(
            "TUTTI_IMPORT_MAX_SECONDS", "5",
            "Maximum seconds of processor time to read the files of one request, 1 to 3600."),
        Setting(
            "TUTTI_SOUNDCLOUD_CLIENT_ID", nil,
            "Client ID of the SoundCloud application; if it is not set, nobody can connect an account."),
        Setting("TUTTI_SOUNDCLOUD_CLIENT_SECRET", nil, "Client secret of the SoundCloud application.", isSecret: true),
        Setting(
            "TUTTI_SOUNDCLOUD_REDIRECT", nil,
            "Redirect URI after the consent on SoundCloud; by default /api/v1/me/connections/soundcloud/callback on the host of the request."
        ),
        Setting("TUTTI_SOUNDCLOUD_API", "https://api.soundcloud.com", "Address of SoundCloud's API."),
        Setting(
            "TUTTI_SOUNDCLOUD_AUTH", "https://secure.soundcloud.com", "Address of SoundCloud's authorization server."),
        Setting(
            "TUTTI_SECRET_KEY", nil,
            "Key that encrypts stored SoundCloud tokens and app passwords; by default, with the private PostgreSQL, "
                + "the key in the file secret-key of the data folder.",
            isSecret: true),
        Setting(
            "TUTTI_LOG_LEVEL", "info",
            "Least severe level that is logged: trace, debug, info, notice, warning or error."),
        Setting(
            "TUTTI_LOG_FORMAT", nil,
            "Format of the log: json or text; by default text on a terminal and json otherwise."),
        Setting(
            "TUTTI_LOG_ADDRESSES", "networks",
            "Client addresses in the log: networks (/24, IPv6: /48) or whole."),
    ]
}
