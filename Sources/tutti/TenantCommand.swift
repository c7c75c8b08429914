import App
import ArgumentParser
import Tenancy

struct TenantCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tenant", abstract: "Manage tenants: orchestras, festivals and broadcasters.",
        subcommands: [
            TenantAdd.self, TenantList.self, TenantSet.self, TenantHost.self, TenantLimit.self, TenantDisable.self,
            TenantEnable.self, TenantExport.self, TenantImport.self, TenantErase.self,
        ])
}

/// The options for a tenant's multicast group, port, interface and TTL. For an existing tenant, an absent option keeps the stored value.
struct ScopeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Multicast group and port for the tenant's packets, such as 239.255.255.201:23451, "
                + "or \"default\" for the group and port of the installation.",
            valueName: "group:port"))
    var multicast: ScopePart<GroupAndPort>?

    @Option(
        help: ArgumentHelp(
            "Address of the network interface for the tenant's packets, "
                + "or \"default\" for the address of the installation.",
            valueName: "address"))
    var interface: ScopePart<String>?

    @Option(
        name: .customLong("ttl"),
        help: ArgumentHelp(
            "TTL of the tenant's packets, 0 to 255 (one more than the number of routers that a packet may pass), "
                + "or \"default\" for the TTL of the installation.",
            valueName: "number"))
    var ttl: ScopePart<Int>?

    /// The values given for the tenant; a member is `nil` if its option is absent or "default".
    var scope: MulticastScope {
        MulticastScope(
            group: multicast?.value?.group, port: multicast?.value?.port, interface: interface?.value, ttl: ttl?.value)
    }

    /// Adds the given values to a change. "default" removes the tenant's own value.
    func apply(to change: inout TenantChange) {
        change.set(scope)
        if case .installation = multicast {
            change.set(.multicastGroup, to: nil as String?)
            change.set(.multicastPort, to: nil as Int?)
        }
        if case .installation = interface { change.set(.multicastInterface, to: nil as String?) }
        if case .installation = ttl { change.set(.multicastTtl, to: nil as Int?) }
    }
}

/// A value for one tenant, or "default" for the value of the installation.
enum ScopePart<Value: ExpressibleByArgument & Sendable>: ExpressibleByArgument, Sendable {
    case installation
    case own(Value)

    init?(argument: String) {
        guard argument != "default" else {
            self = .installation
            return
        }
        guard let value = Value(argument: argument) else { return nil }
        self = .own(value)
    }

    var value: Value? {
        if case .own(let value) = self { value } else { nil }
    }
}

/// A multicast group and port, written as "GROUP:PORT".
struct GroupAndPort: ExpressibleByArgument, Sendable {
    let group: String
    let port: Int

    init?(argument: String) {
        guard let address = SocketAddress(argument), address.port > 0 else { return nil }
        group = address.host
        port = address.port
    }
}

struct TenantAdd: InstallationCommand {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Add a tenant.")

    var createsDatabase: Bool { true }

    @Argument(
        help:
            "A short name for addresses and commands: lower-case letters (a to z), digits and hyphens, beginning with a letter."
    )
    var slug: String

    @Option(help: "The display name.")
    var name: String

    @Option(name: .customLong("host"), help: "A host name of the tenant; may be repeated.")
    var hosts: [String] = []

    @OptionGroup var scope: ScopeOptions

    func run(in installation: Installation) async throws {
        var tenant = NewTenant(slug: slug, name: name)
        tenant.hosts = hosts
        tenant.multicast = scope.scope
        print("added tenant \(try await installation.tenants.add(tenant).slug)")
    }
}

struct TenantList: InstallationCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the tenants: short name, state, name and host names, separated by tabs.")

    func run(in installation: Installation) async throws {
        for tenant in try await installation.tenants.list() {
            let state = tenant.isActive ? "active" : "disabled"
            let hosts = tenant.hosts.joined(separator: ",")
            print("\(tenant.tenant.slug)\t\(state)\t\(tenant.tenant.name)\t\(hosts)")
        }
    }
}

struct TenantSet: InstallationCommand {
    static let configuration = CommandConfiguration(commandName: "set", abstract: "Change a tenant.")

    @Argument(help: "The tenant's short name.")
    var slug: String

    @Option(help: "The display name.")
    var name: String?

    @Option(help: "The tenant's language, as a BCP 47 tag such as cs or en-GB.")
    var locale: String?

    @Option(help: "The tenant's IANA time zone, such as Europe/Prague.")
    var timeZone: String?

    @Flag(
        inversion: .prefixedNo,
        help: "Send times to the iNotes app in whole seconds, because some old versions cannot read fractions.")
    var integerSeconds: Bool?

    @Option(
        name: .customLong("allowed-origin"),
        help: ArgumentHelp(
            """
            Web origin whose pages may call the API, such as https://app.example; may be repeated. The origins replace \
            the existing list. "*" allows every origin; "none" empties the list.
            """,
            valueName: "origin"))
    var allowedOrigins: [String] = []

    @OptionGroup var scope: ScopeOptions

    mutating func validate() throws { _ = try origins() }

    private var hasChange: Bool {
        name != nil || locale != nil || timeZone != nil || integerSeconds != nil || !allowedOrigins.isEmpty
            || scope.multicast != nil || scope.interface != nil || scope.ttl != nil
    }

    /// Returns the allowed origins given by the options; `nil` without `--allowed-origin`. "none" alone gives the empty list. Throws
    /// `ValidationError` for invalid origins.
    private func origins() throws -> AllowedOrigins? {
        if allowedOrigins.isEmpty { return nil }
        if allowedOrigins == ["none"] { return AllowedOrigins.none }
        do throws(AllowedOrigins.Faults) {
            return try AllowedOrigins(allowedOrigins)
        } catch {
            throw ValidationError(error.all.map { "--allowed-origin \($0.reason)" }.joined(separator: "\n"))
        }
    }

    func run(in installation: Installation) async throws {
        // Not in `validate`, which runs before a mistyped option is reported.
        guard hasChange else { throw ValidationError("give at least one option, such as --name") }
        var change = TenantChange()
        if let origins = try origins() { change.set(origins) }
        if let name { change.set(.name, to: name) }
        if let locale { change.set(.locale, to: locale) }
        if let timeZone { change.set(.timeZone, to: timeZone) }
        if let integerSeconds { change.set(.integerSeconds, to: integerSeconds) }
        scope.apply(to: &change)
        try await installation.tenants.change(slug, by: change)
        print("changed tenant \(slug)")
    }
}

struct TenantHost: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "host", abstract: "Add or remove a host name of a tenant.",
        subcommands: [TenantHostAdd.self, TenantHostRemove.self])
}

struct TenantHostAdd: InstallationCommand {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Add a host name to a tenant.")

    @Argument(help: "The tenant's short name.")
    var slug: String

    @Argument(help: "The host name, without a port.")
    var host: String

    func run(in installation: Installation) async throws {
        try await installation.tenants.addHost(host, to: slug)
        print("added host name \(host) to tenant \(slug)")
    }
}

struct TenantDisable: InstallationCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable", abstract: "Disable a tenant; a disabled tenant is not reachable but keeps its data.")

    @Argument(help: "The tenant's short name.")
    var slug: String

    func run(in installation: Installation) async throws {
        try await installation.tenants.disable(slug)
        print("disabled tenant \(slug)")
    }
}
