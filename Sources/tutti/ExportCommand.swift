import App
import ArgumentParser

struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Export a concert.", subcommands: [ExportConcert.self])
}

struct ExportConcert: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "concert", abstract: "Write a concert as a programme folder.",
        discussion: """
            Importing the folder with `tutti import concert` creates the same concert. The import takes the concert's short \
            name from the name of the folder.
            """)

    @Argument(help: "The concert's short name, as `concert list` shows it.")
    var concert: String

    @Argument(help: "The folder to write, which must not exist or must be empty.", completion: .directory)
    var directory: String

    @Option(help: "The tenant's short name.")
    var tenant: String

    mutating func run() async throws {
        let (concert, directory, tenant) = (concert, directory, tenant)
        try await Installation.with(.current()) { installation in
            try await installation.exportConcert(concert, directory: directory, tenant: tenant).forEach { print($0) }
        }
    }
}
