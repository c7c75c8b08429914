import Foundation
import Testing
import TestSupport

@testable import App

struct MailProgramTests {
    private static func folder() throws -> URL {
        let folder = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent("mail-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    @Test func theMailProgramReceivesMessageAndArgumentsUnchanged() throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("a b; $(touch c)").path
        let message = [UInt8](repeating: 0x78, count: 300_000)
        try MailProgram(words: ["/usr/bin/tee", file]).run(input: message)
        #expect(FileManager.default.contents(atPath: file) == Data(message))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1, "no shell read it")
    }

    @Test func theMailProgramDoesNotInheritTheEnvironmentOfTheServer() throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("environment").path
        try MailProgram(words: ["/bin/sh", "-c", "env > \(file)"]).run(input: [])
        let text = String(decoding: try #require(FileManager.default.contents(atPath: file)), as: UTF8.self)
        let names = Set(text.split(separator: "\n").compactMap { $0.split(separator: "=").first.map(String.init) })
        // The shell itself sets the last four variables.
        #expect(names.isSubset(of: ["PATH", "HOME", "USER", "LANG", "TZ", "PWD", "SHLVL", "_", "OLDPWD"]), "\(names)")
        #expect(names.contains("PATH"))
    }

    @Test func theErrorOfAFailedMailProgramContainsItsStatus() throws {
        #expect(throws: MailProgramError.failed(status: 75 << 8)) {
            try MailProgram(words: ["/bin/sh", "-c", "exit 75"]).run(input: [])
        }
        #expect(throws: MailProgramError.cannotStart(code: ENOENT)) {
            try MailProgram(words: ["/nonexistent/sendmail"]).run(input: [])
        }
    }

    @Test func aHangingMailProgramIsEndedWithItsChildProcesses() async throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("pid").path
        var written: pid_t?
        // A busy machine may need up to the last of these limits to start a shell.
        for limit in [0.5, 2, 8, 32, 128] where written == nil {
            let program = MailProgram(
                words: ["/bin/sh", "-c", "sleep 6000 & echo $! > \(file); wait"], limit: .seconds(limit))
            let error = await onThread { () -> MailProgramError? in
                do throws(MailProgramError) {
                    try program.run(input: [0x78])
                    return nil
                } catch { return error }
            }
            #expect(error == .tooLong)
            let text = String(decoding: FileManager.default.contents(atPath: file) ?? Data(), as: UTF8.self)
            written = pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines))
        }
        let pid = try #require(written)
        // The process may not have been reaped yet, but it does not run. A busy machine may take some time to end it.
        let isEnded = await eventually(within: .seconds(120)) {
            let state = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
            return state == nil || state?.contains(") Z ") == true
        }
        #expect(isEnded)
    }
}
