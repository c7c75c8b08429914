import Postgres

/// An active tenant, and the multicast scope of its live concert.
public struct ActiveTenant: Sendable, Hashable {
    public let tenant: Tenant
    /// The group and port that `control.go_on_air` reserved; `nil` without a live concert.
    public let onAir: OnAirScope?

    public init(tenant: Tenant, onAir: OnAirScope?) {
        self.tenant = tenant
        self.onAir = onAir
    }
}

/// A multicast group and port reserved for one live concert (spec Decided 26).
public struct OnAirScope: Sendable, Hashable {
    /// The IPv4 group, such as "239.255.255.251".
    public let group: String
    /// The UDP port.
    public let port: Int

    public init(group: String, port: Int) {
        self.group = group
        self.port = port
    }
}

extension ActiveTenant: RowDecodable {
    public init(row: Row) throws(PostgresError) {
        tenant = try Tenant(row: row)
        guard let group = try row.optional("on_air_group", as: String.self),
            let port = try row.optional("on_air_port", as: Int.self)
        else {
            onAir = nil
            return
        }
        onAir = OnAirScope(group: group, port: port)
    }
}
