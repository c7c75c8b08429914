import CSystem
import Foundation
import Glibc
import Web

/// A program of the operating system that the product uses if it is installed, such as `weasyprint`.
///
/// `prlimit` of util-linux limits the memory, the processor time and the size of files. `run` also limits the time, and the number of simultaneous
/// and of waiting runs. The program gets no text of a request as an argument, no environment of this process, and no other descriptor.
struct ExternalProgram: Sendable {
    let path: String
    private let limiter: String
    private let workers: Workers
    let limits: Limits
    private let environment: [String: String]

    struct Limits: Sendable {
        var time: Duration = .seconds(30)
        /// The longest processor time of a run; `nil` for the value of `time`.
        var processorTime: Duration?
        /// The largest address space of the program in bytes.
        var memory = 2 << 30
        /// The largest output of the program, and the largest file that it may write, in bytes.
        var output = 64 << 20
    }

    /// Finds a program in folders, absolute paths separated by colons; `nil` if the program or `prlimit` is not installed.
    ///
    /// - Parameters:
    ///   - workers: the threads on which `run` waits, and the limit of waiting runs.
    ///   - environment: variables to add to PATH, LANG, HOME and TMPDIR, which every program gets.
    init?(
        _ name: String, in folders: String, workers: Workers, limits: Limits = Limits(),
        environment: [String: String] = [:]
    ) {
        func found(_ name: String) -> String? {
            folders.split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
                .first { access($0, X_OK) == 0 }
        }
        guard let path = found(name), let limiter = found("prlimit") else { return nil }
        self.path = path
        self.limiter = limiter
        self.workers = workers
        self.limits = limits
        self.environment = [
            "PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": "/nonexistent",
            "TMPDIR": NSTemporaryDirectory(),
        ].merging(environment) { $1 }
    }

    /// Runs the program with `input` as its standard input and returns its standard output. Waiting runs of different realms, such as tenants, take
    /// turns.
    ///
    /// - Throws: `ExternalProgramError`; `APIError` 503 if too many runs are waiting.
    func run(_ arguments: [String], input: [UInt8], for realm: String) async throws -> [UInt8] {
        try await workers.run(for: realm) { try output(arguments, input: input) }
    }

    private func output(_ arguments: [String], input: [UInt8]) throws(ExternalProgramError) -> [UInt8] {
        let source = try UnnamedFile()
        defer { source.close() }
        let target = try UnnamedFile()
        defer { target.close() }
        try source.fill(with: input)
        let pid = try start(arguments, input: source.descriptor, output: target.descriptor)
        guard let status = ProgramStart.wait(for: pid, until: ContinuousClock.now + limits.time) else {
            throw .tooLong(seconds: Int(limits.time.components.seconds))
        }
        guard status == 0 else { throw .failed(status: status) }
        return try target.content(limit: limits.output)
    }

    /// Starts the program in its own process group, without a time limit, and returns its process ID. The caller must wait for the program.
    func start(_ arguments: [String], input: Int32, output: Int32) throws(ExternalProgramError) -> pid_t {
        let seconds = (limits.processorTime ?? limits.time).components.seconds
        let bounds = [
            "--as=\(limits.memory)", "--cpu=\(seconds)", "--fsize=\(limits.output)", "--core=0", "--nofile=256",
        ]
        do throws(ChildProcessError) {
            return try ProgramStart(
                path: limiter, arguments: bounds + ["--", path] + arguments, environment: environment,
                descriptors: [(input, 0), (output, 1)], silent: [2], closesFrom: 3, isOwnGroup: true
            ).run()
        } catch {
            throw .cannotStart(code: error.code)
        }
    }
}

/// A file without a name, which the system deletes when the descriptor is closed.
private struct UnnamedFile {
    let descriptor: Int32

    init() throws(ExternalProgramError) {
        descriptor = csystem_open_unnamed(NSTemporaryDirectory())
        guard descriptor >= 0 else { throw .cannotStart(code: errno) }
    }

    func close() { Glibc.close(descriptor) }

    /// Writes the bytes and moves the file position back to the beginning.
    func fill(with bytes: [UInt8]) throws(ExternalProgramError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .cannotStart(code: errno) }
            rest = rest.dropFirst(count)
        }
        guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw .cannotStart(code: errno) }
    }

    func content(limit: Int) throws(ExternalProgramError) -> [UInt8] {
        let length = Int(lseek(descriptor, 0, SEEK_END))
        guard length >= 0, length <= limit else { throw .failed(status: SIGXFSZ) }
        var bytes = [UInt8](repeating: 0, count: length)
        var offset = 0
        while offset < length {
            let count = bytes.withUnsafeMutableBytes {
                pread(descriptor, $0.baseAddress?.advanced(by: offset), length - offset, off_t(offset))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .cannotStart(code: errno) }
            offset += count
        }
        return bytes
    }
}

/// The reason why an external program produced no usable output.
enum ExternalProgramError: Error, Sendable, Hashable, CustomStringConvertible {
    case cannotStart(code: Int32)
    /// The program failed, with the status of waitpid(2).
    case failed(status: Int32)
    case tooLong(seconds: Int)
    /// The output is not in the expected format.
    case unexpectedOutput

    var description: String {
        switch self {
        case .cannotStart(let code): "the program cannot be started: \(String(cString: strerror(code)))"
        case .failed(let status) where status & 0x7F == 0: "the program ended with status \(status >> 8)"
        case .failed(let status): "the program was killed by signal \(status & 0x7F)"
        case .tooLong(let seconds): "the program did not end within \(seconds) seconds and was killed"
        case .unexpectedOutput: "the program's output is not in the expected format"
        }
    }
}
