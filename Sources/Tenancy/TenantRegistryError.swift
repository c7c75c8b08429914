import Postgres

/// The reason why a tenant cannot be changed. The command line shows the `description`.
public enum TenantRegistryError: Error, Sendable, Hashable {
    case unknownTenant(String)
    case slugTaken(String)
    case badSlug(String)
    case badName
    /// The host name is in use by this tenant or by another tenant.
    case hostTaken(String)
    case badHost(String)
    /// The tenant does not have the host name.
    case unknownHost(String)
    case badLocale
    case badTimeZone
    /// An entry of the list of allowed origins is invalid.
    case badAllowedOrigins
    /// A limit is not a whole number above zero.
    case badLimit
    /// The tenant must be disabled before it can be deleted.
    case stillEnabled
    /// The group, port, interface or TTL is invalid, for this reason.
    case badMulticast(String)
    /// Any other error of the database.
    case database(PostgresError)

    /// Translates an error of the transaction that adds a tenant.
    init(_ error: any Error, tenant: NewTenant) {
        switch error {
        case let error as TenantRegistryError: self = error
        case let error as PostgresError:
            switch error.constraint {
            case "tenant_slug_key": self = .slugTaken(tenant.slug)
            case "tenant_slug_shape": self = .badSlug(tenant.slug)
            case "tenant_name_check": self = .badName
            default: self.init(error)
            }
        default: self = .database(.unavailable(reason: "\(error)"))
        }
    }

    /// Translates a violated constraint of the tables of tenants and host names. Any other error becomes `database`.
    ///
    /// - Parameter host: the host name in the statement, for the error's message; `nil` if the statement has none.
    public init(_ error: PostgresError, host: String? = nil) {
        self =
            switch error.constraint {
            case "tenant_host_pkey": .hostTaken(host ?? "")
            case "tenant_host_shape": .badHost(host ?? "")
            case "tenant_slug_key": .slugTaken("")
            case "tenant_slug_shape": .badSlug("")
            case "tenant_name_check": .badName
            case "tenant_locale_shape": .badLocale
            case "tenant_time_zone_known", "tenant_time_zone_check": .badTimeZone
            case "tenant_allowed_origins_shape": .badAllowedOrigins
            case "tenant_erased_only_disabled": .stillEnabled
            case let constraint? where constraint.hasPrefix("tenant_limit_"): .badLimit
            case "tenant_multicast_group_range": .badMulticast("the group must be an address in 224.0.0.0/4")
            case "tenant_multicast_port_range": .badMulticast("the port must be from 1 to 65535")
            case "tenant_multicast_scope": .badMulticast("set both the group and the port, or neither")
            case "tenant_multicast_ttl_range": .badMulticast("the TTL must be from 0 to 255")
            // 22P02 is invalid_text_representation. Of the values in a statement, only the IP addresses are sent as text to be converted.
            case nil where error.sqlState == "22P02": .badMulticast("the group and the interface must be IP addresses")
            default: .database(error)
            }
    }
}

extension TenantRegistryError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unknownTenant(let slug):
            "No tenant has the short name \"\(slug)\". \"tutti tenant list\" shows all tenants."
        case .slugTaken(let slug): "Another tenant has the short name \"\(slug)\". Choose another short name."
        case .badSlug(let slug):
            "\"\(slug)\" cannot be a tenant's short name: use 1 to 63 lower-case letters, digits or hyphens, "
                + "beginning with a letter."
        case .badName: "The tenant's name must not be empty and must not contain control characters."
        case .hostTaken(let host):
            "The host name \(host) is already in use by a tenant. Choose another host name, or remove the host name from "
                + "that tenant with \"tutti tenant host remove\"."
        case .badHost(let host): "\"\(host)\" is neither a host name, such as hall.example, nor an IP address."
        case .unknownHost(let host):
            "The tenant has no host name \(host). \"tutti tenant list\" shows the host names of all tenants."
        case .badLocale: "The locale must be a BCP 47 tag, such as cs or en-GB."
        case .badTimeZone: "The time zone must be an IANA name, such as Europe/Prague."
        case .badAllowedOrigins:
            "Each allowed origin must have a scheme, a host and optionally a port, without a path, such as "
                + "https://app.example:8443. A single \"*\" allows every origin."
        case .badLimit: "A limit must be a whole number above zero."
        case .stillEnabled:
            "Only a disabled tenant can be erased. Disable the tenant first with \"tutti tenant disable\"."
        case .badMulticast(let reason): "The multicast scope cannot be used: \(reason)."
        case .database(let error): "The database reported an error: \(error)"
        }
    }
}
