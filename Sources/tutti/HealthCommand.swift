import App
import ArgumentParser

struct HealthCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "health", abstract: "Ask the running server whether it is ready; status 1 when it is not.")

    mutating func run() async throws {
        print(try await HealthCheck(Settings.current()).answer())
    }
}
