import Postgres

/// The properties of a tenant that all parts of the service use. A copy costs one reference count.
public struct Tenant: Sendable, Hashable {
    private let facts: Facts

    public var id: TenantID { facts.id }
    public var slug: String { facts.slug }
    public var name: String { facts.name }
    /// The language as a BCP 47 tag; "und" if it is not set.
    public var locale: String { facts.locale }
    /// Whether the XML of the old API contains times in whole seconds, for clients that parse integers (spec I10).
    public var integerSeconds: Bool { facts.integerSeconds }
    /// The multicast scope of this tenant's packets.
    public var multicast: MulticastScope { facts.multicast }
    /// The IANA time zone, such as "Europe/Prague".
    public var timeZone: String { facts.timeZone }
    public var brand: TenantBrand { facts.brand }
    public var limits: TenantLimits { facts.limits }
    /// The origin of absolute URLs in this tenant's documents.
    public var origin: Origin { facts.origin }
    /// The other origins whose pages may call the tenant's API.
    public var allowedOrigins: AllowedOrigins { facts.allowedOrigins }

    public init(
        id: TenantID, slug: String, name: String, locale: String, integerSeconds: Bool, multicast: MulticastScope,
        timeZone: String = "UTC", brand: TenantBrand = TenantBrand(), limits: TenantLimits = TenantLimits(),
        origin: Origin = .local, allowedOrigins: AllowedOrigins = .none
    ) {
        facts = Facts(
            id: id, slug: slug, name: name, locale: locale, integerSeconds: integerSeconds, multicast: multicast,
            timeZone: timeZone, brand: brand, limits: limits, origin: origin, allowedOrigins: allowedOrigins)
    }

    /// Returns a copy with another origin and other allowed origins.
    public func with(origin: Origin, allowedOrigins: AllowedOrigins = .none) -> Tenant {
        Tenant(
            id: id, slug: slug, name: name, locale: locale, integerSeconds: integerSeconds, multicast: multicast,
            timeZone: timeZone, brand: brand, limits: limits, origin: origin, allowedOrigins: allowedOrigins)
    }

    public static func == (one: Tenant, other: Tenant) -> Bool {
        let (one, other) = (one.facts, other.facts)
        return one === other
            || one.id == other.id && one.slug == other.slug && one.name == other.name && one.locale == other.locale
                && one.integerSeconds == other.integerSeconds && one.multicast == other.multicast
                && one.timeZone == other.timeZone && one.brand == other.brand && one.limits == other.limits
                && one.origin == other.origin && one.allowedOrigins == other.allowedOrigins
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(id) }

    private final class Facts: Sendable {
        let id: TenantID
        let slug: String
        let name: String
        let locale: String
        let integerSeconds: Bool
        let multicast: MulticastScope
        let timeZone: String
        let brand: TenantBrand
        let limits: TenantLimits
        let origin: Origin
        let allowedOrigins: AllowedOrigins

        init(
            id: TenantID, slug: String, name: String, locale: String, integerSeconds: Bool,
            multicast: MulticastScope, timeZone: String, brand: TenantBrand, limits: TenantLimits,
            origin: Origin, allowedOrigins: AllowedOrigins
        ) {
            self.id = id
            self.slug = slug
            self.name = name
            self.locale = locale
            self.integerSeconds = integerSeconds
            self.multicast = multicast
            self.timeZone = timeZone
            self.brand = brand
            self.limits = limits
            self.origin = origin
            self.allowedOrigins = allowedOrigins
        }
    }
}

/// The appearance of a tenant's pages.
public struct TenantBrand: Sendable, Hashable {
    /// The accent colour as "#rrggbb" in lower case; `nil` for the default.
    public var accentColour: String?
    /// The SHA-256 of the logo in hexadecimal; `nil` without a logo.
    public var logo: String?

    public init(accentColour: String? = nil, logo: String? = nil) {
        self.accentColour = accentColour
        self.logo = logo
    }
}

/// The limits of a tenant, for all its clients together. `nil` means the installation's limit; for stored bytes and accounts, it means no limit. For
/// the burst, see `requestBurst`.
public struct TenantLimits: Sendable, Hashable {
    /// The average number of requests per second. A read counts as one request, and a change as two, or as twenty on a route that admits visitors.
    public var requestsPerSecond: Int?
    /// The maximum number of requests at one moment, counted as for `requestsPerSecond`. `nil` means ten times `requestsPerSecond`, or the
    /// installation's limit if both are `nil`.
    public var requestBurst: Int?
    /// The maximum number of requests that may wait for a response at the same time.
    public var connections: Int?
    /// The maximum number of open event streams.
    public var streams: Int?
    /// The maximum total size of stored files, in bytes.
    public var storedBytes: Int64?
    /// The maximum number of accounts.
    public var accounts: Int?

    public init(
        requestsPerSecond: Int? = nil, requestBurst: Int? = nil, connections: Int? = nil, streams: Int? = nil,
        storedBytes: Int64? = nil, accounts: Int? = nil
    ) {
        self.requestsPerSecond = requestsPerSecond
        self.requestBurst = requestBurst
        self.connections = connections
        self.streams = streams
        self.storedBytes = storedBytes
        self.accounts = accounts
    }
}

/// The multicast scope of a tenant (spec I22). A part that is `nil` means the installation's default.
public struct MulticastScope: Sendable, Hashable {
    public var group: String?
    public var port: Int?
    public var interface: String?
    public var ttl: Int?

    public init(group: String? = nil, port: Int? = nil, interface: String? = nil, ttl: Int? = nil) {
        self.group = group
        self.port = port
        self.interface = interface
        self.ttl = ttl
    }
}

extension Tenant: RowDecodable {
    /// Reads the columns of `control.tenant_row`.
    public init(row: Row) throws(PostgresError) {
        self.init(
            id: TenantID(rawValue: try row("tenant_id")), slug: try row("slug"), name: try row("name"),
            locale: try row("locale"), integerSeconds: try row("integer_seconds"),
            multicast: MulticastScope(
                group: try row.optional("multicast_group"), port: try row.optional("multicast_port"),
                interface: try row.optional("multicast_interface"), ttl: try row.optional("multicast_ttl")),
            timeZone: try row("time_zone"),
            brand: TenantBrand(accentColour: try row.optional("accent_colour"), logo: try row.optional("logo")),
            limits: TenantLimits(
                requestsPerSecond: try row.optional("limit_requests_per_second"),
                requestBurst: try row.optional("limit_request_burst"),
                connections: try row.optional("limit_connections"), streams: try row.optional("limit_streams"),
                storedBytes: try row.optional("limit_stored_bytes"), accounts: try row.optional("limit_accounts")))
    }
}
