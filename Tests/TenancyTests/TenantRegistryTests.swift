import Logging
import Postgres
import TestSupport
import Testing

@testable import Tenancy

struct TenantRegistryTests {
    private func newTenant(_ slug: String, hosts: [String] = [], multicast: MulticastScope = .init()) -> NewTenant {
        var tenant = NewTenant(slug: slug, name: slug.uppercased())
        tenant.hosts = hosts
        tenant.multicast = multicast
        return tenant
    }

    @Test func anAddedTenantIsListedWithItsNormalisedHosts() async throws {
        try await withDatabase { database in
            let registry = TenantRegistry(owner: database.owner)
            let scope = MulticastScope(group: "239.1.2.3", port: 5000, interface: "10.0.0.1", ttl: 2)
            let made = try await registry.add(
                newTenant("north", hosts: ["North.Example.", "10.0.0.7"], multicast: scope))
            #expect(made.slug == "north")
            #expect(made.multicast == scope)
            let listed = try await registry.list()
            #expect(listed == [RegisteredTenant(tenant: made, isActive: true, hosts: ["10.0.0.7", "north.example"])])
            #expect(try await registry.tenant(slug: "north") == listed[0])
        }
    }

    @Test(arguments: [
        (NewTenant(slug: "North", name: "x"), TenantRegistryError.badSlug("North")),
        (NewTenant(slug: "", name: "x"), .badSlug("")),
        (NewTenant(slug: "taken", name: "x"), .slugTaken("taken")),
        (NewTenant(slug: "north", name: ""), .badName("")),
        (NewTenant(slug: "north", name: "No\u{7}rth"), .badName("No\u{7}rth")),
    ])
    func anInvalidTenantIsRefusedWithTheReason(tenant: NewTenant, error: TenantRegistryError) async throws {
        try await withDatabase { database in
            try await database.tenant("taken", host: "taken.example")
            await #expect(throws: error) { try await TenantRegistry(owner: database.owner).add(tenant) }
        }
    }

    @Test(arguments: [
        (MulticastScope(group: "10.0.0.1", port: 1), "the group must be an address in 224.0.0.0/4, found \"10.0.0.1\""),
        (MulticastScope(group: "239.0.0.1"), "set both the group and the port, or neither"),
        (MulticastScope(group: "239.0.0.1", port: 65_536), "the port must be from 1 to 65535, found 65536"),
        (MulticastScope(ttl: 256), "the TTL must be from 0 to 255, found 256"),
        (MulticastScope(group: "hall", port: 1), "the group and the interface must be IP addresses, found \"hall\""),
    ])
    func anInvalidMulticastScopeIsRefusedWithTheReason(scope: MulticastScope, reason: String) async throws {
        try await withDatabase { database in
            let registry = TenantRegistry(owner: database.owner)
            await #expect(throws: TenantRegistryError.badMulticast(reason)) {
                try await registry.add(newTenant("north", multicast: scope))
            }
            try await registry.add(newTenant("north"))
            await #expect(throws: TenantRegistryError.badMulticast(reason)) {
                try await registry.setMulticast(scope, of: "north")
            }
        }
    }

    @Test func aTenantWithATakenHostIsNotAdded() async throws {
        try await withDatabase { database in
            try await database.tenant("taken", host: "taken.example")
            let registry = TenantRegistry(owner: database.owner)
            await #expect(throws: TenantRegistryError.hostTaken("taken.example")) {
                try await registry.add(newTenant("north", hosts: ["north.example", "TAKEN.example"]))
            }
            #expect(try await registry.tenant(slug: "north") == nil)
        }
    }

    @Test func aHostCanBeAddedToAnExistingTenant() async throws {
        try await withDatabase { database in
            let registry = TenantRegistry(owner: database.owner)
            try await registry.add(newTenant("north"))
            try await registry.addHost("Hall.example:8080", to: "north")
            #expect(try await registry.tenant(slug: "north")?.hosts == ["hall.example"])
            await #expect(throws: TenantRegistryError.hostTaken("hall.example")) {
                try await registry.addHost("hall.example", to: "north")
            }
            await #expect(throws: TenantRegistryError.unknownTenant("south")) {
                try await registry.addHost("south.example", to: "south")
            }
            await #expect(throws: TenantRegistryError.badHost("no host")) {
                try await registry.addHost("no host", to: "north")
            }
        }
    }

    @Test func aDisabledTenantGoesOffTheAir() async throws {
        try await withDatabase { database in
            let registry = TenantRegistry(owner: database.owner)
            let north = try await registry.add(newTenant("north", hosts: ["north.example"]))
            _ = try await database.tenants.rows(in: north.id, "select control.go_on_air('239.0.0.1', 1)")
            try await registry.disable("north")
            #expect(try await registry.tenant(slug: "north")?.isActive == false)
            #expect(try await database.sql("select count(*) from control.on_air;") == "0")
            #expect(try await database.sql("select count(*) from control.resolve_host('north.example');") == "0")
        }
    }

    @Test func multicastScopeAndIntegerSecondsOfATenantCanBeChanged() async throws {
        try await withDatabase { database in
            let registry = TenantRegistry(owner: database.owner)
            try await registry.add(newTenant("north"))
            try await registry.setIntegerSeconds(true, of: "north")
            try await registry.setMulticast(MulticastScope(group: "239.9.9.9", port: 9999), of: "north")
            let tenant = try #require(try await registry.tenant(slug: "north")).tenant
            #expect(tenant.integerSeconds)
            #expect(tenant.multicast == MulticastScope(group: "239.9.9.9", port: 9999))
        }
    }

    @Test func everyChangeOfATenantIsNotifiedOnce() async throws {
        try await withDatabase { database in
            let listener = NotificationListener(
                conninfo: database.runtimeConninfo, channels: ["tutti"],
                logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
            var events = listener.events().makeAsyncIterator()
            #expect(await events.next() == .connected)
            let registry = TenantRegistry(owner: database.owner)
            let north = try await registry.add(newTenant("north", hosts: ["a.example", "b.example"]))
            try await registry.addHost("c.example", to: "north")
            try await registry.setIntegerSeconds(true, of: "north")
            try await registry.setMulticast(MulticastScope(), of: "north")
            try await registry.disable("north")
            for _ in 1...5 {
                #expect(await events.next() == .notification(channel: "tutti", payload: "\(north.id),tenant,0"))
            }
            // The next notification belongs to the next change, so none was sent twice.
            let city = try await registry.add(newTenant("city"))
            #expect(await events.next() == .notification(channel: "tutti", payload: "\(city.id),tenant,0"))
            listener.close()
        }
    }

    @Test func theServiceRoleCannotAddOrListTenants() async throws {
        try await withDatabase { database in
            let registry = TenantRegistry(owner: database.runtime)
            await #expect(throws: TenantRegistryError.self) { try await registry.add(newTenant("north")) }
            await #expect(throws: TenantRegistryError.self) { try await registry.list() }
        }
    }
}
