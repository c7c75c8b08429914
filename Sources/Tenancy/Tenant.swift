import Postgres

/// What every part of the service may know of a tenant.
///
/// Copies share what is known, so that handing a tenant on costs one reference count however much is known of it.
public struct Tenant: Sendable, Hashable {
    private let facts: Facts

    public var id: TenantID { facts.id }
    public var slug: String { facts.slug }
    public var name: String { facts.name }
    /// A BCP 47 tag; "und" when the tenant has not said.
    public var locale: String { facts.locale }
    /// Old XML carries whole seconds for clients that parse integers (spec I10).
    public var integerSeconds: Bool { facts.integerSeconds }
    /// Where this tenant's packets go; a `nil` part means the installation's default.
    public var multicast: MulticastScope { facts.multicast }
    /// An IANA zone, "Europe/Prague"; "UTC" when the tenant has not said.
    public var timeZone: String { facts.timeZone }
    public var brand: TenantBrand { facts.brand }
    public var limits: TenantLimits { facts.limits }
    /// What absolute addresses in this tenant's documents begin with.
    public var origin: Origin { facts.origin }
    /// Pages of which other origins may call its interface.
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

    /// The same tenant with another origin and list of allowed ones.
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

/// How a tenant's pages look.
public struct TenantBrand: Sendable, Hashable {
    /// "#rrggbb" in lower case, or `nil` for the program's own.
    public var accentColour: String?
    /// The SHA-256 of the logo in hexadecimal, or `nil` when there is none.
    public var logo: String?

    public init(accentColour: String? = nil, logo: String? = nil) {
        self.accentColour = accentColour
        self.logo = logo
    }
}

/// What one tenant may take of the installation; a `nil` part means as the installation's settings say.
public struct TenantLimits: Sendable, Hashable {
    /// Requests in a second, over a length of time; a moment may take `requestBurst`.
    public var requestsPerSecond: Int?
    public var requestBurst: Int?
    /// Requests that wait for their answer at one moment.
    public var connections: Int?
    /// Event streams open at one moment.
    public var streams: Int?
    public var storedBytes: Int64?
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

/// The multicast group, port and outgoing interface of a tenant (spec I22).
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
