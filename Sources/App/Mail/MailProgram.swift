import CSystem
import Foundation
import Glibc

/// A run of the program that sends mail, with a time limit. The program reads the message from an unnamed file as its standard input, so a program
/// that does not read its input blocks nothing and causes no SIGPIPE.
struct MailProgram: Sendable {
    /// The path of the mail program, followed by the arguments.
    let words: [String]
    var limit: Duration = .seconds(30)

    /// Runs the program with `input` as its standard input. Blocks until the program has ended, so call this method on a worker thread only.
    func run(input: [UInt8]) throws(MailProgramError) {
        let file = csystem_open_unnamed(NSTemporaryDirectory())
        guard file >= 0 else { throw .cannotStart(code: errno) }
        defer { close(file) }
        guard Self.write(input, to: file), lseek(file, 0, SEEK_SET) == 0 else { throw .cannotStart(code: errno) }
        guard let status = ProgramStart.wait(for: try start(input: file), until: ContinuousClock.now + limit) else {
            throw .tooLong
        }
        guard status == 0 else { throw .failed(status: status) }
    }

    /// Starts the program in its own process group, so that its children can be killed too, with a short environment and no other descriptor.
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

/// The reason why the mail program could not be started or did not report success. After `failed` and `tooLong`, the program may still have sent the
/// message.
enum MailProgramError: Error, Sendable, Hashable, CustomStringConvertible {
    case cannotStart(code: Int32)
    /// The mail program failed, with the status of waitpid(2).
    case failed(status: Int32)
    /// The program did not end within `MailProgram.limit` and was killed.
    case tooLong

    var description: String {
        switch self {
        case .cannotStart(let code):
            "the mail program cannot be started: \(String(cString: strerror(code))); check TUTTI_MAIL_COMMAND"
        case .failed(let status) where status & 0x7F == 0:
            "the mail program ended with status \(status >> 8); run the command of TUTTI_MAIL_COMMAND to see its messages"
        case .failed(let status):
            "the mail program was killed by signal \(status & 0x7F); run the command of TUTTI_MAIL_COMMAND to see its messages"
        case .tooLong: "the mail program did not end within 30 seconds and was killed; check TUTTI_MAIL_COMMAND"
        }
    }
}
