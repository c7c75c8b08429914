import Postgres
import Tenancy
import Web

/// The multicast groups of the tenants on the air, for the error when two tenants would use one group.
struct OnAirScopes {
    private let owner: Database

    /// Creates the reader of the groups, with a database client as `app_owner`.
    init(owner: Database) { self.owner = owner }

    /// Returns the message for a concert that cannot go on the air because another tenant's concert uses the same group and port, with the commands
    /// that resolve the conflict. `scope` contains the multicast settings of the installation.
    func remedy(for tenant: Tenant, scope: MulticastScope) async throws -> String {
        let rows = try await owner.rows(
            """
            select t.slug, host(o.multicast_group) as multicast_group, o.multicast_port,
                   host(o.multicast_interface) as multicast_interface
              from control.on_air o
              join control.tenant t on t.tenant_id = o.tenant_id
             where o.tenant_id <> \(tenant.id)
             order by t.slug
            """)
        let group = tenant.multicast.group ?? scope.group ?? ""
        let port = tenant.multicast.port ?? scope.port ?? 0
        // 0.0.0.0 can be any interface, so it conflicts with every one.
        let interface = tenant.multicast.interface ?? scope.interface ?? "127.0.0.1"
        var taken: Set<String> = []
        var holder: String?
        for row in rows {
            let address: String = try row("multicast_group")
            taken.insert(address)
            let other: String = try row("multicast_interface")
            guard address == group, try row("multicast_port", as: Int32.self) == Int32(port),
                other == interface || [other, interface].contains("0.0.0.0")
            else { continue }
            holder = try row("slug")
        }
        let free = (1...254).reversed().map { "239.255.255.\($0)" }.first { !taken.contains($0) } ?? "GROUP"
        return """
            the live concert of \(holder ?? "another tenant") already sends to \(group):\(port). \
            Give \(tenant.slug) a group of its own with \
            `tutti tenant set \(tenant.slug) --multicast \(free):\(port)`, or take the other concert off the air with \
            `tutti concert off-air --tenant \(holder ?? "TENANT")`
            """
    }
}
