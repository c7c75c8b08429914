import App
import ArgumentParser

struct ConcertCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "concert", abstract: "List concerts, put a concert on the air, or take the concert off the air.",
        subcommands: [ConcertList.self, ConcertActivate.self, ConcertOffAir.self])
}

struct ConcertList: InstallationCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List a tenant's concerts.")

    @Option(help: "The tenant's short name.")
    var tenant: String

    func run(in installation: Installation) async throws {
        try await installation.concerts(of: tenant).forEach { print($0) }
    }
}

struct ConcertActivate: InstallationCommand {
    static let configuration = CommandConfiguration(
        commandName: "activate", abstract: "Put a concert on the air at measure 1 of its first piece.")

    @Argument(help: "The concert's short name, as `concert list` shows it.")
    var concert: String

    @Option(help: "The tenant's short name.")
    var tenant: String

    func run(in installation: Installation) async throws {
        print(try await installation.activate(concert: concert, tenant: tenant))
    }
}

struct ConcertOffAir: InstallationCommand {
    static let configuration = CommandConfiguration(
        commandName: "off-air", abstract: "Take a tenant's concert off the air and free its multicast group.")

    @Option(help: "The tenant's short name.")
    var tenant: String

    func run(in installation: Installation) async throws {
        print(try await installation.takeOffAir(tenant: tenant))
    }
}
