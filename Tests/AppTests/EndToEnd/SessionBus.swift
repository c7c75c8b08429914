import Foundation
import TestSupport

/// A private session bus, on which a player and its clients meet. The bus starts no other services.
final class SessionBus: Sendable {
    private let folder = URL(filePath: "/tmp/tutti-bus-\(UUID().uuidString.prefix(8))")
    private let daemon: RunningProgram

    /// The address for clients.
    var address: String { "unix:path=\(folder.path)/socket" }

    /// Starts a bus, runs `body`, and ends the bus.
    static func with(_ body: (SessionBus) async throws -> Void) async throws {
        let bus = try await SessionBus()
        do {
            try await body(bus)
        } catch {
            await bus.remove()
            throw error
        }
        await bus.remove()
    }

    private init() async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let settings = """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
              "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>session</type>
              <listen>unix:path=\(folder.path)/socket</listen>
              <auth>EXTERNAL</auth>
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/>
                <allow eavesdrop="true"/>
                <allow own="*"/>
              </policy>
            </busconfig>
            """
        let file = folder.appending(path: "bus.conf")
        try Data(settings.utf8).write(to: file)
        daemon = try RunningProgram(
            "dbus-daemon", ["--config-file=\(file.path)", "--nofork", "--print-address"],
            environment: ["PATH": Self.path])
        guard await daemon.prints({ $0.hasPrefix("unix:") }) else {
            throw Failure(
                text: "dbus-daemon did not start (scripts/install-dependencies dbus-daemon): \(daemon.errors)")
        }
    }

    struct Failure: Error, CustomStringConvertible {
        let text: String
        var description: String { text }
    }

    private static let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"

    /// The environment of a program on the bus.
    var environment: [String: String] {
        ["PATH": Self.path, "LC_ALL": "C.UTF-8", "DBUS_SESSION_BUS_ADDRESS": address]
    }

    /// Starts the example player on the bus.
    func player(_ arguments: [String], _ variables: [String: String] = [:]) throws -> RunningProgram {
        try RunningProgram(
            RunningService.programs.appending(path: "tutti-player").path, arguments,
            environment: environment.merging(variables) { $1 })
    }

    /// Starts a program on the bus that prints what it hears, such as `playerctl --follow`.
    func start(_ program: String, _ arguments: String...) throws -> RunningProgram {
        try RunningProgram(program, arguments, environment: environment)
    }

    /// Runs `playerctl`, and returns its output and its errors.
    func playerctl(_ arguments: String...) async throws -> String { try await run("playerctl", arguments) }

    /// Calls a method of the media player, such as `org.mpris.MediaPlayer2.Player.Seek` with `int64:5`. Returns the reply with its types, or the
    /// error.
    func call(
        _ method: String, _ arguments: [String] = [], path: String = "/org/mpris/MediaPlayer2"
    ) async throws -> String {
        try await run(
            "dbus-send", ["--print-reply", "--dest=org.mpris.MediaPlayer2.tutti", path, method] + arguments)
    }

    private func run(_ program: String, _ arguments: [String]) async throws -> String {
        let environment = environment
        return try await onThread {
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = [program] + arguments
            process.environment = environment
            let pipe = Pipe()
            (process.standardInput, process.standardOutput, process.standardError) = (FileHandle.nullDevice, pipe, pipe)
            try process.run()
            let data = pipe.fileHandleForReading.readDataToEndOfFile()
            process.waitForEnd()
            return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        }
    }

    /// Ends the bus, and with it the connections of all programs.
    func end() async { await daemon.end() }

    private func remove() async {
        await end()
        try? FileManager.default.removeItem(at: folder)
    }
}
