import Multicast
import Tenancy

/// Whose packets go where: what an emitter of a tenant is made for, once it is on the air.
struct EmissionScope: Sendable, Hashable {
    let tenant: TenantID
    /// The tenant's slug, for the log.
    let slug: String
    let group: String
    let port: Int
    /// An address of the interface to send by.
    let interface: String
    let ttl: Int

    /// What the interface can do at the moment.
    var interfaceCondition: InterfaceCondition {
        IPv4Address(interface).map(InterfaceCondition.init(of:)) ?? .missing
    }

    /// The sockets of this scope: one to send, one to hear other senders.
    func open() throws -> (sender: MulticastSender, receiver: MulticastReceiver) {
        guard let address = IPv4Address(group), let interface = IPv4Address(interface),
            let port = UInt16(exactly: port), let ttl = UInt8(exactly: ttl)
        else { throw EmissionScopeError() }
        let group = try MulticastGroup(address, port: port)
        return (
            try MulticastSender(group: group, interface: interface, ttl: ttl),
            try MulticastReceiver(group: group, interface: interface)
        )
    }
}

/// The scope in the database is not one of IPv4.
struct EmissionScopeError: Error, CustomStringConvertible {
    let description = "the group, port, interface or TTL is not valid for IPv4 multicast"
}
