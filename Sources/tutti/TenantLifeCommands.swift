import App
import ArgumentParser
import Tenancy

struct TenantHostRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a host name from a tenant.")

    @Argument(help: "The tenant's short name.")
    var slug: String

    @Argument(help: "The host name, without a port.")
    var host: String

    mutating func run() async throws {
        let (slug, host) = (slug, host)
        try await Installation.with(.current()) { installation in
            try await installation.tenants.removeHost(host, from: slug)
            print("tenant \(slug) no longer answers to \(host)")
        }
    }
}

struct TenantEnable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable", abstract: "Enable a disabled tenant.")

    @Argument(help: "The tenant's short name.")
    var slug: String

    mutating func run() async throws {
        let slug = slug
        try await Installation.with(.current()) { installation in
            try await installation.tenants.enable(slug)
            print("enabled tenant \(slug)")
        }
    }
}

/// A limit on the command line: a whole number above zero, or `none` for what the installation's settings say.
struct LimitArgument: ExpressibleByArgument {
    let number: Int64?

    init?(argument: String) {
        if argument == "none" {
            number = nil
            return
        }
        // `Int64(_:)` also takes "+5".
        guard argument.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let number = Int64(argument), number > 0 else {
            return nil
        }
        self.number = number
    }
}

struct TenantLimit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "limit", abstract: "Set the limits of a tenant.",
        discussion: "Each takes a whole number above zero, or `none` for what the installation's settings say.")

    @Argument(help: "The tenant's short name.")
    var slug: String

    @Option(help: "Requests in a second, over a length of time.")
    var requestsPerSecond: LimitArgument?

    @Option(help: "Requests that one moment may take.")
    var requestBurst: LimitArgument?

    @Option(help: "Requests that wait for their answer at one moment.")
    var connections: LimitArgument?

    @Option(help: "Event streams open at one moment.")
    var streams: LimitArgument?

    @Option(help: "Bytes of pictures and other files.")
    var storedBytes: LimitArgument?

    @Option(help: "Accounts.")
    var accounts: LimitArgument?

    private var named: [(TenantChange.Member, LimitArgument)] {
        let all: [(TenantChange.Member, LimitArgument?)] = [
            (.requestsPerSecond, requestsPerSecond), (.requestBurst, requestBurst), (.connections, connections),
            (.streams, streams), (.storedBytes, storedBytes), (.accounts, accounts),
        ]
        return all.compactMap { member, limit in limit.map { (member, $0) } }
    }

    mutating func validate() throws {
        if named.isEmpty { throw ValidationError("say at least one limit, such as --accounts 200") }
        let tooLarge = named.contains { $0.0 != .storedBytes && ($0.1.number ?? 0) > 2_000_000_000 }
        if tooLarge { throw ValidationError("a limit but --stored-bytes is at most 2000000000") }
    }

    mutating func run() async throws {
        var change = TenantChange("tenant.limit")
        for (member, limit) in named { change.set(member, to: limit.number) }
        let (slug, changes) = (slug, change)
        try await Installation.with(.current()) { installation in
            try await installation.tenants.change(slug, by: changes)
            print("changed the limits of tenant \(slug)")
        }
    }
}

struct TenantExport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Export a tenant to an archive.",
        discussion: """
            A tar with a file of JSON lines for each table, every stored file under its SHA-256, and manifest.json. \
            Hashes of passwords, sessions and links are left out.
            """)

    @Argument(help: "The tenant's short name.")
    var slug: String

    @Option(help: "The file to make; one that is there is not overwritten. Without it SLUG.tar.")
    var output: String?

    mutating func run() async throws {
        let (slug, path) = (slug, output ?? "\(slug).tar")
        try await Installation.with(.current()) { installation in
            let count = try await installation.exportTenant(slug, path: path)
            print("exported tenant \(slug): \(count) files in \(path)")
        }
    }
}

struct TenantImport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import a tenant from an archive that `tenant export` wrote.",
        discussion: """
            All of it or nothing, beside the tenants that are there. Both servers must have the same schema. Secrets are \
            not in the archive: accounts set new passwords by links, programs get new tokens.
            """)

    @Argument(help: "The archive.", completion: .file(extensions: ["tar"]))
    var file: String

    @Option(help: "Another short name than the one in the archive.")
    var slug: String?

    @Option(name: .customLong("host"), help: "A host name instead of those in the archive; may be repeated.")
    var hosts: [String] = []

    @Option(
        help: ArgumentHelp("Another multicast group and port than those in the archive.", valueName: "group:port"))
    var multicast: GroupAndPort?

    @Flag(help: "Check and report; write nothing.")
    var dryRun = false

    mutating func run() async throws {
        let (file, slug, hosts, scope, dryRun) = (file, slug, hosts, multicast, dryRun)
        try await Installation.with(.current(), creating: true) { installation in
            let lines = try await installation.importTenant(
                file, slug: slug, hosts: hosts, multicast: scope.map { ($0.group, $0.port) }, isDryRun: dryRun)
            lines.forEach { print($0) }
        }
    }
}

struct TenantErase: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase", abstract: "Delete a disabled tenant with all its data.",
        discussion: "Nothing brings it back but an archive of `tenant export`. Its short name may be used again.")

    @Argument(help: "The tenant's short name.")
    var slug: String

    @Option(help: "The short name once more.")
    var confirm: String

    mutating func validate() throws {
        guard confirm.utf8.elementsEqual(slug.utf8) else {
            throw ValidationError("--confirm takes the short name once more")
        }
    }

    mutating func run() async throws {
        let slug = slug
        try await Installation.with(.current()) { installation in
            try await installation.tenants.erase(slug)
            print("erased tenant \(slug)")
        }
    }
}
