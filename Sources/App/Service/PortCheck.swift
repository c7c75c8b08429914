import EmbeddedPostgres
import Foundation
import Glibc

/// The check that the ports of `tutti run` are free, before a database is created or started. Its error names the process that uses a port.
struct PortCheck: Sendable {
    struct Port: Sendable, Hashable {
        let setting: String
        let host: String
        let number: Int
        /// Whether the port is a UDP port.
        var isDatagram = false
        /// Whether the setting contains the address and the port, as in "127.0.0.1:8080", or only the port.
        var hasAddress = true

        var address: String { host.contains(":") ? "[\(host)]:\(number)" : "\(host):\(number)" }
    }

    let ports: [Port]

    /// Creates a check of the ports in the settings, except those of inherited sockets, which are already bound.
    init(_ settings: Settings, inherited sockets: InheritedSockets) {
        var ports: [Port] = []
        if sockets.http.isEmpty {
            ports.append(Port(setting: "TUTTI_HTTP", host: settings.http.host, number: settings.http.port))
        }
        if sockets.admin.isEmpty, let admin = settings.admin {
            ports.append(Port(setting: "TUTTI_ADMIN", host: admin.host, number: admin.port))
        }
        ports.append(
            Port(
                setting: "TUTTI_MULTICAST_PORT", host: settings.multicast.group, number: settings.multicast.port,
                isDatagram: true, hasAddress: false))
        // During a hand-over the predecessor still receives the messages of consoles on this port.
        if sockets.http.isEmpty, let console = settings.console.endpoint {
            ports.append(Port(setting: "TUTTI_OSC", host: console.host, number: console.port, isDatagram: true))
        }
        self.ports = ports.filter { $0.number > 0 }
    }

    /// Returns the errors, one line each, with a way to correct them; empty if all addresses are free and differ.
    func faults() -> [String] {
        var faults = ports.compactMap { port in Self.error(of: port).map { Self.sentence(port, error: $0) } }
        let streams = ports.filter { !$0.isDatagram }
        if streams.count == 2, streams[0].address == streams[1].address {
            faults.append("TUTTI_HTTP and TUTTI_ADMIN are both \(streams[0].address): give one of them another port")
        }
        return faults
    }

    /// Throws one `CommandFailure` with all errors. If there are errors and another service uses the data folder, throws the failure with the status
    /// `dataFolderInUse` instead, which names that service.
    static func check(_ settings: Settings, inherited sockets: InheritedSockets) throws(CommandFailure) {
        let faults = PortCheck(settings, inherited: sockets).faults()
        guard !faults.isEmpty else { return }
        if settings.databaseURL == nil {
            let folderEnvironment = FolderEnvironment(
                settings: settings, environment: ProcessInfo.processInfo.environment)
            if let configuration = try? EmbeddedCluster.Configuration(folderEnvironment),
                let refusal = EmbeddedCluster.refusal(configuration)
            {
                throw CommandFailure(refusal)
            }
        }
        throw CommandFailure(faults.joined(separator: "\n"))
    }

    private static func sentence(_ port: Port, error: Int32) -> String {
        let setting = port.hasAddress ? "\(port.setting)=\(port.address)" : "\(port.setting)=\(port.number)"
        let next = port.number < 65_535 ? port.number + 1 : port.number - 1
        let other =
            port.hasAddress
            ? "\(port.setting)=\(Port(setting: "", host: port.host, number: next).address)"
            : "\(port.setting)=\(next)"
        switch error {
        case EADDRINUSE:
            let holder = PortHolder.find(port.number, isDatagram: port.isDatagram)
            let who = holder.map { "process \($0.pid) (\($0.name))" } ?? "another program"
            return "\(setting): \(who) is using this port. Stop that program, or choose another port, such as \(other)"
        case EACCES:
            let higher = port.hasAddress ? Port(setting: "", host: port.host, number: 8080).address : "12345"
            return """
                \(setting): your user may not listen on port \(port.number). Choose a port above 1023, such as \
                \(port.setting)=\(higher)
                """
        case EADDRNOTAVAIL:
            return """
                \(setting): this machine has no address \(port.host). Choose an address that `ip address` shows, or \
                0.0.0.0 for all addresses
                """
        default:
            return "\(setting) cannot be used: \(String(cString: strerror(error))). Choose another address or port"
        }
    }

    /// Binds the address briefly without SO_REUSEPORT. Returns the error number of bind(2); `nil` if the address is free or cannot be checked.
    private static func error(of port: Port) -> Int32? {
        var hints = addrinfo()
        hints.ai_socktype = Int32((port.isDatagram ? SOCK_DGRAM : SOCK_STREAM).rawValue)
        hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        var found: UnsafeMutablePointer<addrinfo>?
        // The server itself reports a host that cannot be resolved.
        guard getaddrinfo(port.host, "\(port.number)", &hints, &found) == 0, let info = found?.pointee else {
            return nil
        }
        defer { freeaddrinfo(found) }
        let descriptor = socket(info.ai_family, info.ai_socktype | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var isOn: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
        return bind(descriptor, info.ai_addr, info.ai_addrlen) == 0 ? nil : errno
    }
}

/// The process that uses a port.
struct PortHolder: Sendable, Hashable {
    let pid: Int32
    let name: String

    /// Finds the process that uses a port (proc(5)); `nil` if there is none or the user may not see it. Reads the descriptors of all processes, so
    /// call this method only for an error message.
    static func find(_ port: Int, isDatagram: Bool) -> PortHolder? {
        let tables = isDatagram ? ["udp", "udp6"] : ["tcp", "tcp6"]
        let sockets = Set(tables.flatMap { inodes(of: port, in: "/proc/net/\($0)", listening: !isDatagram) })
        guard !sockets.isEmpty else { return nil }
        for pid in names(in: "/proc").compactMap(Int32.init) {
            let folder = "/proc/\(pid)/fd"
            for name in names(in: folder) {
                guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)"),
                    sockets.contains(target)
                else { continue }
                let command = try? String(contentsOfFile: "/proc/\(pid)/comm", encoding: .utf8)
                return PortHolder(
                    pid: pid, name: (command ?? "").trimmingCharacters(in: .whitespacesAndNewlines))
            }
        }
        return nil
    }

    /// Returns the entries of a folder in /proc. `FileManager` returns nothing if an entry disappears during the listing.
    private static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            names.append(
                withUnsafePointer(to: &entry.pointee.d_name) { name in
                    name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                })
        }
        return names
    }

    /// Returns the lines of a table in /proc, of which `String(contentsOfFile:)` reads only the first page.
    private static func lines(of table: String) -> [Substring] {
        guard let file = fopen(table, "re") else { return [] }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var page = [UInt8](repeating: 0, count: 16_384)
        while case let count = fread(&page, 1, page.count, file), count > 0 { bytes += page[..<count] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }

    /// Returns "socket:[INODE]" for each socket of the table that is bound to the port and, if `listening`, accepts connections.
    private static func inodes(of port: Int, in table: String, listening: Bool) -> [String] {
        lines(of: table).dropFirst().compactMap { line in
            let fields = line.split(separator: " ")
            guard fields.count > 9, let local = fields[1].split(separator: ":").last, Int(local, radix: 16) == port,
                // The state 0A is TCP_LISTEN.
                !listening || fields[3] == "0A"
            else { return nil }
            return "socket:[\(fields[9])]"
        }
    }
}
