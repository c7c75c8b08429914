import Postgres
import Tenancy
import TestSupport
import Testing
import Web

@testable import ConcertNotes

@Suite struct LiveStoreTests {
    @Test func aTenantWithoutALiveConcertHasNoPosition() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            let store = LiveStore(database: database.tenants)
            #expect(try await store.position(in: tenant.id) == nil)
            await #expect(throws: APIError.noLiveConcert) { try await store.step(LiveStep(by: 1), in: tenant.id) }
            await #expect(throws: APIError.noLiveConcert) { try await store.set(LiveTarget(measure: 1), in: tenant.id) }
        }
    }

    @Test func aStepReturnsTheNewPositionWithItsPrintedMeasure() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let store = LiveStore(database: database.tenants)
            let before = try #require(try await store.position(in: tenant.id))
            let after = try await store.step(LiveStep(by: 3), in: tenant.id)
            #expect(after.piece == LiveFixture.round)
            #expect(after.measure == 4)
            #expect(after.printedMeasure == "2")
            #expect(after.pass == 2)
            #expect(after.state == .running)
            #expect(after.revision == before.revision + 1)
            #expect(try await store.position(in: tenant.id) == after)
        }
    }

    @Test func theSnapshotKeptAfterAMoveEqualsALaterReading() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let store = LiveStore(database: database.tenants)
            _ = try await store.set(LiveTarget(piece: LiveFixture.coda, measure: 2), in: tenant.id)
            var moved = try #require(store.snapshots.snapshot(in: tenant.id))
            let read = try #require(try await store.snapshot(in: tenant.id))
            moved.readAt = read.readAt
            #expect(moved == read)
            #expect(read.onAir?.pieceOrder == 2)
        }
    }

    @Test func settingTheCurrentPositionAgainDoesNotRaiseTheRevision() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let store = LiveStore(database: database.tenants)
            let target = LiveTarget(piece: "composer work coda", measure: 2)
            let first = try await store.set(target, in: tenant.id)
            #expect(first.piece == LiveFixture.coda)
            #expect(try await store.set(target, in: tenant.id) == first)
        }
    }

    @Test func aStepBeyondTheProgrammeKeepsThePosition() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let store = LiveStore(database: database.tenants)
            let before = try await store.position(in: tenant.id)
            await #expect(throws: APIError.self) { try await store.step(LiveStep(by: -1), in: tenant.id) }
            await #expect(throws: APIError.self) { try await store.step(LiveStep(by: 8), in: tenant.id) }
            #expect(try await store.position(in: tenant.id) == before)
        }
    }

    @Test func fiftySimultaneousStepsAreAllCounted() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let store = LiveStore(database: database.tenants)
            try await database.sql("update app.piece set measure_count = 1000; update app.concert set revision = 2")
            let start = try await store.set(LiveTarget(measure: 500), in: tenant.id)
            let positions = try await withThrowingTaskGroup(of: LivePosition.self) { group in
                for index in 0..<50 {
                    group.addTask {
                        try await store.step(LiveStep(by: index.isMultiple(of: 2) ? 1 : -1), in: tenant.id)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(positions.map(\.revision)) == Set((start.revision + 1)...(start.revision + 50)))
            let end = try #require(try await store.position(in: tenant.id))
            #expect(end.measure == 500)
            #expect(end.revision == start.revision + 50)
            let changes = try await database.sql("select count(*) from app.live_change")
            #expect(changes == "52")
        }
    }

    /// Spec O3.1.
    @Test func aRepeatedStepWithAnIdempotencyKeyReturnsTheFirstPosition() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let store = LiveStore(database: database.tenants)
            let once = LiveAttribution(idempotencyKey: "press-1")
            let first = try await store.step(LiveStep(by: 1), in: tenant.id, by: once)
            let later = try await store.step(LiveStep(by: 1), in: tenant.id)
            #expect(try await store.step(LiveStep(by: 1), in: tenant.id, by: once) == first)
            #expect(try await store.position(in: tenant.id) == later)
        }
    }

    @Test func aRepeatedJumpWithAnIdempotencyKeyDoesNotUndoLaterSteps() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let store = LiveStore(database: database.tenants)
            let (target, once) = (LiveTarget(measure: 3), LiveAttribution(idempotencyKey: "set-3"))
            _ = try await store.set(target, in: tenant.id)
            // This request changes nothing, but its key is stored.
            let first = try await store.set(target, in: tenant.id, by: once)
            let later = try await store.step(LiveStep(by: 1), in: tenant.id)
            #expect(try await store.set(target, in: tenant.id, by: once) == first)
            #expect(try await store.position(in: tenant.id) == later)
        }
    }

    @Test func anIdempotencyKeySentManyTimesSimultaneouslyCausesOneStep() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let store = LiveStore(database: database.tenants)
            let positions = try await withThrowingTaskGroup(of: LivePosition.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        try await store.step(
                            LiveStep(by: 1), in: tenant.id, by: LiveAttribution(idempotencyKey: "the same"))
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(positions).count == 1)
            #expect(try await store.position(in: tenant.id)?.measure == 2)
        }
    }

    @Test func aStepFromAnOutdatedRevisionIsRefused() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let store = LiveStore(database: database.tenants)
            let shown = try #require(try await store.position(in: tenant.id))
            let press = LiveAttribution(expectedRevision: shown.revision)
            _ = try await store.step(LiveStep(by: 1), in: tenant.id, by: press)
            await #expect(throws: APIError.positionMoved) {
                try await store.step(LiveStep(by: 1), in: tenant.id, by: press)
            }
            #expect(try await store.position(in: tenant.id)?.measure == 2)
        }
    }

    @Test func theOperatorButNoScoreFollowerCanMoveAHeldConcert() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let store = LiveStore(database: database.tenants)
            _ = try await store.set(LiveTarget(state: .held), in: tenant.id)
            await #expect(throws: APIError.held) {
                try await store.step(LiveStep(by: 1), in: tenant.id, by: LiveAttribution(source: .follower))
            }
            #expect(try await store.step(LiveStep(by: 1), in: tenant.id).state == .held)
            #expect(try await store.set(LiveTarget(state: .running), in: tenant.id).state == .running)
            let moved = try await store.step(LiveStep(by: 1), in: tenant.id, by: LiveAttribution(source: .auto))
            #expect(moved.source == .auto)
        }
    }

    /// Spec T19.
    @Test func aStepIsRecordedWithItsAuthorAndIdempotencyKey() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let store = LiveStore(database: database.tenants)
            _ = try await store.step(
                LiveStep(by: 1), in: tenant.id, by: LiveAttribution(userID: 7, idempotencyKey: "press-1"))
            let line = try await database.sql(
                """
                select piece, measure, state, source, user_id, idempotency_key
                  from app.live_change order by revision desc limit 1
                """)
            #expect(line == "\(LiveFixture.round)|2|running|operator|7|press-1")
        }
    }

    /// Spec O3.7.
    @Test func aMoveSendsANotificationWithItsPosition() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let listener = NotificationListener(
                conninfo: database.runtimeConninfo, channels: ["tutti"], logger: LiveFixture.silence)
            defer { listener.close() }
            var events = listener.events().makeAsyncIterator()
            #expect(await events.next() == .connected)
            let store = LiveStore(database: database.tenants)
            let revision = try await store.step(LiveStep(by: 1), in: tenant.id).revision
            _ = try await store.set(LiveTarget(state: .blackout), in: tenant.id)
            try await store.takeOffAir(in: tenant.id)
            for payload in [
                "\(tenant.id),live,\(revision),2,shown,\(LiveFixture.round)",
                "\(tenant.id),live,\(revision + 1),2,hidden,\(LiveFixture.round)",
                "\(tenant.id),live,\(revision + 2)",
            ] {
                #expect(await events.next() == .notification(channel: "tutti", payload: payload))
            }
        }
    }

    /// PostgreSQL refuses longer payloads, and with them the move.
    @Test func thePositionInAPieceWithAVeryLongNameCanBeMoved() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            try await database.sql(
                "update app.piece set name = rpad('Composer, Work: ', 9000, 'x') where name like '%Round'")
            let position = try await LiveStore(database: database.tenants).step(LiveStep(by: 1), in: tenant.id)
            #expect(position.measure == 2)
        }
    }

    /// The second store knows nothing of the moves of the first, and each compares before it writes.
    @Test func aStepFromAnOutdatedReadingAppliesToTheCurrentPosition() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let (one, other) = (LiveStore(database: database.tenants), LiveStore(database: database.tenants))
            _ = try await one.step(LiveStep(by: 1), in: tenant.id)
            _ = try await other.step(LiveStep(by: 1), in: tenant.id)
            #expect(try await one.step(LiveStep(by: 1), in: tenant.id).measure == 4)
            #expect(try await other.step(LiveStep(by: -1), in: tenant.id).measure == 3)
        }
    }

    @Test func theExpectedRevisionIsComparedWithTheRevisionInTheDatabase() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let (one, other) = (LiveStore(database: database.tenants), LiveStore(database: database.tenants))
            let first = try await one.step(LiveStep(by: 1), in: tenant.id).revision
            let second = try await other.set(LiveTarget(state: .ended), in: tenant.id).revision
            let third = try await other.set(LiveTarget(state: .running), in: tenant.id).revision
            #expect(second == first + 1)
            // In the reading of the first store, this revision does not exist yet.
            let moved = try await one.step(
                LiveStep(by: 1), in: tenant.id, by: LiveAttribution(expectedRevision: third))
            #expect(moved.measure == 3)
            // In the reading of the second store, this revision is still the newest.
            await #expect(throws: APIError.positionMoved) {
                try await other.step(LiveStep(by: 1), in: tenant.id, by: LiveAttribution(expectedRevision: third))
            }
        }
    }

    @Test func anIdempotencyKeyReturnsTheResultOfItsStepAndIsRefusedForAnotherStep() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let store = LiveStore(database: database.tenants)
            let digests = (1...2).map { [UInt8](repeating: $0, count: 32) }
            let press = LiveAttribution(idempotencyKey: "press", fingerprint: digests[0])
            let first = try await store.step(LiveStep(by: 1), in: tenant.id, by: press)
            #expect(try await store.step(LiveStep(by: 1), in: tenant.id, by: press) == first)
            await #expect(throws: APIError.keyReused) {
                try await store.step(
                    LiveStep(by: 2), in: tenant.id,
                    by: LiveAttribution(idempotencyKey: "press", fingerprint: digests[1]))
            }
            #expect(try await store.position(in: tenant.id) == first)
        }
    }

    @Test func aStepMovesOnlyTheConcertOfItsOwnTenant() async throws {
        try await withDatabase { database in
            let (one, other) = (
                try await LiveFixture.onAir(in: database, slug: "one", port: 1001),
                try await LiveFixture.onAir(in: database, slug: "other", port: 1002)
            )
            let store = LiveStore(database: database.tenants)
            let before = try await store.position(in: other.id)
            let key = LiveAttribution(idempotencyKey: "shared")
            _ = try await store.step(LiveStep(by: 1), in: one.id, by: key)
            #expect(try await store.position(in: other.id) == before)
            #expect(try await store.step(LiveStep(by: 2), in: other.id, by: key).measure == 3)
        }
    }

    @Test func aStepUsesTheNewestContentOfTheConcert() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let store = LiveStore(database: database.tenants)
            _ = try await store.step(LiveStep(by: 1), in: tenant.id)
            try await database.sql(
                """
                update app.piece set measure_count = 2, end_measure = 2 where name like '%Round';
                update app.concert set revision = revision + 1;
                """)
            #expect(try await store.step(LiveStep(by: 1), in: tenant.id).piece == LiveFixture.coda)
        }
    }
}
