import Testing
import WebTestSupport

@testable import Radio

struct FinderListingStoreTests {
    @Test func onlyChangesThatNameNoChannelsRaiseTheListingRevision() async throws {
        try await FinderStage.with { stage in
            let (here, there) = (stage.stage.here.id, stage.stage.there.id)
            let store = FinderListingStore(database: stage.database.tenants)
            #expect(try await store.revision(in: here) == 0)
            func change(_ channels: Set<Channel.ID>?) async throws -> Int64 {
                _ = try await stage.database.tenants.batch(
                    in: here, RadioChange.statements(in: here, shows: [], channels: channels))
                return try await store.revision(in: here)
            }
            let first = try await change(nil)
            #expect(first > 0)
            #expect(try await change([Channel.ID(rawValue: 7)]) == first)
            #expect(try await change(nil) == first + 1)
            #expect(try await store.revision(in: there) == 0)
        }
    }

    /// Moving an airing marks its show, but the lists change only if it is the last airing.
    @Test func theIndexJobRaisesTheListingRevisionOnlyWhenAListChanges() async throws {
        try await FinderStage.with { stage in
            let here = stage.stage.here
            let store = FinderListingStore(database: stage.database.tenants)
            let channel = try await stage.database.channel("one", in: here)
            let show = try await stage.database.show("Alfa", on: [channel], in: here)
            let episode = try await stage.onDemand("Orchard", of: show)
            try await stage.database.airing(
                of: show, on: channel, from: "2026-06-16T08:00:00Z", to: "2026-06-16T09:00:00Z", in: here)
            /// Writes a change, marks it as a change of broadcasts, and returns whether the index job raises the revision.
            func rises(_ sql: String) async throws -> Bool {
                if !sql.isEmpty { try await stage.database.sql(sql) }
                _ = try await stage.database.tenants.batch(
                    in: here.id,
                    RadioChange.statements(
                        in: here.id, shows: [Show.ID(rawValue: show)], channels: [Channel.ID(rawValue: channel)]))
                let before = try await store.revision(in: here.id)
                try await stage.updateIndex()
                return try await store.revision(in: here.id) > before
            }
            #expect(try await rises(""))
            #expect(try await !rises(""))
            // An earlier airing, a description, a second episode in the same window: no list shows them.
            #expect(
                try await !rises(
                    """
                    insert into app.airing (tenant_id, channel_id, show_id, planned_start, planned_end)
                    values (\(here.id), \(channel), \(show), '2026-06-15T08:00Z', '2026-06-15T09:00Z')
                    """))
            #expect(try await !rises("update app.show set description = 'Other' where show_id = \(show)"))
            // The last airing, a changed or deleted window, a title.
            #expect(
                try await rises("update app.airing set is_cancelled = true where planned_start = '2026-06-16T08:00Z'"))
            #expect(
                try await rises("update app.version set available_until = '2030-01-01' where episode_id = \(episode)"))
            #expect(try await rises("delete from app.version where episode_id = \(episode)"))
            #expect(try await rises("update app.show set title = 'Beta' where show_id = \(show)"))
            #expect(try await rises("update app.show set active = false where show_id = \(show)"))
        }
    }

    @Test func availabilityTimesInTheFinderKeepMicroseconds() async throws {
        try await FinderStage.with { stage in
            let here = stage.stage.here
            let show = try await stage.database.show("Alfa", in: here)
            try await stage.onDemand(
                "Orchard", of: show, from: "2026-01-01T00:00:00.000001Z", until: "2026-02-01T00:00:00.999999Z")
            try await stage.onDemand("Later", of: show, from: "2026-03-01T00:00:00Z")
            try await stage.updateIndex()
            let listing = try await FinderListingStore(database: stage.database.tenants).listing(in: here.id)
            let (start, end, later) =
                (1_767_225_600_000_001, 1_769_904_000_999_999, 1_772_323_200_000_000) as (Int64, Int64, Int64)
            #expect(listing.shows.map(\.windows) == [[start..<end, later..<Int64.max]])
            #expect(listing.shows.map(\.lastAiring) == [.min])
        }
    }
}
