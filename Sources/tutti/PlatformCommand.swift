import App
import ArgumentParser

struct PlatformCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "platform", abstract: "Manage the accounts of platform administrators.",
        subcommands: [PlatformPassword.self])
}

struct PlatformPassword: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "password", abstract: "Set the password of a platform administrator.",
        discussion: """
            Without --password-stdin a random password is generated and printed once. The command ends all \
            sessions and access tokens of the account.
            """)

    @Option(help: "The account's login.")
    var login: String

    @Flag(help: "Read the new password from the first line of standard input.")
    var passwordStdin = false

    mutating func run() async throws {
        let login = login
        let typed = passwordStdin ? readLine(strippingNewline: true) : nil
        if passwordStdin, typed == nil {
            throw CommandFailure("standard input is empty; write the password on its first line")
        }
        try await Installation.with(.current()) { installation in
            let password = try await installation.setPlatformPassword(typed, login: login)
            print("set the password of platform administrator \(login)")
            if typed == nil { print("password: \(password)") }
        }
    }
}
