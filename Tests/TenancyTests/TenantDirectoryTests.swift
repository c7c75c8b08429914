import Logging
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import Tenancy

struct TenantDirectoryTests {
    /// A manual clock.
    private final class Clock: Sendable {
        private let instant = Mutex(ContinuousClock.now)

        var now: ContinuousClock.Instant { instant.withLock { $0 } }

        func advance(_ duration: Duration) { instant.withLock { $0 += duration } }
    }

    private let clock = Clock()

    private let quiet = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })

    private func directory(_ database: TestDatabase, fallback: String? = nil) -> TenantDirectory {
        directory(database.runtime, fallback: fallback)
    }

    private func directory(_ client: Database, fallback: String? = nil) -> TenantDirectory {
        TenantDirectory(client, fallback: fallback, cache: HostCache(), logger: quiet) { [clock] in clock.now }
    }

    private func cached(_ directory: TenantDirectory, _ authority: String) -> CachedTenant {
        var authority = authority
        return authority.withUTF8 { directory.cached(authority: $0) }
    }

    @Test(arguments: ["north.example", "NORTH.example.:8080"])
    func aHostResolvesToItsTenant(authority: String) async throws {
        try await withDatabase { database in
            let north = try await database.tenant(
                "north", name: "North Phil", host: "north.example",
                multicast: MulticastScope(group: "239.1.2.3", port: 5000, interface: "10.0.0.1", ttl: 2))
            let found = try await directory(database).tenant(authority: authority)
            #expect(found == north)
        }
    }

    /// Spec O2.7.
    @Test(arguments: [nil, "evil.example", "192.168.1.20:8080", ""])
    func anUnknownHostResolvesToTheFallbackTenant(authority: String?) async throws {
        try await withDatabase { database in
            let north = try await database.tenant("north", host: "north.example")
            #expect(try await directory(database).tenant(authority: authority) == nil)
            #expect(try await directory(database, fallback: "north").tenant(authority: authority) == north)
            #expect(try await directory(database, fallback: "none").tenant(authority: authority) == nil)
        }
    }

    @Test func anInvalidHostDoesNotGetTheFallbackTenant() async throws {
        try await withDatabase { database in
            try await database.tenant("north")
            let directory = directory(database, fallback: "north")
            #expect(try await directory.tenant(authority: "user@north.example") == nil)
            #expect(cached(directory, "user@north.example") == .miss)
        }
    }

    @Test func theHostCacheDistinguishesHitMissAndUnknownHosts() async throws {
        try await withDatabase { database in
            let north = try await database.tenant("north", host: "north.example")
            let directory = directory(database)
            #expect(cached(directory, "north.example") == .unknown)
            _ = try await directory.tenant(authority: "north.example")
            _ = try await directory.tenant(authority: "evil.example")
            #expect(cached(directory, "North.example:80") == .hit(north))
            #expect(cached(directory, "evil.example") == .miss)
            clock.advance(.seconds(5))
            #expect(cached(directory, "north.example") == .unknown)
        }
    }

    @Test func aChangeOfATenantTakesEffectAfterAnInvalidationOrFiveSeconds() async throws {
        try await withDatabase { database in
            let north = try await database.tenant("north", host: "north.example")
            let directory = directory(database)
            #expect(try await directory.tenant(authority: "north.example") == north)
            try await database.sql("update control.tenant set active = false;")
            #expect(try await directory.tenant(authority: "north.example") == north)
            let version = directory.version
            directory.invalidate()
            #expect(directory.version > version)
            #expect(try await directory.tenant(authority: "north.example") == nil)
            try await database.sql("update control.tenant set active = true;")
            clock.advance(.seconds(5))
            #expect(try await directory.tenant(authority: "north.example") == north)
        }
    }

    @Test func theLastKnownTenantOfAHostIsUsedWhileTheDatabaseIsUnavailable() async throws {
        try await withDatabase { database in
            let north = try await database.tenant("north", host: "north.example")
            let client = Database(Database.Configuration(conninfo: database.runtimeConninfo), logger: quiet)
            let directory = directory(client)
            #expect(
                await eventually(within: .seconds(120)) {
                    (try? await directory.tenant(authority: "north.example")) != nil
                })
            await client.close()
            clock.advance(.seconds(60))
            #expect(try await directory.tenant(authority: "north.example") == north)
            // The result is cached like a new result, so that no other request waits for the same failure.
            let kept = Array("north.example".utf8).withUnsafeBufferPointer { directory.cached(authority: $0) }
            #expect(kept == .hit(north))
            await #expect(throws: PostgresError.self) {
                _ = try await directory.tenant(authority: "other.example")
            }
        }
    }

    @Test func anUnknownHostHasNoOwnerDespiteAFallbackTenant() async throws {
        try await withDatabase { database in
            let north = try await database.tenant("north", host: "north.example")
            let directory = directory(database, fallback: "north")
            // The first pass reads the database, and the second pass reads memory.
            for _ in 0..<2 {
                #expect(try await directory.owner(ofHost: "North.example:8080") == north)
                #expect(try await directory.owner(ofHost: "evil.example") == nil)
            }
            #expect(try await directory.tenant(authority: "evil.example") == north)
            #expect(try await directory.owner(ofHost: "192.0.2.1") == nil)
            #expect(try await directory.owner(ofHost: nil) == nil)
            #expect(try await directory.owner(ofHost: "user@north.example") == nil)
            try await database.sql("delete from control.tenant_host;")
            #expect(try await directory.owner(ofHost: "north.example") == north)
            directory.invalidate()
            #expect(try await directory.owner(ofHost: "north.example") == nil)
        }
    }

    @Test func simultaneousRequestsForOneHostGetTheSameTenant() async throws {
        try await withDatabase { database in
            let north = try await database.tenant("north", host: "north.example")
            let directory = directory(database)
            let found = try await withThrowingTaskGroup(of: Tenant?.self) { group in
                for _ in 0..<100 { group.addTask { try await directory.tenant(authority: "north.example") } }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(found == [north])
        }
    }

    @Test func activeTenantsAreListedWithTheirOnAirScope() async throws {
        try await withDatabase { database in
            let north = try await database.tenant("north")
            let city = try await database.tenant("city")
            try await database.tenant("closed")
            try await database.sql("update control.tenant set active = false where slug = 'closed';")
            _ = try await database.tenants.rows(
                in: city.id, "select control.go_on_air('239.255.255.251', 12345)")
            let tenants = try await directory(database).activeTenants()
            #expect(
                tenants == [
                    ActiveTenant(tenant: north, onAir: nil),
                    ActiveTenant(tenant: city, onAir: OnAirScope(group: "239.255.255.251", port: 12345)),
                ])
        }
    }
}
