import Tenancy
import TestSupport
import Testing
import Web

@testable import ConcertNotes

@Suite struct LiveStoreOnAirTests {
    /// Spec Decided 4.
    @Test func anActivatedConcertIsOnTheAirAtItsFirstMeasure() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            let concert = try await LiveFixture.concert(in: database, for: tenant)
            let store = LiveStore(database: database.tenants)
            let position = try await store.activate(concert, in: tenant, defaultScope: LiveFixture.scope)
            #expect(position.piece == LiveFixture.round)
            #expect(position.measure == 1)
            #expect(position.state == .ready)
            #expect(position.revision == 1)
            let scope = try await database.sql("select host(multicast_group), multicast_port from control.on_air")
            #expect(scope == "239.255.255.251|12345")
        }
    }

    @Test func activatingTheConcertThatIsOnTheAirKeepsItsPosition() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let store = LiveStore(database: database.tenants)
            let concert = try #require(try await store.situation(in: tenant.id)).program.concert
            let before = try await store.step(LiveStep(by: 1), in: tenant.id)
            #expect(try await store.activate(concert, in: tenant, defaultScope: LiveFixture.scope) == before)
        }
    }

    @Test func aRepeatedActivationDoesNotReplaceTheNextConcert() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let other = try await LiveFixture.concert(in: database, for: tenant, slug: "matinee")
            let store = LiveStore(database: database.tenants)
            let concert = try #require(try await store.situation(in: tenant.id)).program.concert
            let before = try await store.step(LiveStep(by: 1), in: tenant.id)
            let request = LiveAttribution(
                idempotencyKey: "on-1", fingerprint: ContentDigest.fingerprint(of: ["activate"]))
            func activate(recorded action: String? = nil) async throws -> LivePosition {
                try await store.activate(
                    concert, in: tenant, defaultScope: LiveFixture.scope, by: request,
                    recorded: action.map { AuditEvent($0, by: .command) })
            }
            // The concert is on the air already: it keeps its position, and nothing is recorded but the key.
            let first = try await activate(recorded: "live.activate")
            #expect(first.piece == before.piece && first.measure == before.measure && first.state == before.state)
            #expect(
                try await database.sql("select count(*) from app.audit_event where action = 'live.activate'") == "0")
            let next = try await store.activate(other, in: tenant, defaultScope: LiveFixture.scope)
            #expect(try await activate() == first)
            #expect(try await store.position(in: tenant.id) == next)
            var step = request
            step.fingerprint = ContentDigest.fingerprint(of: ["step", "1"])
            await #expect(throws: APIError.keyReused) {
                _ = try await store.step(LiveStep(by: 1), in: tenant.id, by: step)
            }
        }
    }

    @Test func activatingAnotherConcertReplacesTheConcertOnTheAir() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let other = try await LiveFixture.concert(in: database, for: tenant, slug: "matinee")
            let store = LiveStore(database: database.tenants)
            let before = try await store.step(LiveStep(by: 1), in: tenant.id)
            let after = try await store.activate(other, in: tenant, defaultScope: LiveFixture.scope)
            #expect(after.measure == 1)
            #expect(after.state == .ready)
            #expect(after.revision == before.revision + 1)
        }
    }

    /// Spec I22.
    @Test func twoTenantsOnTheAirCannotUseTheSameMulticastScope() async throws {
        try await withDatabase { database in
            let one = try await LiveFixture.onAir(in: database)
            let two = try await database.tenant("other")
            let concert = try await LiveFixture.concert(in: database, for: two)
            let store = LiveStore(database: database.tenants)
            let error = await #expect(throws: APIError.self) {
                try await store.activate(concert, in: two, defaultScope: LiveFixture.scope)
            }
            #expect(error?.status == .conflict)
            #expect(error?.code == .scopeTaken)
            #expect(error?.detail.contains("239.255.255.251 port 12345") == true)
            #expect(try await store.position(in: two.id) == nil)

            try await store.takeOffAir(in: one.id)
            #expect(try await store.activate(concert, in: two, defaultScope: LiveFixture.scope).state == .ready)
        }
    }

    @Test func checkingAMulticastScopeDoesNotReserveTheScope() async throws {
        try await withDatabase { database in
            let (one, two) = (try await database.tenant("one"), try await database.tenant("two"))
            let store = LiveStore(database: database.tenants)
            for tenant in [one, two, one] {
                try await store.checkScope(of: tenant, defaultScope: LiveFixture.scope)
            }
            #expect(try await database.sql("select count(*) from control.on_air;") == "0")
            let concert = try await LiveFixture.concert(in: database, for: one)
            _ = try await store.activate(concert, in: one, defaultScope: LiveFixture.scope)
            try await store.checkScope(of: one, defaultScope: LiveFixture.scope)
            let error = await #expect(throws: APIError.self) {
                try await store.checkScope(of: two, defaultScope: LiveFixture.scope)
            }
            #expect(error?.code == .scopeTaken)
        }
    }

    /// Two tenants on separate networks both serve old phones (spec Decided 26).
    @Test func twoTenantsMayShareAMulticastGroupOnTwoInterfaces() async throws {
        try await withDatabase { database in
            _ = try await LiveFixture.onAir(in: database)
            let store = LiveStore(database: database.tenants)
            for (slug, interface, isTaken) in [("two", "10.0.2.1", false), ("three", "10.0.2.1", true)] {
                let tenant = try await database.tenant(slug, multicast: MulticastScope(interface: interface))
                let concert = try await LiveFixture.concert(in: database, for: tenant)
                do {
                    _ = try await store.activate(concert, in: tenant, defaultScope: LiveFixture.scope)
                    #expect(!isTaken)
                } catch let error as APIError {
                    #expect(isTaken && error.code == .scopeTaken)
                    #expect(error.detail.contains("10.0.2.1"))
                }
            }
        }
    }

    @Test func aConcertOffTheAirHasNoPosition() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let store = LiveStore(database: database.tenants)
            let concert = try #require(try await store.situation(in: tenant.id)).program.concert
            try await store.takeOffAir(in: tenant.id)
            #expect(try await store.position(in: tenant.id) == nil)
            #expect(try await database.sql("select count(*) from control.on_air") == "0")
            await #expect(throws: APIError.noLiveConcert) { try await store.takeOffAir(in: tenant.id) }
            let again = try await store.activate(concert, in: tenant, defaultScope: LiveFixture.scope)
            #expect(again.revision == 3)
        }
    }

    @Test func aRequestWithAnotherRevisionDoesNotTakeTheConcertOffTheAir() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let store = LiveStore(database: database.tenants)
            await #expect(throws: APIError.positionMoved) {
                try await store.takeOffAir(in: tenant.id, by: LiveAttribution(expectedRevision: 99))
            }
            #expect(try await store.position(in: tenant.id) != nil)
            #expect(try await database.sql("select count(*) from control.on_air") == "1")
        }
    }

    @Test func aRepeatedEndDoesNotTakeTheNextConcertOffTheAir() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let store = LiveStore(database: database.tenants)
            let concert = try #require(try await store.situation(in: tenant.id)).program.concert
            let end = LiveAttribution(idempotencyKey: "end-1", fingerprint: ContentDigest.fingerprint(of: ["end"]))
            try await store.takeOffAir(in: tenant.id, by: end)
            try await store.takeOffAir(in: tenant.id, by: end)
            let next = try await store.activate(concert, in: tenant, defaultScope: LiveFixture.scope)
            try await store.takeOffAir(in: tenant.id, by: end)
            #expect(try await store.position(in: tenant.id) == next)
            #expect(try await database.sql("select count(*) from control.on_air") == "1")

            // The key of an end belongs to no other request.
            var other = end
            other.fingerprint = ContentDigest.fingerprint(of: ["step", "1"])
            await #expect(throws: APIError.keyReused) {
                _ = try await store.step(LiveStep(by: 1), in: tenant.id, by: other)
            }
            await #expect(throws: APIError.keyReused) { try await store.takeOffAir(in: tenant.id, by: other) }
            let step = LiveAttribution(idempotencyKey: "step-1")
            _ = try await store.step(LiveStep(by: 1), in: tenant.id, by: step)
            await #expect(throws: APIError.keyReused) { try await store.takeOffAir(in: tenant.id, by: step) }
            #expect(try await store.position(in: tenant.id)?.measure == 2)
        }
    }

    @Test func aConcertOfAnotherTenantCannotBeActivated() async throws {
        try await withDatabase { database in
            let one = try await database.tenant("one")
            let concert = try await LiveFixture.concert(in: database, for: one)
            let other = try await database.tenant("other")
            let store = LiveStore(database: database.tenants)
            await #expect(throws: APIError.noSuchConcert) {
                try await store.activate(concert, in: other, defaultScope: LiveFixture.scope)
            }
            #expect(try await database.sql("select count(*) from control.on_air") == "0")
        }
    }
}
