import App
import ArgumentParser

/// A command that opens the installation of the current settings, works on it, and closes it.
protocol InstallationCommand: AsyncParsableCommand, Sendable {
    /// Whether the command may create a private database. Commands that only read or change existing data may not, because a mistyped
    /// path would create a data folder.
    static var createsDatabase: Bool { get }

    func run(in installation: Installation) async throws
}

extension InstallationCommand {
    static var createsDatabase: Bool { false }

    mutating func run() async throws {
        let command = self
        try await Installation.with(.current(), creating: Self.createsDatabase) { try await command.run(in: $0) }
    }
}
