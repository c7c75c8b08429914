import App
import ArgumentParser
import Web

struct UserCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user", abstract: "Manage the accounts of tenants, and add platform administrators.",
        subcommands: [UserAdd.self, UserList.self, UserDisable.self, UserEnable.self, UserReset.self])
}

extension Role: ExpressibleByArgument {}

struct UserAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add an account.",
        discussion: "Without --password-stdin a random password is generated and printed once.")

    @OptionGroup var owner: AccountOwner

    @Option(help: "The account's login, which the person types to sign in.")
    var login: String

    @Option(help: "The account's role; required with --tenant, not allowed with --platform.")
    var role: Role?

    @Flag(help: "Read the password from the first line of standard input.")
    var passwordStdin = false

    mutating func validate() throws {
        guard owner.platform == (role == nil) else {
            throw ValidationError("--tenant requires --role; --role cannot be used with --platform")
        }
    }

    mutating func run() async throws {
        let settings = try Settings.current()
        let typed = passwordStdin ? readLine(strippingNewline: true) : nil
        if passwordStdin, typed == nil {
            throw CommandFailure("standard input is empty; write the password on its first line")
        }
        let (tenant, login, role) = (owner.tenant, login, role)
        try await Installation.with(settings, creating: owner.platform) { installation in
            let password: String
            if let tenant, let role {
                password = try await installation.addUser(login: login, role: role, password: typed, tenant: tenant)
                print("added \(role.rawValue) \(login) to tenant \(tenant)")
            } else {
                password = try await installation.addPlatformUser(login: login, password: typed)
                print("added platform administrator \(login)")
            }
            if typed == nil { print("password: \(password)") }
        }
    }
}

/// The options that select the owner of an account: one tenant, or the platform.
struct AccountOwner: ParsableArguments {
    @Option(help: "The tenant's short name.")
    var tenant: String?

    @Flag(help: "Use instead of --tenant for the account of a platform administrator, who manages all tenants.")
    var platform = false

    mutating func validate() throws {
        guard platform == (tenant == nil) else { throw ValidationError("give either --tenant or --platform") }
    }
}
