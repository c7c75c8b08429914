import App
import ArgumentParser
import Web

struct TokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Create bearer tokens for scripts and other programs.",
        subcommands: [TokenCreate.self])
}

struct TokenCreate: InstallationCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Create a bearer token for an account and print only the token.",
        discussion: "Without --scope the token has all permissions of the account.")

    @OptionGroup var owner: AccountOwner

    @Option(help: "The account's login.")
    var login: String

    @Option(help: "A name for the token, which the account page shows.")
    var name: String?

    @Option(
        name: .customLong("scope"),
        help: ArgumentHelp("Limit the token to this permission; may be repeated.", valueName: "permission"))
    var scope: [Permission] = []

    @Option(
        help: ArgumentHelp("Days until the token expires; \(Installation.tokenDays) by default.", valueName: "days"))
    var expires: Int?

    mutating func validate() throws {
        guard expires.map({ (1...Installation.tokenDays).contains($0) }) ?? true else {
            throw ValidationError("--expires must be from 1 to \(Installation.tokenDays) days, found \(expires ?? 0)")
        }
        guard !owner.platform || (name == nil && scope.isEmpty && expires == nil) else {
            throw ValidationError("--name, --scope and --expires cannot be used with --platform")
        }
    }

    func run(in installation: Installation) async throws {
        guard let tenant = owner.tenant else { return print(try await installation.createPlatformToken(login: login)) }
        print(
            try await installation.createToken(
                login: login, name: name, scope: scope.isEmpty ? nil : scope, days: expires, tenant: tenant))
    }
}

extension Permission: ExpressibleByArgument {}
