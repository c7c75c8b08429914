import Postgres
import Tenancy
import TestSupport
import Testing
import WebTestSupport

@testable import Radio

struct FinderIndexTests {
    @Test func deletedAndInactiveItemsAreRemovedFromTheFinder() async throws {
        try await FinderStage.with { stage in
            let show = try await stage.database.show("Alfa", in: stage.stage.here)
            let episode = try await stage.onDemand("Orchard", of: show)
            try await stage.updateIndex()
            #expect(await stage.titles("/api/v1/search?q=orchard") == ["Orchard"])
            try await stage.database.sql("delete from app.episode where episode_id = \(episode)")
            try await stage.mark(show)
            try await stage.updateIndex()
            #expect(await stage.titles("/api/v1/finder") == [])
            #expect(await stage.titles("/api/v1/search?q=orchard") == [])
            try await stage.database.sql("update app.show set active = false where show_id = \(show)")
            try await stage.mark(show)
            try await stage.updateIndex()
            #expect(await stage.titles("/api/v1/search?q=alfa") == [])
            try await stage.database.sql("delete from app.show where show_id = \(show)")
            #expect(try await stage.database.sql("select count(*) from app.finder_show") == "0")
            #expect(try await stage.database.sql("select count(*) from app.show_change") == "0")
        }
    }

    @Test func aShowWithAiringsOnlyOnAnInactiveChannelIsNotListed() async throws {
        try await FinderStage.with { stage in
            let channel = try await stage.database.channel("one", in: stage.stage.here)
            let show = try await stage.database.show("Alfa", on: [channel], in: stage.stage.here)
            try await stage.database.airing(
                of: show, on: channel, from: "2026-06-16T08:00:00Z", to: "2026-06-16T09:00:00Z", in: stage.stage.here)
            try await stage.updateIndex()
            #expect(await stage.titles("/api/v1/finder") == ["Alfa"])
            // The show is not marked; the channel's higher revision is enough.
            for (active, expected) in [("false", [String]()), ("true", ["Alfa"])] {
                try await stage.database.sql("update app.channel set active = \(active), revision = revision + 1")
                try await stage.updateIndex()
                #expect(await stage.titles("/api/v1/finder") == expected)
            }
        }
    }

    @Test func concurrentServersIndexEachChangedShowOnce() async throws {
        try await FinderStage.with { stage in
            for number in 1...60 {
                let show = try await stage.database.show("Show \(number)", in: stage.stage.here)
                if number <= 3 { try await stage.onDemand("Episode \(number)", of: show) }
            }
            let index = FinderIndex(database: stage.database.tenants)
            let tenant = stage.stage.here.id
            let taken = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<3 { group.addTask { try await index.update(tenant) } }
                return try await group.reduce(0, +)
            }
            #expect(taken == 60)
            #expect(try await stage.database.sql("select count(*), count(rank) from app.finder_show") == "60|60")
        }
    }

    /// A show that is marked again before its earlier mark was processed must be processed again.
    @Test func aChangeThatIsUncommittedDuringAnUpdateIsIndexedByTheNextUpdate() async throws {
        try await FinderStage.with { stage in
            let (tenants, tenant) = (stage.database.tenants, stage.stage.here.id)
            let show = try await stage.database.show("Alfa", in: stage.stage.here)
            try await stage.updateIndex()
            try await stage.mark(show)
            try await tenants.transaction(in: tenant) { transaction in
                _ = try await transaction.rows(
                    "update app.show set title = 'Omega' where tenant_id = \(tenant) and show_id = \(show)")
                _ = try await transaction.batch(
                    Array(RadioChange.statements(in: tenant, shows: [Show.ID(rawValue: show)]).prefix(1)))
                // An update meanwhile skips the mark that is being written.
                #expect(try await FinderIndex(database: tenants).update(tenant) == 0)
            }
            #expect(try await FinderIndex(database: tenants).update(tenant) == 1)
            #expect(try await stage.database.sql("select sort_key from app.finder_show") == "Omega")
        }
    }

    @Test func theIndexerUpdatesTheFinderOnANotification() async throws {
        try await FinderStage.with { stage in
            let show = try await stage.database.show("Alfa", in: stage.stage.here)
            try await stage.onDemand("One", of: show)
            let indexer = FinderIndexer(database: stage.database.tenants, logger: RouteStage.silence)
            indexer.tenantChanged(ChangeNotice(tenant: stage.stage.here.id, kind: RadioChange.kind))
            #expect(await eventually(within: .seconds(30)) { await stage.titles("/api/v1/finder") == ["Alfa"] })
        }
    }
}
