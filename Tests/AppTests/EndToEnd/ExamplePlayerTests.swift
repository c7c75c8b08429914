import Foundation
import TestSupport
import Testing

/// Tests of the example `tutti-player`: without a server, and as two devices of a listener on a running server.
@Suite(.serialized) struct ExamplePlayerTests {
    @Test func theExamplePlayerPlaysAQueueWithoutAServer() async throws {
        let output = try await Self.run(
            ["one:100", "two:0.2"], [:], "tap\nplay\nnext\nwait 1\nstate\ntoggle\nfly\nquit\n")
        #expect(
            output.contains("silent, stopped, 0:00 of 1:40, \"one\" (1 of 2), attempt 0, on no device"), "\(output)")
        #expect(output.contains("expandedPlay, playing, 0:00 of 1:40, \"one\" (1 of 2), attempt 1, on here"))
        #expect(output.contains("expanded, stopped, 0:00 of 0:00, \"two\" (2 of 2), attempt 2, on here"))
        #expect(output.contains { $0.hasPrefix("refused: notAllowed") })
        #expect(output.contains("unknown command: fly"))
    }

    /// Spec P24, L40, Decided 24.
    @Test(.timeLimit(.minutes(30))) func twoDevicesOfAListenerShareOnePlayer() async throws {
        try await RunningService.with { service in
            try await service.start()
            let line = try #require(service.lines.first { $0.hasPrefix("demo login   listener") })
            let password = String(try #require(line.split(separator: " ").last))
            func run(_ device: String, _ input: String) async throws -> [String] {
                try await Self.run(
                    ["--server", "http://127.0.0.1:\(service.port)", "--login", "listener", "--device", device],
                    ["TUTTI_PASSWORD": password], input)
            }
            let phone = try await run("phone", "context songs\npause\nseek 20\nselect 1\ntap\n")
            #expect(phone.first?.hasPrefix("silent, stopped") == true, "\(phone)")
            #expect(
                phone.contains { $0.hasPrefix("expandedPlay, playing, 0:00") && $0.hasSuffix("on phone") }, "\(phone)")
            #expect(phone.contains { $0.hasPrefix("expanded, paused, 0:20") }, "\(phone)")
            #expect(phone.contains { $0.hasPrefix("refused: ") && $0.contains("tapPause") }, "\(phone)")
            let kitchen = try await run("kitchen", "transfer kitchen\npause\nstate\n")
            #expect(
                kitchen.contains { $0.hasPrefix("expandedPlay, playing") && $0.hasSuffix("on kitchen") }, "\(kitchen)")
            #expect(kitchen.last?.hasPrefix("expanded, paused") == true)
            #expect(kitchen.last?.hasSuffix("on kitchen") == true)
            try await Self.controlWithMediaKeys(service, password, otherDevice: run)
        }
    }

    /// Controls the listener's player on a session bus (MPRIS, decision 0074), while it plays on a device of the bus, and on another device.
    private static func controlWithMediaKeys(
        _ service: RunningService, _ password: String, otherDevice: (String, String) async throws -> [String]
    ) async throws {
        try await SessionBus.with { bus in
            let player = try bus.player(
                ["--server", "http://127.0.0.1:\(service.port)", "--login", "listener", "--device", "desk"],
                ["TUTTI_PASSWORD": password])
            #expect(
                try await eventually(within: .seconds(300)) { try await bus.playerctl("--list-all") == "tutti" },
                "\(player.errors)")
            let follower = try bus.start("playerctl", "--follow", "status")
            #expect(await follower.prints { $0 == "Paused" })
            try player.type("transfer desk")
            #expect(await player.prints { $0.hasSuffix("on desk") })
            _ = try await bus.playerctl("play")
            #expect(try await bus.playerctl("status") == "Playing")
            #expect(await follower.prints { $0 == "Playing" })
            let title = try await bus.playerctl("metadata", "title")
            #expect(player.lines.last?.contains("\"\(title)\"") == true, "\(player.lines)")
            #expect(try await !bus.playerctl("metadata", "artist").isEmpty)
            #expect(try await bus.playerctl("metadata", "mpris:trackid").hasPrefix("'/tutti/queue/1/id"))
            #expect(try await Int64(bus.playerctl("metadata", "mpris:length")) ?? 0 > 0)
            _ = try await bus.playerctl("next")
            let next = try await bus.playerctl("metadata", "title")
            #expect(next != title)
            _ = try await bus.playerctl("pause")
            let kitchen = try await otherDevice("kitchen", "transfer kitchen\nselect 0\n")
            #expect(
                kitchen.first?.contains("paused") == true && kitchen.first?.contains("\"\(next)\"") == true,
                "\(kitchen)")
            #expect(
                await eventually(within: .seconds(300)) {
                    follower.lines.suffix(3) == ["Playing", "Paused", "Playing"]
                }, "\(follower.lines)")
            _ = try await bus.playerctl("play-pause")
            #expect(try await otherDevice("kitchen", "").first?.contains("paused") == true)
            _ = try await bus.playerctl("shuffle", "On")
            #expect(try await bus.playerctl("shuffle") == "On")
            await follower.end()
            await player.end()
        }
    }

    /// Runs the program with an input and returns the lines of its output.
    private static func run(
        _ arguments: [String], _ variables: [String: String], _ input: String
    ) async throws -> [String] {
        try await onThread {
            let process = Process()
            process.executableURL = RunningService.programs.appending(path: "tutti-player")
            process.arguments = arguments
            process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
            // The tests do not appear on the desktop of the person who runs them.
            process.environment?["DBUS_SESSION_BUS_ADDRESS"] = nil
            let (stdin, stdout) = (Pipe(), Pipe())
            (process.standardInput, process.standardOutput) = (stdin, stdout)
            try process.run()
            try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
            try stdin.fileHandleForWriting.close()
            let data = stdout.fileHandleForReading.readDataToEndOfFile()
            process.waitForEnd()
            return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
        }
    }
}
