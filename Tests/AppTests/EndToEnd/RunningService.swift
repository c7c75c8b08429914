import Foundation
import Glibc
import Synchronization
import TestSupport

/// A running `tutti run` or `tutti serve` with its own data folder, ports and multicast group. Tests start, kill and restart the service by process
/// ID.
final class RunningService: @unchecked Sendable {
    // Safety: `process` and `output` are used only while `lock` is held.
    private let lock = NSLock()
    private var process: Process?
    private var output: [String] = []

    let directory: URL
    let port: Int
    let adminPort: Int
    let group: String
    let multicastPort: Int
    private let arguments: [String]
    private let settings: [String: String]

    /// - Parameters:
    ///   - arguments: "run" or "serve", with options.
    ///   - settings: additional variables, which override the variables of every service here.
    init(_ arguments: [String] = ["run"], settings: [String: String] = [:]) throws {
        self.arguments = arguments
        self.settings = settings
        directory = URL(filePath: "/tmp/tutti-e2e-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        port = try Self.freePort()
        adminPort = try Self.freePort()
        multicastPort = try Self.freePort()
        group = "239.255.\(Int.random(in: 64...127)).\(Int.random(in: 1...254))"
    }

    static let programs: URL = {
        // The test bundle is in the folder of the programs that were built together with it.
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        return (bundle ?? URL(filePath: CommandLine.arguments[0])).deletingLastPathComponent()
    }()

    var environment: [String: String] {
        [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
            // The socket folder of the database is then removed together with the directory.
            "TMPDIR": directory.path,
            "TUTTI_DATA_DIR": directory.appending(path: "data").path,
            "TUTTI_HTTP": "127.0.0.1:\(port)",
            "TUTTI_ADMIN": "127.0.0.1:\(adminPort)",
            "TUTTI_MULTICAST_GROUP": group,
            "TUTTI_MULTICAST_PORT": String(multicastPort),
            "TUTTI_PASSWORD_COST": "10",
            "TUTTI_LOG_FORMAT": "json",
        ].merging(settings) { $1 }
    }

    /// Runs `body` with a new service, and removes the service afterwards.
    static func with(
        _ arguments: [String] = ["run"], settings: [String: String] = [:],
        _ body: (RunningService) async throws -> Void
    ) async throws {
        let service = try RunningService(arguments, settings: settings)
        do {
            try await body(service)
        } catch {
            await service.leaveNothing()
            throw error
        }
        await service.leaveNothing()
    }

    private func leaveNothing() async {
        for pid in successors where Self.isAlive(pid) { Glibc.kill(pid, SIGKILL) }
        _ = await stop()
        try? FileManager.default.removeItem(at: directory)
    }

    /// Starts the service and returns once it has printed `ready`.
    func start(limit: TimeInterval = 300) async throws {
        try await onThread { try self.startBlocking(limit: limit) }
    }

    private func startBlocking(limit: TimeInterval) throws {
        let process = Process()
        process.executableURL = Self.programs.appending(path: "tutti")
        process.arguments = arguments
        process.environment = environment
        let pipe = Pipe()
        process.standardOutput = pipe
        let log = directory.appending(path: "service.log").path
        if !FileManager.default.fileExists(atPath: log) {
            _ = FileManager.default.createFile(atPath: log, contents: nil)
        }
        let errors = FileHandle(forWritingAtPath: log)
        errors?.seekToEndOfFile()
        process.standardError = errors
        try process.run()
        lock.withLock {
            self.process = process
            output = []
        }
        let isReady = Mutex(false)
        let reader = pipe.fileHandleForReading
        Thread.detachNewThread { [self] in
            var pending = ""
            while true {
                let data = reader.availableData
                if data.isEmpty { break }
                pending += String(decoding: data, as: UTF8.self)
                while let end = pending.firstIndex(of: "\n") {
                    let line = String(pending[..<end])
                    pending = String(pending[pending.index(after: end)...])
                    lock.withLock { output.append(line) }
                    if line == "ready" { isReady.withLock { $0 = true } }
                }
            }
        }
        let deadline = Date.now + limit
        while !isReady.withLock({ $0 }) {
            guard Date.now < deadline, process.isRunning else { throw NotReady(log: logTail) }
            usleep(20_000)
        }
    }

    /// The lines printed since the last start.
    var lines: [String] { lock.withLock { output } }

    var logTail: String {
        let text = (try? String(contentsOf: directory.appending(path: "service.log"), encoding: .utf8)) ?? ""
        return String(text.suffix(4000))
    }

    /// The whole log so far.
    var log: String {
        (try? String(contentsOf: directory.appending(path: "service.log"), encoding: .utf8)) ?? ""
    }

    /// The ID of the started process. This process may have handed over since its start.
    var pid: pid_t { lock.withLock { process?.processIdentifier ?? 0 } }

    /// The processes that have taken over, in order.
    var successors: [pid_t] {
        log.split(separator: "\n").filter { $0.contains("a successor has taken over") }.compactMap { line in
            line.firstMatch(of: /"pid":"(\d+)"/).flatMap { pid_t($0.1) }
        }
    }

    /// Returns whether a process exists and is not a zombie.
    static func isAlive(_ pid: pid_t) -> Bool {
        guard let stat = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8),
            let close = stat.lastIndex(of: ")")
        else { return false }
        return stat[stat.index(after: close)...].split(separator: " ").first != "Z"
    }

