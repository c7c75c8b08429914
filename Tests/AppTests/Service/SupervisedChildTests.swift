import Foundation
import Logging
import TestSupport
import Testing

@testable import App

/// Tests of a supervised child, with a shell script as the child.
@Suite struct SupervisedChildTests {
    @Test(.timeLimit(.minutes(30))) func aRestartedChildProcessHasTheNewEnvironment() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "emitter-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (program, output) = (folder.appending(path: "emitter"), folder.appending(path: "output"))
        let text = folder.appending(path: "text")
        try "#!/bin/sh\necho \"$MARK\" >>'\(output.path)'\nexec sleep 600\n"
            .write(to: text, atomically: true, encoding: .utf8)
        // Another process writes the file. If this process had the file open for writing while another test forks, the file could not be executed
        // (ETXTBSY).
        let copy = try Process.run(URL(filePath: "/bin/cp"), arguments: [text.path, program.path])
        copy.waitForEnd()
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
        func environment(_ mark: String) -> [String: String] { ["PATH": "/usr/bin:/bin", "MARK": mark] }
        func written() -> String { (try? String(contentsOf: output, encoding: .utf8)) ?? "" }

        let log = RecordedLog()
        let emitter = SupervisedChild(
            "the emitter", program: program.path, environment: environment("old"), logger: log.logger)
        try await emitter.start()
        #expect(await eventually(within: 120) { written() == "old\n" ? true : nil } == true)
        await emitter.restart(environment: environment("new"))
        #expect(await eventually(within: 120) { written() == "old\nnew\n" ? true : nil } == true)
        #expect(log.lines.map(\.level) == [.notice], "the restart is intended")
        await emitter.stop()
    }

    /// A stopped child (SIGSTOP) has not ended, but it serves no request.
    @Test(.timeLimit(.minutes(30))) func aSuspendedChildProcessIsReplaced() async throws {
        let output = FileManager.default.temporaryDirectory.appending(path: "emitter-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: output) }
        let log = RecordedLog()
        let child = SupervisedChild(
            "the emitter", program: "/bin/sh",
            arguments: ["-c", "echo $$ >>'\(output.path)'; exec sleep 600"], environment: ["PATH": "/usr/bin:/bin"],
            logger: log.logger)
        func pids() -> [pid_t] {
            ((try? String(contentsOf: output, encoding: .utf8)) ?? "").split(separator: "\n").compactMap { pid_t($0) }
        }
        try await child.start()
        let first = await eventually(within: 120) { pids().first }
        kill(try #require(first), SIGSTOP)
        #expect(await eventually(within: 120) { pids().count == 2 ? true : nil } == true)
        #expect(log.lines.map(\.level) == [.error])
        await child.stop()
    }
}
