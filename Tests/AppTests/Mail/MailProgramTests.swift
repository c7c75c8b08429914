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

    @Test func theProgramGetsTheMessageAndItsArgumentsAsTheyAre() throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("a b; $(touch c)").path
        let message = [UInt8](repeating: 0x78, count: 300_000)
        try MailProgram(words: ["/usr/bin/tee", file]).run(input: message)
        #expect(FileManager.default.contents(atPath: file) == Data(message))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1, "no shell read it")
    }

    @Test func itKnowsNothingOfOurEnvironment() throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("environment").path
        setenv("TUTTI_TEST_SECRET", "secret", 1)
        defer { unsetenv("TUTTI_TEST_SECRET") }
        try MailProgram(words: ["/bin/sh", "-c", "env > \(file); ls /proc/self/fd >> \(file)"]).run(input: [])
        let text = String(decoding: try #require(FileManager.default.contents(atPath: file)), as: UTF8.self)
        #expect(text.contains("PATH=") && !text.contains("secret"))
    }

    @Test func aProgramThatFailsSaysSo() throws {
        #expect(throws: MailProgramError.failed(status: 75 << 8)) {
            try MailProgram(words: ["/bin/sh", "-c", "exit 75"]).run(input: [])
        }
        #expect(throws: MailProgramError.cannotStart(code: ENOENT)) {
            try MailProgram(words: ["/nonexistent/sendmail"]).run(input: [])
        }
    }

    @Test func aProgramThatHangsIsEndedWithAllThatItStarted() async throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("pid").path
        let program = MailProgram(
            words: ["/bin/sh", "-c", "sleep 600 & echo $! > \(file); wait"], limit: .milliseconds(500))
        let taken = ContinuousClock().measure {
            #expect(throws: MailProgramError.tooLong) { try program.run(input: [0x78]) }
        }
        #expect(taken < .seconds(60))
        let text = String(decoding: try #require(FileManager.default.contents(atPath: file)), as: UTF8.self)
        let pid = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        // Nobody may have collected it yet; what is left is not running. A busy machine takes its time to end it.
        let isEnded = await eventually(within: .seconds(60)) {
            let state = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
            return state == nil || state?.contains(") Z ") == true
        }
        #expect(isEnded)
    }
}
