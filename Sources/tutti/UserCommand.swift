import App
import ArgumentParser
import Web

struct UserCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user", abstract: "Accounts of a tenant.",
        subcommands: [UserAdd.self, UserList.self, UserDisable.self, UserEnable.self, UserReset.self])
}

extension Role: ExpressibleByArgument {}

struct UserAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add an account.",
        discussion: "Without --password-stdin a random password is made and printed once.")

    @Option(help: "The tenant's short name.")
    var tenant: String

    @Option(help: "What the person types to log in.")
    var login: String

    @Option(help: "What the account may do.")
    var role: Role

    @Flag(help: "Read the password from the first line of standard input.")
    var passwordStdin = false

    mutating func run() async throws {
        let settings = try Settings.current()
        let typed = passwordStdin ? readLine(strippingNewline: true) : nil
        if passwordStdin, typed == nil { throw CommandFailure("no password on standard input") }
        let (tenant, login, role) = (tenant, login, role)
        try await Installation.with(settings) { installation in
            let password = try await installation.addUser(login: login, role: role, password: typed, tenant: tenant)
            print("added \(role.rawValue) \(login) of \(tenant)")
            if typed == nil { print("password: \(password)") }
        }
    }
}
