import App
import ArgumentParser

struct RoutesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "routes", abstract: "List every route as JSON: method, path and who may call it.",
        discussion: "Pages and forms are in this list and not in openapi.yaml. No database is asked.",
        shouldDisplay: false)

    mutating func run() async throws { print(try await RouteListing.json()) }
}