    /// Sends SIGKILL and returns when the process has ended.
    func kill() async {
        await onThread {
            guard let process = self.lock.withLock({ self.process }) else { return }
            Glibc.kill(process.processIdentifier, SIGKILL)
            process.waitForEnd()
        }
    }

    /// Waits until the process exits, and returns its exit status.
    func ended() async -> Int32 {
        await onThread {
            guard let process = self.lock.withLock({ self.process }) else { return -1 }
            process.waitForEnd()
            return process.terminationStatus
        }
    }

    /// Sends SIGTERM and returns the exit status.
    func stop() async -> Int32 {
        await onThread {
            guard let process = self.lock.withLock({ self.process }) else { return -1 }
            if process.isRunning { Glibc.kill(process.processIdentifier, SIGTERM) }
            process.waitForEnd()
            return process.terminationStatus
        }
    }

    /// The emitter that this service started: its child process with the emitter's name.
    var emitterPid: pid_t? {
        guard let parent = lock.withLock({ process?.processIdentifier }) else { return nil }
        for entry in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
            guard let pid = pid_t(entry), let stat = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8),
                let open = stat.firstIndex(of: "("), let close = stat.lastIndex(of: ")")
            else { continue }
            let name = stat[stat.index(after: open)..<close]
            let rest = stat[stat.index(after: close)...].split(separator: " ")
            if name == "tutti-emitter", rest.first != "Z", rest.dropFirst().first.flatMap({ pid_t($0) }) == parent {
                return pid
            }
        }
        return nil
    }

    /// The scheduling policies of the process's threads (proc(5), field 41 of a thread's `stat`).
    static func schedulingPolicies(of pid: pid_t) -> Set<Int> {
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")) ?? []
        return Set(
            tasks.compactMap { task in
                guard let stat = try? String(contentsOfFile: "/proc/\(pid)/task/\(task)/stat", encoding: .utf8),
                    let close = stat.lastIndex(of: ")")
                else { return nil }
                let fields = stat[stat.index(after: close)...].split(separator: " ")
                return fields.count > 38 ? Int(fields[38]) : nil
            })
    }

    /// The postmaster of the private cluster.
    var postmasterPid: pid_t? {
        let file = directory.appending(path: "data/pg/postmaster.pid")
        let first = (try? String(contentsOf: file, encoding: .utf8))?.split(separator: "\n").first
        guard let pid = first.flatMap({ pid_t($0) }), Glibc.kill(pid, 0) == 0 else { return nil }
        return pid
    }

    /// The result of a command.
    struct Outcome: Sendable {
        let status: Int32
        let output: String
        let errors: String
    }

    /// Runs another `tutti` command on the same data folder.
    func command(_ arguments: [String], input: String? = nil) async throws -> Outcome {
        try await onThread { try self.commandBlocking(arguments, input: input) }
    }

    private func commandBlocking(_ arguments: [String], input: String?) throws -> Outcome {
        let process = Process()
        process.executableURL = Self.programs.appending(path: "tutti")
        process.arguments = arguments
        process.environment = environment
        let (out, err, stdin) = (Pipe(), Pipe(), Pipe())
        process.standardOutput = out
        process.standardError = err
        process.standardInput = stdin
        try process.run()
        stdin.fileHandleForWriting.write(Data((input ?? "").utf8))
        try? stdin.fileHandleForWriting.close()
        let output = String(decoding: out.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let errors = String(decoding: err.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitForEnd()
        return Outcome(status: process.terminationStatus, output: output, errors: errors)
    }

    private static let given = Mutex<Set<Int>>([])

    /// Returns a free port. A service is started again on its port, so the port is outside the range from which the system takes the ports of the
    /// other tests' connections (ip(7), `ip_local_port_range`).
    private static func freePort() throws -> Int {
        for _ in 0..<1000 {
            let port = Int.random(in: 10_000..<32_000)
            guard given.withLock({ $0.insert(port).inserted }) else { continue }
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            defer { close(descriptor) }
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = in_port_t(port).bigEndian
            let isFree = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
            if isFree { return port }
        }
        throw POSIXError(.EADDRNOTAVAIL)
    }
}

struct NotReady: Error, CustomStringConvertible {
    let log: String
    var description: String { "the service did not become ready; its log ends:\n\(log)" }
}

/// Runs blocking work on a new thread, because all tests share only a few threads. Expectations must stay in the test, because the thread does not
/// belong to the test.
func onThread<Result: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Result
) async throws(Failure) -> Result {
    let outcome: Swift.Result<Result, Failure> = await withCheckedContinuation { continuation in
        Thread.detachNewThread {
            do throws(Failure) {
                continuation.resume(returning: .success(try body()))
            } catch {
                continuation.resume(returning: .failure(error))
            }
        }
    }
    return try outcome.get()
}
