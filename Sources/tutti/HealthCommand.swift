import App
import ArgumentParser

struct HealthCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "health",
        abstract: "Ask the running server whether it is ready, status 1 when it is not, and whether packets go out.")

    mutating func run() async throws {
        let check = try HealthCheck(Settings.current())
        print(try await check.answer())
        for line in check.emitters() { print(line) }
    }
}
