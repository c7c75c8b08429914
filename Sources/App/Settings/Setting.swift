/// A setting: an environment variable with its default and its meaning.
///
/// `tutti config` prints the list of settings. The list is also used to recognise misspelt variables, and a test compares the list
/// with `deploy/environment.example`. Spec O4.2, S1.24.
public struct Setting: Sendable, Hashable {
    /// The variable, such as "TUTTI_HTTP". Each variable also has a form with `_FILE`, which names a file that contains the value.
    public let name: String
    /// The default value, or `nil` if there is none.
    public let standard: String?
    /// The meaning in one sentence, for the person who runs the server.
    public let meaning: String
    /// Whether `tutti config` hides the value.
    public let isSecret: Bool

    init(_ name: String, _ standard: String?, _ meaning: String, isSecret: Bool = false) {
        self.name = name
        self.standard = standard
        self.meaning = meaning
        self.isSecret = isSecret
    }

    /// All settings, in the order of `deploy/environment.example`.
    public static let all: [Setting] = [
        Setting("TUTTI_HTTP", "0.0.0.0:8080", "Address and port of the HTTP server."),
        Setting("TUTTI_ADMIN", "127.0.0.1:9090", "Address and port for metrics and health probes, or \"off\"."),
        Setting(
            "TUTTI_DATA_DIR", nil,
            "Folder for the private PostgreSQL and the server's files; by default the data folder of the user or the service."
        ),
        Setting(
            "DATABASE_URL", nil,
            "URL of your own PostgreSQL with the login app_rt; if it is not set, Tutti runs a private PostgreSQL.",
            isSecret: true),
        Setting(
            "TUTTI_OWNER_DATABASE_URL", nil,
            "URL of the same database with the login app_owner, "
                + "for `tutti migrate`, `tutti tenant`, `tutti user`, `tutti token`, `tutti restore` and, with "
                + "TUTTI_MIGRATE=on, `tutti serve`.",
            isSecret: true),
        Setting(
            "TUTTI_DUMP_DATABASE_URL", nil,
            "URL of the same database with the login app_dump, for `tutti backup` and `tutti restore`.", isSecret: true),
        Setting(
            "LISTEN_DATABASE_URL", nil,
            "URL of the same database for a direct connection; set it if DATABASE_URL leads to a connection pooler.",
            isSecret: true
        ),
        Setting(
            "TUTTI_PREPARED_STATEMENTS", "on",
            "Whether to use prepared statements: on or off; "
                + "set it to off if the database's connection pooler does not support prepared statements."
        ),
        Setting(
            "TUTTI_MIGRATE", "off",
            "Whether `tutti serve` updates the schema of your own database when it starts: on or off; "
                + "if it is off, run `tutti migrate` after an upgrade."),
        Setting(
            "TUTTI_DEFAULT_TENANT", nil,
            "Short name of the tenant that answers requests with an unknown host name; "
                + "by default \"demo\" with the private PostgreSQL, and otherwise none."),
        Setting(
            "TUTTI_PUBLIC_URL", nil,
            "Scheme, host and port that clients use; links to a tenant with host names use the first host name of the tenant."
        ),
        Setting(
            "TUTTI_TRUSTED_PROXIES", "",
            "Addresses or ranges of trusted proxies, separated by commas; the client's address and scheme are taken from "
                + "their X-Forwarded-For, X-Forwarded-Proto and Forwarded fields."
        ),
        Setting(
            "TUTTI_FORWARDED_HOST", "off",
            "Request field in which trusted proxies send the requested host: x-forwarded-host or forwarded; "
                + "with off, only the field Host is used."
        ),
        Setting(
            "TUTTI_MULTICAST_GROUP", "239.255.255.251", "Multicast group of tenants that have no group of their own."),
        Setting("TUTTI_MULTICAST_PORT", "12345", "Multicast port of tenants that have no port of their own."),
        Setting(
            "TUTTI_MULTICAST_INTERFACE", "127.0.0.1",
            "IPv4 address of the network interface that sends multicast packets; only this machine receives packets on 127.0.0.1."
        ),
        Setting(
            "TUTTI_MULTICAST_TTL", "1",
            "TTL of multicast packets, 0 to 255; 0 keeps them on this machine and 1 on the local network."),
        Setting(
            "TUTTI_PG_BIN_DIR", nil, "Folder of the PostgreSQL programs; set it if they are not found automatically."),
        Setting(
            "TUTTI_DRAIN_DELAY", "0",
            "Seconds for which the server, at shutdown, reports \"not ready\" but still accepts connections, 0 to 600; "
                + "use 5 behind a load balancer."),
        Setting(
            "TUTTI_LOOPS", nil,
            "Number of worker queues that handle connections in parallel, 1 to 64; by default one for each processor core."
        ),
        Setting(
            "TUTTI_HOT_SET", "on",
            "Whether the server polls busy connections instead of waiting for the system to report new requests: on or off; "
                + "leave it on, which is faster under load."
        ),
        Setting(
            "TUTTI_MAX_CONNECTIONS", "20000",
            "Maximum number of open connections, 16 to 1000000; further connections are closed immediately."
        ),
        Setting(
            "TUTTI_MAX_CONNECTIONS_PER_ADDRESS", nil,
            "Maximum number of open connections from one address (IPv6: one /64), 1 to 1000000; "
                + "by default TUTTI_MAX_CONNECTIONS, because a whole hall may share one address."
        ),
        Setting(
            "TUTTI_MAX_STREAMS_PER_TENANT", nil,
            "Maximum number of open event streams of one tenant, 1 to 1000000; "
                + "further streams are refused with status 503; by default four fifths of TUTTI_MAX_CONNECTIONS."
        ),
        Setting(
            "TUTTI_MAX_STREAMS_PER_ADDRESS", nil,
            "Maximum number of open event streams from one address, 1 to 1000000; "
                + "further streams are refused with status 429; by default four fifths of TUTTI_MAX_CONNECTIONS."
        ),
        Setting(
            "TUTTI_MAX_REQUESTS_PER_TENANT", nil,
            "Maximum number of requests of one tenant that wait for a response at the same time, 1 to 1000000; "
                + "further requests are refused with status 503; by default four fifths of TUTTI_MAX_CONNECTIONS."
        ),
        Setting(
            "TUTTI_RATE_ADDRESS", "5000:100000",
            "Maximum rate of requests from one address (IPv6: one /64), as PER_SECOND:BURST; 0 for no limit."),
        Setting(
            "TUTTI_RATE_ACCOUNT", "500:10000",
            "Maximum rate of requests from one account, as PER_SECOND:BURST; 0 for no limit."),
        Setting(
            "TUTTI_RATE_TENANT", "10000:200000",
            "Maximum rate of requests to a tenant without limits of its own, as PER_SECOND:BURST; 0 for no limit."),
        Setting(
            "TUTTI_HEADER_TIMEOUT", "10", "Seconds in which a client must send the header fields of a request, 1 to 18."
        ),
        Setting(
            "TUTTI_BODY_TIMEOUT", "10",
            "Seconds that a client may pause while sending the content of a request, 1 to 18."),
        Setting(
            "TUTTI_IDLE_TIMEOUT", "15",
            "Seconds that a connection may stay idle between requests, 1 to 600; behind a load balancer, "
                + "set a longer time than the idle timeout of the load balancer."
        ),
        Setting("TUTTI_WRITE_TIMEOUT", "15", "Seconds that a client may leave a response unread, 1 to 120."),
        Setting(
            "TUTTI_PASSWORD_COST", "17",
            "Cost of password hashing: the base-2 logarithm of scrypt's N, 10 to 20; 17 uses 128 MiB of memory per sign-in."
        ),
        Setting(
            "TUTTI_MAIL_COMMAND", nil,
            "Program that sends mail, as an absolute path with arguments; if it is not set, no mail is sent."),
        Setting("TUTTI_MAIL_FROM", nil, "Sender address of mail; required if TUTTI_MAIL_COMMAND is set."),
        Setting(
            "TUTTI_IMPORT_DIR", nil,
            "Absolute path of a folder; files in its subfolders TENANT/FORMAT/ are imported automatically; "
                + "if it is not set, no folder is watched."
        ),
        Setting(
            "TUTTI_IMPORT_MAX_BODY", "16",
            "Maximum size of a request that imports radio data, in MiB, 1 to 1024; "
                + "`tutti import` and the watched folder accept larger files."
        ),
        Setting(
            "TUTTI_IMPORT_MAX_UNPACKED", "64", "Maximum size of an imported file after unpacking, in MiB, 1 to 8192."),
        Setting(
            "TUTTI_IMPORT_MAX_MEMORY", "16",
            "Maximum memory for the part of an imported file that is being read, estimated in MiB, 1 to 4096."
        ),
        Setting(
            "TUTTI_IMPORT_MAX_TEXT", "1024",
            "Maximum length of one XML element's text, JSON string, line, CSV record or comment, in KiB, 1 to 9000."),
        Setting("TUTTI_IMPORT_MAX_FIELDS", "1000", "Maximum number of fields in one CSV record, 10 to 100000."),
        Setting(
            "TUTTI_IMPORT_MAX_ATTRIBUTES", "128",
            "Maximum number of attributes of one XML element, including namespace declarations, 10 to 256."),
        Setting(
            "TUTTI_IMPORT_MAX_TAG", "64", "Maximum length of one XML tag with all its attributes, in KiB, 1 to 1024."),
        Setting(
            "TUTTI_IMPORT_MAX_NAMESPACES", "64",
            "Maximum number of XML namespace declarations in the scope of one element, 10 to 256."),
        Setting("TUTTI_IMPORT_MAX_DEPTH", "64", "Maximum depth of nested XML elements or JSON values, 10 to 64."),
        Setting(
            "TUTTI_IMPORT_MAX_ELEMENTS", "1000000", "Maximum number of XML elements in one file, 1000 to 200000000."),
        Setting(
            "TUTTI_IMPORT_MAX_SECONDS", "5",
            "Maximum processor time for reading the files of one request, in seconds, 1 to 3600."),
        Setting(
            "TUTTI_SOUNDCLOUD_CLIENT_ID", nil,
            "Client ID of your SoundCloud application; if it is not set, nobody can connect a SoundCloud account."),
        Setting(
            "TUTTI_SOUNDCLOUD_CLIENT_SECRET", nil,
            "Client secret of your SoundCloud application; required if TUTTI_SOUNDCLOUD_CLIENT_ID is set.",
            isSecret: true),
        Setting(
            "TUTTI_SOUNDCLOUD_REDIRECT", nil,
            "Redirect URI to which SoundCloud sends the browser after the user's consent; "
                + "by default /api/v1/me/connections/soundcloud/callback on the host of the request."
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
            "Lowest level of logged messages: trace, debug, info, notice, warning, error or critical."),
        Setting(
            "TUTTI_LOG_FORMAT", nil,
            "Format of the log: json or text; by default text on a terminal and json otherwise."),
        Setting(
            "TUTTI_LOG_ADDRESSES", "networks",
            "How the log shows client addresses: networks (/24, IPv6: /48) shortens them, whole shows them in full."),
    ]
}
