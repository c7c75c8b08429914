import Foundation
import Glibc
import Testing

/// Tests of the command line: mistyped commands, commands without a database, a port in use, shell completions and the version.
@Suite struct CommandLineTests {
    @Test(arguments: [
        ["tenant", "list"], ["tenant", "set", "demo", "--name", "Demo"], ["tenant", "export", "demo"],
        ["user", "list", "--tenant", "demo"], ["user", "add", "--tenant", "demo", "--login", "a", "--role", "admin"],
        ["token", "create", "--tenant", "demo", "--login", "a"], ["concert", "list", "--tenant", "demo"],
        ["migrate", "--status"], ["psql", "--", "-l"], ["backup", "/nonexistent/backup.tar"], ["demo", "play"],
        ["import", "glossary", "/nonexistent", "--tenant", "demo"],
        ["subscription", "import", "/nonexistent", "--tenant", "demo"],
        ["tenant", "import", "/nonexistent", "--dry-run"], ["platform", "password", "--login", "a"],
    ])
    func aCommandThatNeedsADatabaseDoesNotCreateADatabase(arguments: [String]) async throws {
        try await RunningService.with { service in
            let outcome = try await service.command(arguments)
            let folder = service.directory.appending(path: "data").path
            #expect(outcome.status == 1)
            #expect(
                outcome.errors.hasPrefix("there is no database in \(folder): correct TUTTI_DATA_DIR"),
                "\(outcome.errors)")
            #expect(outcome.errors.split(separator: "\n").count == 1)
            #expect(!FileManager.default.fileExists(atPath: folder))
        }
    }

    @Test func aPortInUseIsReportedBeforeAnyFileIsCreated() async throws {
        try await RunningService.with { service in
            let holder = try OccupiedPort(service.port)
            defer { holder.end() }
            let outcome = try await service.command(["run"])
            #expect(outcome.status == 1)
            let told = "TUTTI_HTTP=127.0.0.1:\(service.port): process \(getpid()) ("
            #expect(outcome.errors.hasPrefix(told), "\(outcome.errors)")
            #expect(outcome.errors.contains("choose another port, such as TUTTI_HTTP=127.0.0.1:\(service.port + 1)"))
            #expect(outcome.errors.split(separator: "\n").count == 1 && outcome.output == "")
            let made = try FileManager.default.contentsOfDirectory(atPath: service.directory.path)
            #expect(made == [])
        }
    }

    @Test func aConsolePortInUseIsReportedBeforeAnyFileIsCreated() async throws {
        let holder = try OccupiedPort(0, isDatagram: true)
        defer { holder.end() }
        let port = try holder.number()
        let settings = ["TUTTI_OSC": "127.0.0.1:\(port)", "TUTTI_OSC_SENDERS": "127.0.0.1=demo"]
        try await RunningService.with(settings: settings) { service in
            let outcome = try await service.command(["run"])
            #expect(outcome.status == 1)
            #expect(
                outcome.errors.hasPrefix("TUTTI_OSC=127.0.0.1:\(port): process \(getpid()) ("), "\(outcome.errors)")
            #expect(outcome.errors.contains("choose another port, such as TUTTI_OSC=127.0.0.1:"), "\(outcome.errors)")
            let made = try FileManager.default.contentsOfDirectory(atPath: service.directory.path)
            #expect(made == [])
        }
    }

    @Test(arguments: [
        (["tenat", "list"], "tutti has no command “tenat”. Did you mean `tutti tenant`?"),
        (["tenant", "lsit"], "tutti tenant has no command “lsit”. Did you mean `tutti tenant list`?"),
        (["import", "concrt", "x"], "tutti import has no command “concrt”. Did you mean `tutti import concert`?"),
        (["user", "frobnicate"], "tutti user has no command “frobnicate”. Commands: add, list,"),
        (["tenant", "set", "x", "--nmae", "y"], "Unknown option '--nmae'. Did you mean '--name'?"),
        (
            ["token", "create", "--platform", "--login", "x", "--expires", "1"],
            "--name, --scope and --expires cannot be used with --platform"
        ),
    ])
    func anInvalidCommandLineIsRefusedWithAHint(arguments: [String], message: String) async throws {
        try await RunningService.with { service in
            let outcome = try await service.command(arguments)
            #expect(outcome.status == 2)
            #expect(outcome.errors.hasPrefix("Error: \(message)"), "\(outcome.errors)")
        }
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func everyShellHasACompletionScript(shell: String) async throws {
        try await RunningService.with { service in
            let outcome = try await service.command(["--generate-completion-script", shell])
            #expect(outcome.status == 0)
            for command in ["subscription", "platform", "password"] {
                #expect(outcome.output.contains(command), "\(command)")
            }
        }
    }

    @Test func theVersionOptionPrintsTheVersion() async throws {
        try await RunningService.with { service in
            let outcome = try await service.command(["--version"])
            #expect(outcome.status == 0)
            #expect(outcome.output.wholeMatch(of: /\d+\.\d+\.\d+\S*\n/) != nil, "\(outcome.output)")
        }
    }
}

/// A socket that is bound to a port of this machine, and listens on a TCP port.
private struct OccupiedPort {
    private let descriptor: Int32

    /// - Parameter port: the number of the port; 0 for any free port.
    init(_ port: Int, isDatagram: Bool = false) throws {
        let type = isDatagram ? SOCK_DGRAM : SOCK_STREAM
        descriptor = socket(AF_INET, Int32(type.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let isBound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isBound, isDatagram || listen(descriptor, 1) == 0 else { throw POSIXError(.EADDRINUSE) }
    }

    /// Returns the number of the port.
    func number() throws -> Int {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        guard status == 0 else { throw POSIXError(.EBADF) }
        return Int(in_port_t(bigEndian: address.sin_port))
    }

    func end() { close(descriptor) }
}
