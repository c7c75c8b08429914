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
            let (stdin, stdout) = (Pipe(), Pipe())
            (process.standardInput, process.standardOutput) = (stdin, stdout)
            try process.run()
            try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
            try stdin.fileHandleForWriting.close()
            let data = stdout.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
        }
    }
}
