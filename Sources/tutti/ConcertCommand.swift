import App
import ArgumentParser

struct ConcertCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "concert",
        abstract: "List concerts, put a concert on the air, take the concert off the air, or write a poster.",
        subcommands: [ConcertList.self, ConcertActivate.self, ConcertOffAir.self, ConcertPoster.self])
}

struct ConcertList: InstallationCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract:
            "List a tenant's concerts, most recently added first: short name, revision and title, separated by tabs.")

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

struct ConcertPoster: InstallationCommand {
    static let configuration = CommandConfiguration(
        commandName: "poster", abstract: "Write an A4 poster with the QR code of the audience page.",
        discussion: """
            The poster has the title of the concert on the air, or of the concert named with --concert. Without either, the poster fits \
            every concert.
            """)

    @Argument(help: "The file to write.", completion: .file(extensions: ["pdf", "svg"]))
    var file: String

    @Option(help: "The tenant's short name.")
    var tenant: String

    @Option(help: "The concert's short name; the default is the concert on the air.")
    var concert: String?

    @Option(
        help:
            "The format, pdf or svg. By default, the ending of the file name decides; with any other ending, the format is pdf."
    )
    var format: PosterFormat?

    func run(in installation: Installation) async throws {
        print(
            try await installation.writePoster(
                to: file, tenant: tenant, concert: concert,
                format: format ?? PosterFormat(fileName: file) ?? .pdf))
    }
}

extension PosterFormat: ExpressibleByArgument {}
