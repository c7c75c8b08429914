import App
import ArgumentParser
import Foundation

struct PsqlCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "psql", abstract: "Run psql on the database in use, with the role app_rt.",
        discussion: "psql gets the arguments after --, as in: tutti psql -- -c 'select * from control.active_tenants()'"
    )

    @Argument(parsing: .postTerminator, help: "Arguments for psql.")
    var arguments: [String] = []

    mutating func run() async throws {
        let arguments = arguments
        let status = try await Installation.with(.current(), migrating: false) { installation in
            try installation.runPsql(arguments)
        }
        if status != 0 { Foundation.exit(status) }
    }
}
