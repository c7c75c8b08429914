import HTTP
import Tenancy
import TestSupport
import Testing
import Web

@testable import ConcertNotes

/// The sources of the position with the database: decisions are stored, and two servers agree.
@Suite struct LiveSourcesTests {
    private let anna = LiveAttribution(userID: 7, login: "anna")

    /// A concert whose first piece has 60 measures of one second, running at measure 1.
    private func onAir(_ database: TestDatabase) async throws -> Tenant {
        let tenant = try await LiveFixture.onAir(in: database)
        try await SourcesFixture.lengthen(in: database)
        _ = try await LiveStore(database: database.tenants).set(LiveTarget(state: .running), in: tenant.id)
        return tenant
    }

    @Test func storingADecisionDeletesDecisionsOlderThanADay() async throws {
        try await withDatabase { database in
            let tenant = try await onAir(database)
            let store = LiveStore(database: database.tenants)
            for key in ["one", "two"] {
                let attribution = LiveAttribution(userID: 7, login: "anna", idempotencyKey: key)
                _ = try await store.takeOver(in: tenant.id, by: attribution)
            }
            try await database.sql(
                """
                update app.live_decision set at = at - interval '25 hours' where idempotency_key = 'one';
                update app.live_decision set at = at - interval '23 hours' where idempotency_key = 'two';
                """)
            // A reading of the follower stores the arbiter and is no decision.
            _ = try await store.read(FollowerReading(measure: 3, confidence: 0.9), in: tenant.id)
            #expect(try await database.sql("select count(*) from app.live_decision") == "2")
            let attribution = LiveAttribution(userID: 7, login: "anna", idempotencyKey: "three")
            _ = try await store.takeOver(in: tenant.id, by: attribution)
            let keys = "select string_agg(idempotency_key, ' ' order by idempotency_key) from app.live_decision"
            #expect(try await database.sql(keys) == "three two")
        }
    }

    @Test func aReadingDoesNotMoveThePositionBeforeTheFollowerLeads() async throws {
        try await withDatabase { database in
            let tenant = try await onAir(database)
            let store = LiveStore(database: database.tenants)
            let sources = try await store.read(FollowerReading(measure: 3, confidence: 0.9), in: tenant.id)
            #expect(sources.leader == .person)
            #expect(sources.follower.state == .listening)
            #expect(sources.follower.measure == 3)
            #expect(try await store.position(in: tenant.id)?.measure == 1)
        }
    }

    /// Spec N34.
    @Test func readingsReceivedByTwoServersLetTheScoreFollowerLead() async throws {
        try await withDatabase { database in
            let tenant = try await onAir(database)
            let (one, two) = (LiveStore(database: database.tenants), LiveStore(database: database.tenants))
            _ = try await one.allowFollower(in: tenant.id, by: anna)
            // The run of readings began three seconds ago, as another server stored it.
            let now = try await database.now()
            try await database.sql(
                """
                update app.live
                   set arbiter = jsonb_set(arbiter, '{follower}', '{"ordinal":2,"confidence":0.9,"readAt":\(now),"sureSince":\(now - 3000),
                                                                    "isLost":false,"losses":0}')
                """)
            let sources = try await two.read(FollowerReading(measure: 3.5, confidence: 0.9), in: tenant.id)
            #expect(sources.leader == .follower)
            let position = try #require(try await one.position(in: tenant.id))
            #expect(position.measure == 3)
            #expect(position.source == .follower)
            #expect(try await one.sources(in: tenant.id)?.follower.state == .leading)
        }
    }

    @Test func aStepByAPersonTakesTheLeadFromTheAutomaticAdvance() async throws {
        try await withDatabase { database in
            let tenant = try await onAir(database)
            let store = LiveStore(database: database.tenants)
            #expect(try await store.startAdvance(.fixed(1), in: tenant.id, by: anna).leader == .auto)
            _ = try await store.step(LiveStep(by: 1), in: tenant.id, by: anna)
            let sources = try #require(try await store.sources(in: tenant.id))
            #expect(sources.leader == .person)
            #expect(sources.holder == "anna")
            #expect(sources.autoAdvance.state == .paused)
        }
    }

    @Test func theAutomaticAdvanceFollowsTheMeasureTimesOfTheRecording() async throws {
        try await withDatabase { database in
            let tenant = try await onAir(database)
            let store = LiveStore(database: database.tenants)
            _ = try await store.startAdvance(.fixed(1), in: tenant.id, by: anna)
            let wait = try #require(try await store.advance(in: tenant.id))
            #expect((1...1000).contains(wait))
            try await SourcesFixture.pass(milliseconds: 2000, in: database)
            _ = try await store.advance(in: tenant.id)
            let position = try #require(try await store.position(in: tenant.id))
            #expect(position.measure >= 3)
            #expect(position.source == .auto)
            #expect(try await database.sql("select delay_ms >= 0 from app.live_change where source = 'auto'") == "t")
        }
    }

    @Test func aHeldConcertDoesNotAdvanceAutomatically() async throws {
        try await withDatabase { database in
            let tenant = try await onAir(database)
            let store = LiveStore(database: database.tenants)
            _ = try await store.startAdvance(.fixed(1), in: tenant.id, by: anna)
            _ = try await store.set(LiveTarget(state: .held), in: tenant.id, by: anna)
            try await SourcesFixture.pass(milliseconds: 5000, in: database)
            #expect(try await store.advance(in: tenant.id) == nil)
            #expect(try await store.position(in: tenant.id)?.measure == 1)
            // After the hold, the measure on the air begins again.
            _ = try await store.set(LiveTarget(state: .running), in: tenant.id, by: anna)
            #expect(try await store.sources(in: tenant.id)?.leader == .auto)
        }
    }

