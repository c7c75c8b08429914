import Multicast
import Tenancy

/// A tenant on the air and the destination of the tenant's packets.
struct EmissionScope: Sendable, Hashable {
    let tenant: TenantID
    /// The short name of the tenant, for the log.
    let slug: String
    let group: String
    let port: Int
    /// An IPv4 address of the interface through which packets are sent.
    let interface: String
    let ttl: Int

    /// The current state of the interface; `missing` for an invalid address. Each access lists all interfaces of the system.
    var interfaceCondition: InterfaceCondition {
        IPv4Address(interface).map(InterfaceCondition.init(of:)) ?? .missing
    }

    /// Returns a message that tells the operator why the sockets of this scope cannot be opened: the condition of the interface unless it is working,
    /// otherwise `error`.
    func problem(opening error: any Error, _ condition: InterfaceCondition) -> String {
        guard condition == .working else {
            let state = condition == .missing ? "is not on the emitter's machine" : condition.description
            return
                "No emitter can send through the interface \(interface): it \(state). Connect the interface, start an "
                + "emitter on the machine that has the interface, or choose another interface with "
                + "`tutti tenant set --interface`."
        }
        return
            "No emitter can send to \(group):\(port) through the interface \(interface): \(error). Check the multicast "
            + "group, port and TTL of the tenant, and the limits of the emitter's machine."
    }

    /// Opens the sockets of this scope: one to send, and one to receive all packets to the group. Throws `EmissionScopeError` or `MulticastError`.
    func open() throws -> (sender: MulticastSender, receiver: MulticastReceiver) {
        guard let address = IPv4Address(group), let interface = IPv4Address(interface),
            let port = UInt16(exactly: port), port > 0, let ttl = UInt8(exactly: ttl)
        else { throw EmissionScopeError(scope: self) }
        let group = try MulticastGroup(address, port: port)
        return (
            try MulticastSender(group: group, interface: interface, ttl: ttl),
            try MulticastReceiver(group: group, interface: interface)
        )
    }
}

/// The error for a scope whose group, port, interface or TTL is invalid.
struct EmissionScopeError: Error, CustomStringConvertible {
    let scope: EmissionScope

    var description: String {
        "the group and the interface must be IPv4 addresses, the port from 1 to 65535, and the TTL from 0 to 255, "
            + "found the group \(scope.group), the interface \(scope.interface), the port \(scope.port) and the TTL \(scope.ttl)"
    }
}
