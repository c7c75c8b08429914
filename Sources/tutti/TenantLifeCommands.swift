import App
import ArgumentParser
import Tenancy
import Web

struct TenantHostRemove: InstallationCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a host name from a tenant.")

    @Argument(help: "The tenant's short name.")
    var slug: String

    @Argument(help: "The host name, without a port.")
    var host: String

    func run(in installation: Installation) async throws {
        try await installation.tenants.removeHost(host, from: slug)
        print("removed host name \(host) from tenant \(slug)")
    }
}

struct TenantEnable: InstallationCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable", abstract: "Enable a disabled tenant.")

    @Argument(help: "The tenant's short name.")
    var slug: String

    func run(in installation: Installation) async throws {
        try await installation.tenants.enable(slug)
        print("enabled tenant \(slug)")
    }
}

/// A limit on the command line: a whole number above zero, or `none` to remove the tenant's own limit.
struct LimitArgument: ExpressibleByArgument {
    let number: Int64?

    init?(argument: String) {
        if argument == "none" {
            number = nil
            return
        }
        // `Int64(_:)` also accepts "+5", so the digits are checked first.
        guard argument.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let number = Int64(argument), number > 0 else {
            return nil
        }
        self.number = number
    }
}

struct TenantLimit: InstallationCommand {
    static let configuration = CommandConfiguration(
        commandName: "limit", abstract: "Set the limits of a tenant.",
        discussion: "Each limit is a whole number above zero; `none` removes the tenant's own limit.")

    @Argument(help: "The tenant's short name.")
    var slug: String

    @Option(help: "Maximum sustained number of requests per second.")
    var requestsPerSecond: LimitArgument?

    @Option(help: "Maximum number of requests in one burst, above the sustained rate.")
    var requestBurst: LimitArgument?

    @Option(help: "Maximum number of requests that wait for a response at the same time.")
    var connections: LimitArgument?

    @Option(help: "Maximum number of event streams that are open at the same time.")
    var streams: LimitArgument?

    @Option(help: "Maximum total size of pictures and other files, in bytes.")
    var storedBytes: LimitArgument?

    @Option(help: "Maximum number of accounts.")
    var accounts: LimitArgument?

    private var named: [(TenantChange.Member, LimitArgument)] {
        let all: [(TenantChange.Member, LimitArgument?)] = [
            (.requestsPerSecond, requestsPerSecond), (.requestBurst, requestBurst), (.connections, connections),
            (.streams, streams), (.storedBytes, storedBytes), (.accounts, accounts),
        ]
        return all.compactMap { member, limit in limit.map { (member, $0) } }
    }

    mutating func validate() throws {
        if named.isEmpty { throw ValidationError("name at least one limit, such as --accounts 200") }
        let numbers = named.filter { $0.0 != .storedBytes }.compactMap { $0.1.number }
        if let tooLarge = numbers.first(where: { $0 > 2_000_000_000 }) {
            throw ValidationError("every limit except --stored-bytes must be at most 2000000000, found \(tooLarge)")
        }
    }

    func run(in installation: Installation) async throws {
        var change = TenantChange("tenant.limit")
        for (member, limit) in named { change.set(member, to: limit.number) }
        try await installation.tenants.change(slug, by: change)
        print("changed the limits of tenant \(slug)")
    }
}

struct TenantExport: InstallationCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Export a tenant to an archive.",
        discussion: """
            The archive is a tar file with a JSON Lines file for each table, every stored file, and manifest.json. \
            Secrets are not in the archive, for example the hashes of passwords, session tokens and links.
            """)

    @Argument(help: "The tenant's short name.")
    var slug: String

    @Option(help: "The file to write; an existing file is not overwritten. The default is SLUG.tar.")
    var output: String?

    func run(in installation: Installation) async throws {
        let path = output ?? "\(slug).tar"
        let count = try await installation.exportTenant(slug, path: path)
        print("exported tenant \(slug): \(SentenceFormat.count(count, "file")) in \(path)")
    }
}

struct TenantImport: InstallationCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import a tenant from an archive that `tenant export` wrote.",
        discussion: """
            The command imports everything or nothing and changes no other tenant. Both servers must have the same schema. Secrets are \
            not in the archive: accounts need links to set new passwords, and programs need new tokens.
            """)

    @Argument(help: "The archive to import.", completion: .file(extensions: ["tar"]))
    var file: String

    @Option(help: "The short name of the imported tenant; by default, the short name in the archive.")
    var slug: String?

    @Option(
        name: .customLong("host"),
        help: "A host name of the imported tenant; may be repeated; by default, the host names in the archive.")
    var hosts: [String] = []

    @Option(
        help: ArgumentHelp(
            "The multicast group and port of the imported tenant; by default, the values in the archive.",
            valueName: "group:port"))
    var multicast: GroupAndPort?

    @Flag(help: "Check and report; write nothing.")
    var dryRun = false

    var createsDatabase: Bool { !dryRun }

    func run(in installation: Installation) async throws {
        let lines = try await installation.importTenant(
            file, slug: slug, hosts: hosts, multicast: multicast.map { ($0.group, $0.port) }, isDryRun: dryRun)
        lines.forEach { print($0) }
    }
}

struct TenantErase: InstallationCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase", abstract: "Erase a disabled tenant with all its data.",
        discussion: "Only an export or a backup can restore the tenant. The short name can be used again.")

    @Argument(help: "The tenant's short name.")
    var slug: String

    @Option(help: "The short name again, to confirm.")
    var confirm: String

    mutating func validate() throws {
        guard confirm.utf8.elementsEqual(slug.utf8) else {
            throw ValidationError("--confirm must repeat the short name \(slug), found \(confirm)")
        }
    }

    func run(in installation: Installation) async throws {
        try await installation.tenants.erase(slug)
        print("erased tenant \(slug)")
    }
}
