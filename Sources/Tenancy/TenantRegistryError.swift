import Postgres

/// The reason why a tenant cannot be changed. The command line shows the `description`.
public enum TenantRegistryError: Error, Sendable, Hashable {
    /// No tenant has this short name.
    case unknownTenant(String)
    /// Another tenant has this short name.
    case slugTaken(String)
    /// The short name has an invalid form.
    case badSlug(String)
    /// The tenant's name is empty or contains control characters.
    case badName(String)
    /// The host name is in use by this tenant or by another tenant.
    case hostTaken(String)
    /// The text is neither a host name nor an IP address.
    case badHost(String)
    /// The tenant does not have the host name.
    case unknownHost(String)
    /// The locale is not a BCP 47 tag.
    case badLocale(String)
    /// The time zone is not an IANA name that the database knows.
    case badTimeZone(String)
    /// The list of allowed origins, separated by spaces, has an invalid entry.
    case badAllowedOrigins(String)
    /// A limit, such as "streams", is not a whole number above zero.
    case badLimit(String, value: String)
    /// The tenant with this short name must be disabled before it can be deleted.
    case stillEnabled(String)
    /// The multicast group, port, interface or TTL is invalid. The text states the broken rule, such as "set both the group
    /// and the port, or neither".
    case badMulticast(String)
    /// Any other error of the database.
    case database(PostgresError)

    /// Translates an error of the transaction that adds a tenant.
    init(_ error: any Error, tenant: NewTenant) {
        switch error {
        case let error as TenantRegistryError: self = error
        case let error as PostgresError:
            var change = TenantChange()
            change.set(.name, to: tenant.name)
            change.set(.locale, to: tenant.locale)
            change.set(tenant.multicast)
            self.init(error, tenant: tenant.slug, change: change)
        default: self = .database(.unavailable(reason: "\(error)"))
        }
    }

    /// Translates a violated constraint of the tables of tenants and host names, or a multicast address that PostgreSQL cannot read. Any other error
    /// becomes `database`. The arguments are the values in the statement, which the error names.
    public init(
        _ error: PostgresError, tenant slug: String = "", host: String? = nil, change: TenantChange = TenantChange()
    ) {
        func value(_ member: TenantChange.Member) -> String { (change.members[member.rawValue] ?? nil) ?? "" }
        self =
            switch error.constraint {
            case "tenant_host_pkey": .hostTaken(host ?? "")
            case "tenant_host_shape": .badHost(host ?? "")
            case "tenant_slug_key": .slugTaken(slug)
            case "tenant_slug_shape": .badSlug(slug)
            case "tenant_name_check": .badName(value(.name))
            case "tenant_locale_shape": .badLocale(value(.locale))
            case "tenant_time_zone_known", "tenant_time_zone_check": .badTimeZone(value(.timeZone))
            case "tenant_allowed_origins_shape": .badAllowedOrigins(value(.allowedOrigins))
            case "tenant_erased_only_disabled": .stillEnabled(slug)
            case let constraint? where constraint.hasPrefix("tenant_limit_"):
                Self.refusedLimit(constraint, change)
            case "tenant_multicast_group_range":
                .badMulticast(
                    "the group must be an address in 224.0.0.0/4, found \(Self.quoted(value(.multicastGroup)))")
            case "tenant_multicast_port_range":
                .badMulticast("the port must be from 1 to 65535, found \(value(.multicastPort))")
            case "tenant_multicast_scope": .badMulticast("set both the group and the port, or neither")
            case "tenant_multicast_ttl_range":
                .badMulticast("the TTL must be from 0 to 255, found \(value(.multicastTtl))")
            // 22P02 is invalid_text_representation. Only the IP addresses in a statement are sent as text to be converted.
            case nil where error.sqlState == "22P02":
                .badMulticast(
                    "the group and the interface must be IP addresses, found "
                        + [value(.multicastGroup), value(.multicastInterface)].filter { !$0.isEmpty }.map(Self.quoted)
                        .joined(separator: " and "))
            default: .database(error)
            }
    }

    /// Translates the violated constraint of a limit, for example `tenant_limit_stored_bytes_check`, to `badLimit`.
    private static func refusedLimit(_ constraint: String, _ change: TenantChange) -> TenantRegistryError {
        let name = constraint.dropFirst("tenant_limit_".count).replacing("_check", with: "").replacing("_", with: "")
        let member = TenantChange.limits.first { $0.rawValue.lowercased() == name }
        return .badLimit(
            member?.rawValue ?? String(name), value: member.flatMap { change.members[$0.rawValue] ?? nil } ?? "")
    }

    /// Returns a refused value in quotation marks, without control characters and shortened to 100 characters.
    public static func quoted(_ value: String) -> String {
        let plain = value.unicodeScalars.filter { $0.properties.generalCategory != .control }.prefix(100)
        return "\"\(String(String.UnicodeScalarView(plain)))\""
    }
}

extension TenantRegistryError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unknownTenant(let slug):
            "No tenant has the short name \"\(slug)\". \"tutti tenant list\" shows all tenants."
        case .slugTaken(let slug): "Another tenant has the short name \"\(slug)\". Choose another short name."
        case .badSlug(let slug):
            "\"\(slug)\" cannot be a tenant's short name: use 1 to 63 lower-case letters (a to z), digits or hyphens, "
                + "beginning with a letter."
        case .badName(let name):
            "The tenant's name must not be empty and must not contain control characters, found \(Self.quoted(name))."
        case .hostTaken(let host):
            "The host name \(host) is already in use by a tenant. Choose another host name, or remove the host name from "
                + "that tenant with \"tutti tenant host remove\"."
        case .badHost(let host): "\"\(host)\" is neither a host name, such as hall.example, nor an IP address."
        case .unknownHost(let host):
            "The tenant has no host name \(host). \"tutti tenant list\" shows the host names of all tenants."
        case .badLocale(let locale):
            "The locale must be a BCP 47 tag, such as cs or en-GB, found \(Self.quoted(locale))."
        case .badTimeZone(let zone):
            "The time zone must be an IANA name, such as Europe/Prague, found \(Self.quoted(zone))."
        case .badAllowedOrigins(let origins):
            "Each allowed origin must have a scheme, a host and optionally a port, without a path, such as "
                + "https://app.example:8443, found \(Self.quoted(origins)). A single \"*\" allows every origin."
        case .badLimit(let name, let value):
            "The limit \(name) must be a whole number above zero, found \(Self.quoted(value))."
        case .stillEnabled(let slug):
            "The tenant \(Self.quoted(slug)) is enabled, and only a disabled tenant can be erased. Disable the tenant first "
                + "with \"tutti tenant disable\"."
        case .badMulticast(let reason): "The multicast settings cannot be used: \(reason)."
        case .database(let error): "Database error: \(error)"
        }
    }
}
