import App
import ArgumentParser

struct TokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Bearer tokens for scripts and followers.", subcommands: [TokenCreate.self])
}

struct TokenCreate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Print a new bearer token of an account, and nothing else.")

    @Option(help: "The tenant's short name.")
    var tenant: String

    @Option(help: "The account's log-in.")
    var login: String

    mutating func run() async throws {
        let (tenant, login) = (tenant, login)
        try await Installation.with(.current()) { installation in
            print(try await installation.createToken(login: login, tenant: tenant))
        }
    }
}
