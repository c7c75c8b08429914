import Foundation
import TestSupport
import Testing

/// Tests that run `deploy/upgrade` on running programs. The programs are stand-ins. The old program is a real executable file, so writing to it fails
/// as it does for tutti. The new program records its arguments.
@Suite struct UpgradeScriptTests {
    private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("deploy/upgrade").path

    private struct Stage {
        let folder: String
        var from: String { folder + "/from" }
        var to: String { folder + "/to" }
        var notes: String { (try? String(contentsOfFile: folder + "/notes", encoding: .utf8)) ?? "" }

        func run(_ program: String, _ arguments: [String]) throws -> (status: Int32, text: String) {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: program)
            process.arguments = arguments
            let pipe = Pipe()
            process.standardOutput = pipe
            process.standardError = pipe
            try process.run()
            let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitForEnd()
            return (process.terminationStatus, text)
        }

        /// - Parameter health: the exit status of the new program's `health`.
        func program(_ name: String, health: Int) throws {
            let text = """
                #!/bin/sh
                echo "\(name) $*" >>\(folder)/notes
                [ "$1" != health ] || exit \(health)
                """
            try text.write(toFile: "\(from)/\(name)", atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(from)/\(name)")
        }
    }

    /// Creates a folder with the old programs, starts the old server, and creates a folder with the new programs.
    private static func with(health: Int = 0, _ body: (Stage, _ old: Process) throws -> Void) throws {
        let stage = Stage(folder: FileManager.default.temporaryDirectory.path + "/tutti-upgrade-\(UUID().uuidString)")
        let files = FileManager.default
        for folder in ["\(stage.from)/tutti_App.resources", "\(stage.to)/tutti_App.resources"] {
            try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        defer { try? files.removeItem(atPath: stage.folder) }
        try "new".write(toFile: stage.from + "/tutti_App.resources/which", atomically: true, encoding: .utf8)
        try "old".write(toFile: stage.to + "/tutti_App.resources/which", atomically: true, encoding: .utf8)
        for name in ["tutti", "tutti-emitter"] {
            try stage.program(name, health: health)
            try files.copyItem(atPath: "/usr/bin/sleep", toPath: "\(stage.to)/\(name)")
        }
        let old = Process()
        old.executableURL = URL(fileURLWithPath: stage.to + "/tutti")
        old.arguments = ["600"]
        try old.run()
        defer {
            // A test of signals may have made the test process ignore SIGTERM, and a child inherits this setting.
            kill(old.processIdentifier, SIGKILL)
            old.waitForEnd()
        }
        try body(stage, old)
    }

    @Test func theUpgradeScriptReplacesTheFilesOfARunningProgram() throws {
        try Self.with { stage, old in
            // An earlier version of the documentation recommended this command to administrators.
            let copied = try stage.run("/usr/bin/cp", ["\(stage.from)/tutti", "\(stage.to)/tutti"])
            #expect(copied.status != 0 && copied.text.contains("Text file busy"))
            let restart = "echo restart >>\(stage.folder)/notes"
            let done = try stage.run(
                Self.script, ["--from", stage.from, "--to", stage.to, "--restart", restart, "--wait", "5"])
            #expect(done.status == 0, "\(done.text)")
            #expect(
                stage.notes == """
                    tutti --help
                    tutti-emitter --help
                    tutti migrate
                    restart
                    tutti health

                    """)
            #expect(old.isRunning)
            for name in ["tutti", "tutti-emitter", "tutti_App.resources/which"] {
                let installed = FileManager.default.contents(atPath: "\(stage.to)/\(name)")
                #expect(installed == FileManager.default.contents(atPath: "\(stage.from)/\(name)"), "\(name)")
            }
            #expect(FileManager.default.contentsEqual(atPath: stage.to + "/.previous/tutti", andPath: "/usr/bin/sleep"))
            #expect(!FileManager.default.fileExists(atPath: stage.to + "/.new"))
        }
    }

    @Test func anUpgradeThatFailsTheHealthCheckIsRolledBack() throws {
        try Self.with(health: 1) { stage, old in
            let restart = "echo restart >>\(stage.folder)/notes"
            // The old programs need another check, because they are not tutti.
            let check = "case $(stat -c %s \(stage.to)/tutti) in $(stat -c %s /usr/bin/sleep)) ;; *) exit 1; esac"
            let failed = try stage.run(
                Self.script,
                ["--from", stage.from, "--to", stage.to, "--restart", restart, "--wait", "1", "--check", check])
            #expect(failed.status == 1 && failed.text.contains("rolled back"), "\(failed.text)")
            #expect(stage.notes.hasSuffix("restart\nrestart\n"))
            for name in ["tutti", "tutti-emitter"] {
                #expect(FileManager.default.contentsEqual(atPath: "\(stage.to)/\(name)", andPath: "/usr/bin/sleep"))
            }
            let resources = stage.to + "/tutti_App.resources/which"
            #expect(FileManager.default.contents(atPath: resources) == Data("old".utf8))
            #expect(old.isRunning)
        }
    }

    /// The old server ignores the hand-over and continues to serve.
    @Test func anUpgradeIsRolledBackWhenTheServerDoesNotHandOver() throws {
        try Self.with { stage, _ in
            let server = Process()
            server.executableURL = URL(fileURLWithPath: "/bin/bash")
            server.arguments = ["-c", "trap : USR2; echo; while :; do sleep 0.1; done"]
            let ready = Pipe()
            server.standardOutput = ready
            try server.run()
            defer {
                kill(server.processIdentifier, SIGKILL)
                server.waitForEnd()
            }
            _ = ready.fileHandleForReading.availableData
            let failed = try stage.run(
                Self.script,
                ["--from", stage.from, "--to", stage.to, "--pid", "\(server.processIdentifier)", "--wait", "1"])
            #expect(failed.status == 1 && failed.text.contains("rolled back"), "\(failed.text)")
            #expect(FileManager.default.contentsEqual(atPath: stage.to + "/tutti", andPath: "/usr/bin/sleep"))
            #expect(server.isRunning)
        }
    }

    @Test func aFailedMigrationKeepsTheInstalledProgram() throws {
        try Self.with { stage, _ in
            try "#!/bin/sh\n[ \"$1\" != migrate ]\n".write(
                toFile: stage.from + "/tutti", atomically: false, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: stage.from + "/tutti")
            let failed = try stage.run(Self.script, ["--from", stage.from, "--to", stage.to, "--restart", "false"])
            #expect(failed.status == 1 && failed.text.contains("untouched"), "\(failed.text)")
            #expect(FileManager.default.contentsEqual(atPath: stage.to + "/tutti", andPath: "/usr/bin/sleep"))
        }
    }
}
