import App
import ArgumentParser

struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract:
            "Run the server, the emitter and, without DATABASE_URL, the database; load the demo tenant the first time.",
        discussion: "The command prints one line per address, and then `ready` on a separate line.")

    @Flag(help: "Load the demo tenant when the database is empty.")
    var demo: NoDemo = .demo

    enum NoDemo: EnumerableFlag {
        case demo, noDemo
    }

    mutating func run() async throws {
        let settings = try Settings.current()
        try await Service.run(settings, parts: .everything(demo: demo == .demo)) { Console.line($0) }
    }
}

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Run the HTTP server without the emitter; tutti-emitter sends the packets.")

    mutating func run() async throws {
        let settings = try Settings.current()
        try await Service.run(settings, parts: .server) { Console.line($0) }
    }
}
