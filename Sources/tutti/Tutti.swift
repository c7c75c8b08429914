import App
import ArgumentParser
import Foundation
import Glibc

/// The root of the command line, `tutti`, with all its subcommands.
struct Tutti: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tutti",
        abstract:
            "Run and administer a Tutti server: concert notes that follow the performance, radio, and a music library.",
        discussion: """
            Settings come from the environment; `tutti config` shows them. Without DATABASE_URL Tutti runs a private \
            PostgreSQL in the data folder, and every command uses that database.
            """,
        version: ProgramVersion.current,
        subcommands: [
            RunCommand.self, ServeCommand.self, MigrateCommand.self, TenantCommand.self, UserCommand.self,
            PlatformCommand.self, TokenCommand.self, SubscriptionCommand.self, ImportCommand.self, ExportCommand.self,
            DemoCommand.self,
            ConcertCommand.self, ClassifyCommand.self, PsqlCommand.self, BackupCommand.self, RestoreCommand.self,
            HealthCommand.self, ConfigCommand.self, RoutesCommand.self,
        ])

    /// Runs the command line and ends the process with an exit status: 0 for success, otherwise a `CommandFailure.Status`.
    static func runAndExit() async -> Never {
        do {
            var command = try parseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
            Glibc.exit(0)
        } catch {
            if let failure = CommandFailure(describing: error) {
                Console.error(failure.message)
                Glibc.exit(failure.status.rawValue)
            }
            let isHelp = exitCode(for: error).isSuccess
            if !isHelp, let suggestion = CommandSuggestion(Array(CommandLine.arguments.dropFirst())) {
                Console.error("Error: \(suggestion.message)")
                Glibc.exit(CommandFailure.Status.usage.rawValue)
            }
            let text = fullMessage(for: error)
            if isHelp { print(text) } else { Console.error(text) }
            Glibc.exit(isHelp ? 0 : CommandFailure.Status.usage.rawValue)
        }
    }
}
