import App
import ArgumentParser

struct MigrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate", abstract: "Update the database to this program's schema.")

    @Flag(help: "Only show which migrations are applied and which are pending.")
    var status = false

    @Option(
        help: "Number of the last migration to apply, so that you can run your own steps before the next one.")
    var until: Int?

    mutating func run() async throws {
        let settings = try Settings.current()
        let (showsStatus, last, until) = (status, until ?? .max, until)
        try await Installation.with(settings, migrating: false, creating: !showsStatus) { installation in
            let migrator = installation.migrator(until: last)
            if showsStatus {
                for entry in try await migrator.status() {
                    print("\(entry.name)\t\(entry.appliedAt ?? "pending")")
                }
            } else {
                let applied = try await migrator.migrate()
                let nothing = until.map { "no migration up to \($0) is pending" } ?? "the schema is up to date"
                print(applied.isEmpty ? nothing : applied.map { "applied \($0)" }.joined(separator: "\n"))
            }
        }
    }
}
