import App
import ArgumentParser

/// A command that runs on the installation of the current settings.
protocol InstallationCommand: AsyncParsableCommand, Sendable {
    /// Whether the command may create a private database (`Installation.with`).
    var createsDatabase: Bool { get }

    func run(in installation: Installation) async throws
}

extension InstallationCommand {
    var createsDatabase: Bool { false }

    mutating func run() async throws {
        let command = self
        try await Installation.with(.current(), creating: command.createsDatabase) { try await command.run(in: $0) }
    }
}
