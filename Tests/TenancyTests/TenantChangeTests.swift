import Postgres
import TestSupport
import Testing

@testable import Tenancy

@Suite struct TenantChangeTests {
    @Test func aTenantChangeContainsOnlyTheMembersThatWereSet() {
        var change = TenantChange("tenant.limit")
        #expect(change.isEmpty)
        change.set(.streams, to: 5)
        change.set(.accounts, to: Int?.none)
        #expect(change.columns.names == ["accounts", "streams"])
        #expect(change.columns.values == [nil, "5"])
    }

    @Test func aChangeKeepsTheMissingPartsOfAMulticastScope() async throws {
        try await withDatabase { database in
            let registry = TenantRegistry(owner: database.owner)
            var tenant = NewTenant(slug: "north", name: "North")
            tenant.multicast = MulticastScope(group: "239.1.1.1", port: 5000, interface: "10.0.0.1", ttl: 3)
            try await registry.add(tenant)
            var change = TenantChange()
            change.set(MulticastScope(interface: "10.0.0.2"))
            try await registry.change("north", by: change)
            #expect(
                try await registry.tenant(slug: "north")?.tenant.multicast
                    == MulticastScope(group: "239.1.1.1", port: 5000, interface: "10.0.0.2", ttl: 3))
            change = TenantChange()
            change.set(MulticastScope(group: "239.1.1.2", port: 6000))
            try await registry.change("north", by: change)
            #expect(
                try await registry.tenant(slug: "north")?.tenant.multicast
                    == MulticastScope(group: "239.1.1.2", port: 6000, interface: "10.0.0.2", ttl: 3))
        }
    }

    @Test func everyMemberOfATenantCanBeChanged() async throws {
        try await withDatabase { database in
            let registry = TenantRegistry(owner: database.owner)
            try await registry.add(NewTenant(slug: "north", name: "North"))
            var change = TenantChange()
            change.set(.name, to: "South")
            change.set(.locale, to: "cs-CZ")
            change.set(.timeZone, to: "Europe/Prague")
            change.set(.integerSeconds, to: true)
            change.set(.enabled, to: false)
            change.set(MulticastScope(group: "239.1.1.1", port: 5000, interface: "10.0.0.1", ttl: 3))
            change.set(try AllowedOrigins(["https://b.example", "https://a.example"]))
            for (number, limit) in TenantChange.limits.enumerated() { change.set(limit, to: number + 1) }
            #expect(change.members.count == TenantChange.Member.allCases.count, "every member is tried here")
            try await registry.change("north", by: change)
            let found = try #require(try await registry.tenant(slug: "north"))
            #expect(!found.isActive)
            #expect(
                [found.tenant.name, found.tenant.locale, found.tenant.timeZone] == ["South", "cs-CZ", "Europe/Prague"])
            #expect(found.tenant.integerSeconds)
            #expect(
                found.tenant.multicast == MulticastScope(group: "239.1.1.1", port: 5000, interface: "10.0.0.1", ttl: 3))
            #expect(
                found.tenant.limits
                    == TenantLimits(
                        requestsPerSecond: 1, requestBurst: 2, connections: 3, streams: 4, storedBytes: 5, accounts: 6))
            let origins = "select allowed_origins from control.tenant where slug = 'north';"
            #expect(try await database.sql(origins) == "{https://a.example,https://b.example}")
            var none = TenantChange("tenant.limit")
            for limit in TenantChange.limits { none.set(limit, to: Int?.none) }
            try await registry.change("north", by: none)
            #expect(try await registry.tenant(slug: "north")?.tenant.limits == TenantLimits())
            #expect(try await registry.tenant(slug: "north")?.tenant.name == "South")
        }
    }

    @Test(arguments: [
        (TenantChange.Member.timeZone, "Mars/Olympus", TenantRegistryError.badTimeZone("Mars/Olympus")),
        (.locale, "c", .badLocale("c")), (.name, "", .badName("")), (.accounts, "0", .badLimit("accounts", value: "0")),
        (.storedBytes, "-1", .badLimit("storedBytes", value: "-1")),
    ])
    func anInvalidChangeOfATenantIsRefusedWithTheReason(
        member: TenantChange.Member, value: String, error: TenantRegistryError
    ) async throws {
        try await withDatabase { database in
            let registry = TenantRegistry(owner: database.owner)
            try await registry.add(NewTenant(slug: "north", name: "North"))
            var change = TenantChange()
            change.set(member, to: value)
            await #expect(throws: error) { try await registry.change("north", by: change) }
            #expect(error.description.hasSuffix("found \"\(value)\"."))
        }
    }

    @Test func aHostCanBeRemovedAndADisabledTenantCanBeEnabled() async throws {
        try await withDatabase { database in
            let registry = TenantRegistry(owner: database.owner)
            var tenant = NewTenant(slug: "north", name: "North")
            tenant.hosts = ["north.example", "old.example"]
            try await registry.add(tenant)
            try await registry.removeHost("OLD.example", from: "north")
            #expect(try await registry.tenant(slug: "north")?.hosts == ["north.example"])
            await #expect(throws: TenantRegistryError.unknownHost("old.example")) {
                try await registry.removeHost("old.example", from: "north")
            }
            await #expect(throws: TenantRegistryError.unknownTenant("south")) {
                try await registry.removeHost("old.example", from: "south")
            }
            try await registry.disable("north")
            try await registry.enable("north")
            #expect(try await registry.tenant(slug: "north")?.isActive == true)
            let record = try await database.sql(
                "select actor || ' ' || action from app.audit_event order by event_id;")
            #expect(
                record.split(separator: "\n") == [
                    "command line tenant.add", "command line tenant.host.remove", "command line tenant.disable",
                    "command line tenant.enable",
                ])
        }
    }
}
