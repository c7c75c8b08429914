import App
import ArgumentParser

/// The options that select one account of one tenant.
struct AccountOptions: ParsableArguments {
    @Option(help: "The tenant's short name.")
    var tenant: String

    @Option(help: "The account's login.")
    var login: String
}

struct UserList: InstallationCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List accounts: login, role, state, name and email address, separated by tabs.")

    @Option(help: "The tenant's short name.")
    var tenant: String

    func run(in installation: Installation) async throws {
        for line in try await installation.users(of: tenant) { print(line) }
    }
}

struct UserDisable: InstallationCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable",
        abstract: "Disable an account: nobody can sign in with it, and its sessions and tokens end immediately.")

    @OptionGroup var account: AccountOptions

    func run(in installation: Installation) async throws {
        try await installation.setDisabled(true, login: account.login, tenant: account.tenant)
        print("disabled account \(account.login) of tenant \(account.tenant)")
    }
}

struct UserEnable: InstallationCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable", abstract: "Enable a disabled account.")

    @OptionGroup var account: AccountOptions

    func run(in installation: Installation) async throws {
        try await installation.setDisabled(false, login: account.login, tenant: account.tenant)
        print("enabled account \(account.login) of tenant \(account.tenant)")
    }
}

struct UserReset: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset", abstract: "Print the path of a one-time link to set a new password.",
        discussion: """
            Append the path to the web address of the tenant. The link expires after a day. With --password-stdin or --random the \
            command sets the password itself, and all sessions and tokens of the account end.
            """)

    @OptionGroup var account: AccountOptions

    @Flag(help: "Read the new password from the first line of standard input.")
    var passwordStdin = false

    @Flag(help: "Generate a random password and print it once.")
    var random = false

    mutating func validate() throws {
        if passwordStdin, random {
            throw ValidationError("--password-stdin and --random cannot be used together; use only one of them")
        }
    }

    mutating func run() async throws {
        let (tenant, login, random) = (account.tenant, account.login, random)
        let typed = passwordStdin ? readLine(strippingNewline: true) : nil
        if passwordStdin, typed == nil {
            throw CommandFailure("standard input is empty; write the password on its first line")
        }
        try await Installation.with(.current()) { installation in
            if let typed {
                try await installation.setPassword(typed, login: login, tenant: tenant)
                print("set the password of account \(login) of tenant \(tenant)")
            } else if random {
                print("password: \(try await installation.setRandomPassword(login: login, tenant: tenant))")
            } else {
                print(try await installation.passwordResetPath(login: login, tenant: tenant))
            }
        }
    }
}
