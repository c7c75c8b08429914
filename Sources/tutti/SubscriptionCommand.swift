import App
import ArgumentParser

struct SubscriptionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "subscription", abstract: "Manage the subscriptions of a tenant's listeners.",
        subcommands: [SubscriptionImportCommand.self])
}

struct SubscriptionImportCommand: InstallationCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import subscriptions: all of them, or none if there is an error.",
        discussion: """
            The file is CSV (RFC 4180) in UTF-8; its first line names the columns login, state and, \
            optionally, until. The state is active, lapsed or support-required. The value of until is the last day in \
            the tenant's time zone, such as 2027-01-31, or a date-time, such as 2027-01-31T18:00:00Z. If until is \
            empty, the subscription has no end.
            """)

    @Argument(help: "The file to import.", completion: .file(extensions: ["csv"]))
    var file: String

    @Option(help: "The tenant's short name.")
    var tenant: String

    @Flag(help: "Check and report; write nothing.")
    var dryRun = false

    func run(in installation: Installation) async throws {
        print(try await installation.importSubscriptions(file: file, tenant: tenant, dryRun: dryRun))
    }
}
