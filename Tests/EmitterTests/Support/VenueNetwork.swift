import Foundation
import TestSupport
import Testing

/// The network of a venue: a bridge on this machine, where the phones join, and two machines, each a network namespace
/// (ip-netns(8)) with an interface `eth0`.
///
/// The addresses are from the range for benchmarks (RFC 2544), 198.18.0.0/15.
final class VenueNetwork {
    enum Machine: String {
        case first, second
    }

    /// Failures of a machine's network interface.
    enum Fault: String, CaseIterable, Sendable {
        /// An administrator has disabled the interface.
        case down
        /// The driver has removed the interface.
        case gone
        /// The cable is unplugged.
        case unplugged
    }

    /// Whether this process may create network namespaces.
    static let isPossible = getuid() == 0

    /// The address of the interface on which phones join.
    let phoneInterface: String
    private let name = String(UInt32.random(in: 0x1000...0xFFFF), radix: 16)
    private let subnet = "198.\(Int.random(in: 18...19)).\(Int.random(in: 1...254))"

    init() throws {
        phoneInterface = "\(subnet).1"
        try ip("link add \(bridge) type bridge mcast_snooping 0")
        try ip("addr add \(phoneInterface)/24 dev \(bridge)")
        try ip("link set \(bridge) up")
        for machine in [Machine.first, .second] {
            try ip("netns add \(namespace(machine))")
            try ip("-n \(namespace(machine)) link set lo up")
            try connect(machine)
        }
    }

    deinit {
        for machine in [Machine.first, .second] { try? ip("netns del \(namespace(machine))") }
        try? ip("link del \(bridge)")
    }

    func address(of machine: Machine) -> String { "\(subnet).\(machine == .first ? 2 : 3)" }

    /// Returns the command that runs another command in the namespace of a machine, in the same process.
    func launcher(in machine: Machine) -> [String] { ["ip", "netns", "exec", namespace(machine)] }

    func apply(_ fault: Fault, to machine: Machine) throws {
        switch fault {
        case .down: try ip("-n \(namespace(machine)) link set eth0 down")
        case .gone: try ip("-n \(namespace(machine)) link del eth0")
        case .unplugged: try ip("link set \(port(machine)) down")
        }
    }

    func repair(_ fault: Fault, of machine: Machine) throws {
        switch fault {
        case .down: try ip("-n \(namespace(machine)) link set eth0 up")
        case .gone: try connect(machine)
        case .unplugged: try ip("link set \(port(machine)) up")
        }
    }

    private var bridge: String { "tt\(name)" }
    private func port(_ machine: Machine) -> String { "tt\(name)-\(machine == .first ? 1 : 2)" }
    private func namespace(_ machine: Machine) -> String { "tutti-\(name)-\(machine.rawValue)" }

    private func connect(_ machine: Machine) throws {
        try ip("link add \(port(machine)) type veth peer name eth0 netns \(namespace(machine))")
        try ip("link set \(port(machine)) master \(bridge) up")
        try ip("-n \(namespace(machine)) addr add \(address(of: machine))/24 dev eth0")
        try ip("-n \(namespace(machine)) link set eth0 up")
    }

    private func ip(_ arguments: String) throws { try run("ip " + arguments) }

    private func run(_ command: String) throws {
        let process = Process()
        process.environment = ["PATH": "/usr/local/sbin:/usr/sbin:/sbin:/usr/local/bin:/usr/bin:/bin"]
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command.split(separator: " ").map(String.init)
        let errors = Pipe()
        process.standardError = errors
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitForEnd()
        guard process.terminationStatus == 0 else {
            let reason = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            throw VenueNetworkError(description: "\(command): \(reason)")
        }
    }
}

struct VenueNetworkError: Error, CustomStringConvertible {
    let description: String
}
