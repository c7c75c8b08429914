import Radio
import TestSupport
import Testing
import Web
import WebTestSupport

@testable import RadioExports

struct ProgrammeStoreTests {
    /// A plan of seven days, with a start almost a day early and an end almost a day late.
    @Test func aBroadcastOfAlmostNineDaysIsFoundUntilItsEnd() async throws {
        try await ExportStage.with { stage in
            let channel = try await stage.database.channel("zurnal", in: stage.here)
            let show = try await stage.database.show("Festival", in: stage.here)
            try await stage.database.airing(
                of: show, on: channel, from: "2026-06-08T00:00:00Z", to: "2026-06-15T00:00:00Z", in: stage.here)
            try await stage.change(
                """
                update app.airing
                   set actual_start = '2026-06-07T01:00:00Z', actual_end = '2026-06-15T23:00:00Z'
                """)
            let store = ProgrammeStore(database: stage.database.tenants)
            let evening = try #require(Instant(rfc3339: "2026-06-15T22:00:00Z"))
            let span = evening..<evening.advanced(byMs: 60_000)
            let channels = [Channel.ID(rawValue: channel)]
            #expect(try await store.programmes(on: channels, in: span, of: stage.here.id).count == 1)
            #expect(try await store.next(of: Show.ID(rawValue: show), at: evening, in: stage.here.id) != nil)
        }
    }

    @Test func aBroadcastIsFoundAtItsPlannedStartAfterItHasStartedADayEarly() async throws {
        try await ExportStage.with { stage in
            let channel = try await stage.database.channel("zurnal", in: stage.here)
            let show = try await stage.database.show("Festival", in: stage.here)
            try await stage.database.airing(
                of: show, on: channel, from: "2026-06-15T12:00:00Z", to: "2026-06-15T13:00:00Z", in: stage.here)
            try await stage.change("update app.airing set actual_start = '2026-06-14T12:00:00Z'")
            let noon = try #require(Instant(rfc3339: "2026-06-15T12:00:00Z"))
            let found = try await ProgrammeStore(database: stage.database.tenants).planned(
                on: Channel.ID(rawValue: channel), in: noon..<noon.advanced(byMs: 1), of: stage.here.id)
            #expect(found.count == 1)
        }
    }
}
