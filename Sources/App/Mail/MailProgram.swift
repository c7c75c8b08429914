import CSystem
import Foundation
import Glibc

/// One run of the program that sends mail: the message is its standard input, and it has so long and no longer.
///
/// The input is a file without a name rather than a pipe: it is there in whole before the program starts, so a program
/// that does not read it can hold nobody up, and one that goes away early costs no SIGPIPE.
struct MailProgram: Sendable {
    /// The path of the program, then its arguments.
    let words: [String]
    /// How long it may take.
    var limit: Duration = .seconds(30)

    /// Blocks until the program has ended: on a worker only.
    func run(input: [UInt8]) throws(MailProgramError) {
        let file = csystem_open_unnamed(NSTemporaryDirectory())
        guard file >= 0 else { throw .cannotStart(code: errno) }
        defer { close(file) }
        guard Self.write(input, to: file), lseek(file, 0, SEEK_SET) == 0 else { throw .cannotStart(code: errno) }
        let status = try Self.wait(for: start(input: file), until: ContinuousClock.now + limit)
        guard status == 0 else { throw .failed(status: status) }
    }

    /// In a process group of its own, so that all it starts ends with it; with nothing of our environment but what
    /// finds programs, and with no descriptor of ours but the message.
    private func start(input: Int32) throws(MailProgramError) -> pid_t {
        do throws(ChildProcessError) {
            return try ProgramStart(
                path: words.first ?? "", arguments: Array(words.dropFirst()), environment: Self.environment,
                descriptors: [(input, 0)], silent: [1, 2], closesFrom: 3, isOwnGroup: true
            ).run()
        } catch {
            throw .cannotStart(code: error.code)
        }
    }

    private static var environment: [String: String] {
        ProcessInfo.processInfo.environment.filter { ["PATH", "HOME", "USER", "LANG", "TZ"].contains($0.key) }
    }

    /// The status of the program once it has ended; at the limit it is killed.
    private static func wait(
        for pid: pid_t, until end: ContinuousClock.Instant
    ) throws(MailProgramError) -> Int32 {
        var status: Int32 = 0
        while true {
            let ended = waitpid(pid, &status, WNOHANG)
            if ended == pid { return status }
            if ended < 0, errno != EINTR { throw .cannotStart(code: errno) }
            if ContinuousClock.now >= end { break }
            usleep(20_000)
        }
        kill(-pid, SIGKILL)
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        throw .tooLong
    }

    private static func write(_ bytes: [UInt8], to file: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}

/// Why a message was not sent.
enum MailProgramError: Error, Sendable, Hashable, CustomStringConvertible {
    case cannotStart(code: Int32)
    /// As waitpid(2) tells it.
    case failed(status: Int32)
    case tooLong

    var description: String {
        switch self {
        case .cannotStart(let code): "the mail program cannot be started: \(String(cString: strerror(code)))"
        case .failed(let status) where status & 0x7F == 0: "the mail program ended with status \(status >> 8)"
        case .failed(let status): "the mail program was ended by signal \(status & 0x7F)"
        case .tooLong: "the mail program took too long and was ended"
        }
    }
}
