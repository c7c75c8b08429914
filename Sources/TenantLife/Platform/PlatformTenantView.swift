import Tenancy

/// A tenant as those see it who look after all of them.
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
    /// Left out in a list.
    var administrator: AdministratorStatus?
    /// In the answer that makes the tenant, where an administrator was invited.
    var administratorInvitation: AdministratorInvitation?

    /// What is left out is as the installation's settings say.
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

/// What `findTenants` answers.
struct PlatformTenantListView: Encodable, Sendable {
    let tenants: [PlatformTenantView]
}
