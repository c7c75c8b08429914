import Tenancy
import TestSupport
import Testing
import Web

@testable import ConcertNotes

/// The live concert after the database has lost acknowledged moves: a fail-over without synchronous replication, or a restored backup.
@Suite struct LostMovesTests {
    private func hub(_ database: TestDatabase) -> LiveHub {
        LiveHub(store: LiveStore(database: database.tenants), logger: LiveFixture.silence)
    }

    /// Puts the row back to an earlier revision of the log, as a standby that lacks the later moves has it.
    private func lose(after revision: Int64, in database: TestDatabase) async throws {
        try await database.sql(
            """
            update app.live l
               set revision = h.revision, measure = h.measure, state = h.state, source = h.source, at = h.at,
                   piece_id = (select piece_id from app.piece p where p.concert_id = h.concert_id and p.name = h.piece)
              from app.live_change h
             where h.revision = \(revision);
            delete from app.live_change where revision > \(revision);
            """)
    }

    @Test func afterLostMovesEveryListenerGetsThePositionOfTheDatabaseAtAHigherRevision() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let (hub, store) = (hub(database), LiveStore(database: database.tenants))
            for _ in 2...4 { _ = try await store.step(LiveStep(by: 1), in: tenant.id) }
            let topic = try await hub.topic(of: tenant.id)
            #expect(topic.feed.position?.measure == 4)
            try await lose(after: 3, in: database)
            await hub.caughtUp(in: tenant.id)
            let position = try #require(topic.feed.position)
            #expect(position.revision == 6, "above the lost revision 4, with a gap")
            #expect(position.measure == 3)
            #expect(try await store.position(in: tenant.id) == position)
            // A listener with the lost revision, and one with an earlier one, get this position only.
            for id in ["4.0", "3.0", "2.0"] {
                #expect(topic.feed.backlog(after: id, now: .now).map(\.id) == ["6.0"])
            }
            // The next move goes on from there.
            #expect(try await store.step(LiveStep(by: 1), in: tenant.id).revision == 7)
            await hub.caughtUp(in: tenant.id)
            #expect(topic.feed.backlog(after: "6.0", now: .now).map(\.id) == ["7.0"])
        }
    }

    @Test func aRevisionReusedByAnotherMoveAfterALossIsRaised() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let hub = hub(database)
            let topic = try await hub.topic(of: tenant.id)
            _ = try await LiveStore(database: database.tenants).step(LiveStep(by: 3), in: tenant.id)
            await hub.caughtUp(in: tenant.id)
            #expect(topic.feed.position?.measure == 4)
            try await lose(after: 1, in: database)
            // A server that has not read the lost move makes the next one.
            let other = try await LiveStore(database: database.tenants).step(LiveStep(by: 1), in: tenant.id)
            #expect(other.revision == 2)
            await hub.caughtUp(in: tenant.id)
            #expect(topic.feed.position?.measure == 2)
            #expect(topic.feed.revision == 4)
        }
    }

    @Test func onlyOneOfTwoServersRaisesTheRevisionAfterALoss() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            _ = try await LiveStore(database: database.tenants).step(LiveStep(by: 1), in: tenant.id)
            let hubs = [hub(database), hub(database)]
            for hub in hubs { _ = try await hub.topic(of: tenant.id) }
            try await lose(after: 1, in: database)
            await withTaskGroup(of: Void.self) { group in
                for hub in hubs { group.addTask { await hub.caughtUp(in: tenant.id) } }
            }
            for hub in hubs { #expect(try await hub.topic(of: tenant.id).feed.revision == 4) }
            #expect(try await database.sql("select count(*) from app.live_change") == "2")
        }
    }

    @Test func afterALossAStepAppliesToThePositionInTheDatabase() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let (store, other) = (LiveStore(database: database.tenants), LiveStore(database: database.tenants))
            // The store keeps this row in memory, at measure 4.
            _ = try await store.step(LiveStep(by: 3), in: tenant.id)
            try await lose(after: 1, in: database)
            try await database.sql("update app.live set arbiter_version = 0")
            _ = try await other.step(LiveStep(by: 1), in: tenant.id)
            // The database has measure 2 at the same revision, so the next measure is 3 and not 5.
            #expect(try await store.step(LiveStep(by: 1), in: tenant.id).measure == 3)
        }
    }

    @Test func theRevisionIsRaisedWhenTheStartOfTheConcertIsLost() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let hub = hub(database)
            let topic = try await hub.topic(of: tenant.id)
            _ = try await LiveStore(database: database.tenants).step(LiveStep(by: 1), in: tenant.id)
            await hub.caughtUp(in: tenant.id)
            try await database.sql(
                "update app.live set revision = 1, concert_id = null, piece_id = null, measure = null, state = 'ended'")
            await hub.caughtUp(in: tenant.id)
            #expect(topic.feed.position == nil)
            #expect(topic.feed.backlog(after: "2.0", now: .now).map(\.id) == ["4.0"])
        }
    }

    @Test func anImportThatKeepsThePositionIsNotTakenForALoss() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let hub = hub(database)
            let topic = try await hub.topic(of: tenant.id)
            try await database.sql(
                """
                update app.measure set printed = 'A' where measure = 1;
                update app.concert set revision = revision + 1;
                """)
            await hub.caughtUp(in: tenant.id)
            #expect(topic.feed.position?.printedMeasure == "A")
            #expect(topic.feed.revision == 1)
        }
    }
}
