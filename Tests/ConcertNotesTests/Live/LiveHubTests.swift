import HTTP
import Tenancy
import TestSupport
import Testing
import Web

@testable import ConcertNotes

@Suite struct LiveHubTests {
    private func hub(_ database: TestDatabase) -> LiveHub {
        LiveHub(store: LiveStore(database: database.tenants), logger: LiveFixture.silence)
    }

    @Test func aDatabaseNotificationUpdatesTheLivePosition() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let hub = hub(database)
            let topic = try await hub.topic(of: tenant.id)
            #expect(topic.feed.position?.measure == 1)
            _ = try await LiveStore(database: database.tenants).step(LiveStep(by: 1), in: tenant.id)
            hub.tenantChanged(ChangeNotice(tenant: tenant.id, kind: "live"))
            #expect(await eventually { topic.feed.position?.measure == 2 })
        }
    }

    @Test func aHubThatHasCaughtUpHasTheLatestPosition() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let hub = hub(database)
            let topic = try await hub.topic(of: tenant.id)
            for measure in 2...5 {
                _ = try await LiveStore(database: database.tenants).step(LiveStep(by: 1), in: tenant.id)
                await hub.caughtUp(in: tenant.id)
                #expect(topic.feed.position?.measure == measure)
            }
        }
    }

    /// Spec O3.7.
    @Test func pollingFindsAChangeWhoseNotificationWasLost() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let hub = hub(database)
            let topic = try await hub.topic(of: tenant.id)
            let poll = Task { await hub.run() }
            async let waited = topic.change(from: 1, within: .seconds(20))
            _ = try await LiveStore(database: database.tenants).step(LiveStep(by: 1), in: tenant.id)
            _ = await waited
            #expect(topic.feed.position?.measure == 2)
            poll.cancel()
            await poll.value
        }
    }

    @Test func aLongPollEndsAfterItsTimeLimit() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let topic = try await hub(database).topic(of: tenant.id)
            let outcome = await topic.change(from: 1, within: .milliseconds(10))
            #expect(outcome == .unchanged)
            #expect(!topic.isWatched)
        }
    }

    @Test(.timeLimit(.minutes(5))) func aLongPollFromAnOldRevisionReportsAChange() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let topic = try await hub(database).topic(of: tenant.id)
            let outcome = await topic.change(from: 0, within: .seconds(600))
            #expect(outcome == .changed)
        }
    }

    @Test(.timeLimit(.minutes(5))) func closingTheHubEndsAWaitingLongPoll() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let hub = hub(database)
            let topic = try await hub.topic(of: tenant.id)
            async let waited = topic.change(from: 1, within: .seconds(600))
            #expect(await eventually { topic.isWatched })
            hub.close()
            let outcome = await waited
            #expect(outcome == .unchanged)
        }
    }

    @Test func theEntityTagOfAPositionDependsOnItsRevisionAndTenant() async throws {
        try await withDatabase { database in
            let one = try await LiveFixture.onAir(in: database, slug: "one", port: 1001)
            let other = try await LiveFixture.onAir(in: database, slug: "other", port: 1002)
            let hub = hub(database)
            let tag = try #require(try await hub.topic(of: one.id).answer?.entityTag)
            #expect(LiveAnswer.revision(ofEntityTag: tag) == 1)
            #expect(try await hub.topic(of: other.id).answer?.entityTag != tag)
        }
    }

    @Test func theLastPositionIsKeptWhileTheDatabaseIsUnavailable() async throws {
        let database = try await TestDatabase.create()
        let tenant = try await LiveFixture.onAir(in: database)
        let hub = LiveHub(
            store: LiveStore(database: await LiveFixture.impatient(database)), logger: LiveFixture.silence)
        let topic = try await hub.topic(of: tenant.id)
        try await database.drop()
        _ = await topic.refresh().result
        #expect(topic.feed.position?.measure == 1)
        #expect(hub.cachedAnswer(in: tenant.id) != nil)
    }
}
