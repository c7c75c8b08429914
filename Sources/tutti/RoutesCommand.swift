import App
import ArgumentParser

struct RoutesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "routes", abstract: "List every route as JSON with its method, path and access rule.",
        discussion:
            "The list also contains pages and forms, which openapi.yaml leaves out. The command needs no database.",
        shouldDisplay: false)

    mutating func run() async throws { print(try await RouteListing.json()) }
}
