import Tenancy

/// A tenant as JSON, for platform administrators.
struct PlatformTenantView: Encodable, Sendable {
    let slug: String
    let name: String
    let enabled: Bool
    let locale: String
    let timeZone: String
    let integerSeconds: Bool
    let hosts: [String]
    let multicast: Scope
    let limits: LimitsView
    /// The status of the administrator; absent in lists.
    var administrator: AdministratorStatus?
    /// The invitation; only in the response to `createTenant`.
    var administratorInvitation: AdministratorInvitation?

    /// The multicast settings. For absent members, those of the installation apply.
    struct Scope: Encodable, Sendable {
        let group: String?
        let port: Int?
        let interface: String?
        let ttl: Int?
    }

    init(_ registered: RegisteredTenant) {
        let tenant = registered.tenant
        slug = tenant.slug
        name = tenant.name
        enabled = registered.isActive
        locale = tenant.locale
        timeZone = tenant.timeZone
        integerSeconds = tenant.integerSeconds
        hosts = registered.hosts
        multicast = Scope(
            group: tenant.multicast.group, port: tenant.multicast.port, interface: tenant.multicast.interface,
            ttl: tenant.multicast.ttl)
        limits = LimitsView(tenant.limits)
    }
}