    @Test func startingTheAutomaticAdvanceStartsAReadyConcert() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let store = LiveStore(database: database.tenants)
            _ = try await store.startAdvance(.kept, in: tenant.id, by: anna)
            #expect(try await store.position(in: tenant.id)?.state == .running)
            #expect(try await store.sources(in: tenant.id)?.autoAdvance.state == .running)
        }
    }

    @Test func aPieceWithoutMeasureTimesCannotAdvanceAutomatically() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            try await database.sql("delete from app.measure; update app.concert set revision = revision + 1")
            let store = LiveStore(database: database.tenants)
            await #expect(throws: APIError.noReferenceTimes) {
                try await store.startAdvance(.kept, in: tenant.id, by: anna)
            }
        }
    }

    @Test func onlyOneServerAtATimeMayAdvanceTheConcert() async throws {
        try await withDatabase { database in
            let tenant = try await onAir(database)
            let store = LiveStore(database: database.tenants)
            #expect(try await !store.takeAdvanceLease(for: "one", in: tenant.id))
            _ = try await store.startAdvance(.fixed(1), in: tenant.id, by: anna)
            #expect(try await store.takeAdvanceLease(for: "one", in: tenant.id))
            #expect(try await store.takeAdvanceLease(for: "one", in: tenant.id))
            #expect(try await !store.takeAdvanceLease(for: "two", in: tenant.id))
            try await database.sql("update app.live set advance_until = clock_timestamp() - interval '1 ms'")
            #expect(try await store.takeAdvanceLease(for: "two", in: tenant.id))
            try await store.releaseAdvanceLease(of: "two", in: tenant.id)
            #expect(try await store.takeAdvanceLease(for: "one", in: tenant.id))
        }
    }

    @Test func theAdvanceServiceMovesTheConcertUntilItIsStopped() async throws {
        try await withDatabase { database in
            let tenant = try await onAir(database)
            let store = LiveStore(database: database.tenants)
            let service = AdvanceService(store: store, tenants: { [tenant.id] }, logger: LiveFixture.silence)
            let task = Task { await service.run() }
            _ = try await store.startAdvance(.fixed(4), in: tenant.id, by: anna)
            #expect(await eventually { (try? await store.position(in: tenant.id)?.measure) ?? 0 > 3 })
            task.cancel()
            await task.value
            #expect(try await database.sql("select advance_until <= clock_timestamp() from app.live") == "t")
        }
    }

    @Test func aNewlyActivatedConcertBeginsWithAPersonInTheLead() async throws {
        try await withDatabase { database in
            let tenant = try await onAir(database)
            let store = LiveStore(database: database.tenants)
            _ = try await store.startAdvance(.fixed(1), in: tenant.id, by: anna)
            let other = try await LiveFixture.concert(in: database, for: tenant, slug: "second")
            _ = try await store.activate(other, in: tenant, defaultScope: LiveFixture.scope)
            let sources = try #require(try await store.sources(in: tenant.id))
            #expect(sources.leader == .person)
            #expect(sources.autoAdvance.state == .off)
        }
    }

    /// Two operators, a follower and the automatic advance write at the same time.
    @Test func noPressIsLostWhenSeveralSourcesWriteSimultaneously() async throws {
        try await withDatabase { database in
            let tenant = try await onAir(database)
            let store = LiveStore(database: database.tenants)
            _ = try await store.startAdvance(.fixed(4), in: tenant.id, by: anna)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for index in 0..<10 {
                    group.addTask { _ = try await store.step(LiveStep(by: 1), in: tenant.id, by: anna) }
                    group.addTask { _ = try await store.advance(in: tenant.id) }
                    group.addTask {
                        _ = try await store.read(
                            FollowerReading(measure: Double(index + 1), confidence: 0.9), in: tenant.id)
                    }
                    group.addTask {
                        _ = try await store.takeOver(in: tenant.id, by: LiveAttribution(userID: 8, login: "bob"))
                    }
                }
                try await group.waitForAll()
            }
            let presses = try await database.sql(
                "select count(*) from app.live_change where source = 'operator' and user_id = 7 and measure > 1")
            #expect(presses == "10")
            #expect(try await store.sources(in: tenant.id)?.leader == .person)
        }
    }
}

extension SourcesFixture {
    /// Gives the first piece of the fixture 60 measures of one second.
    static func lengthen(in database: TestDatabase) async throws {
        try await database.sql(
            """
            update app.piece set measure_count = 60, end_measure = 60, end_ms = 61000 where position = 1;
            insert into app.measure (tenant_id, piece_id, measure, start_ms, printed, pass)
            select tenant_id, piece_id, m, m * 1000, m::text, 1 from app.piece, generate_series(6, 60) m where position = 1;
            update app.concert set revision = revision + 1;
            """)
    }

    /// Moves everything that is stored about the advance into the past, as if this time had passed.
    static func pass(milliseconds: Int, in database: TestDatabase) async throws {
        try await database.sql(
            """
            update app.live
               set at = at - \(milliseconds) * interval '1 millisecond',
                   arbiter = case when arbiter #> '{advance,start,at}' is null then arbiter
                                  else jsonb_set(arbiter, '{advance,start,at}',
                                                 to_jsonb((arbiter #>> '{advance,start,at}')::bigint - \(milliseconds))) end
            """)
    }
}

extension TestDatabase {
    /// Returns the time of the database, in milliseconds since 1970.
    fileprivate func now() async throws -> Int64 {
        Int64(try await sql("select (extract(epoch from clock_timestamp()) * 1000)::bigint")) ?? 0
    }
}

extension FollowerReading {
    init(measure: Double, confidence: Double) {
        self.init(piece: nil, measure: measure, recordingMs: nil, confidence: confidence)
    }
}
