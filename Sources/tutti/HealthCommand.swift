import App
import ArgumentParser

struct HealthCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "health",
        abstract: "Show whether the running server is ready (exit status 1 if not) and whether packets are being sent.")

    mutating func run() async throws {
        let check = try HealthCheck(Settings.current())
        print(try await check.answer())
        for line in check.emitters() { print(line) }
    }
}
