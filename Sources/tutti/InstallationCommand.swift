import App
import ArgumentParser

/// A command that opens the installation of the current settings, runs on the installation, and closes it at the end.
protocol InstallationCommand: AsyncParsableCommand, Sendable {
    /// Whether the command may create a private database. Commands that only read or change existing data must not create a database, because a
    /// mistyped path would then create a data folder.
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
