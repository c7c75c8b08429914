import Postgres
import TestSupport
import Testing
import WebTestSupport

@testable import Radio

struct RadioChangeTests {
    @Test func aRadioChangeRaisesOnlyTheRevisionOfItsTenant() async throws {
        try await RouteStage.with { stage in
            let store = RadioRevisionStore(database: stage.database.tenants)
            #expect(try await store.revision(in: stage.here.id) == RadioRevision(rawValue: 0))
            for expected in 1...2 {
                _ = try await stage.database.tenants.batch(
                    in: stage.here.id, RadioChange.statements(in: stage.here.id, shows: []))
                #expect(try await store.revision(in: stage.here.id) == RadioRevision(rawValue: Int64(expected)))
            }
            #expect(try await store.revision(in: stage.there.id) == RadioRevision(rawValue: 0))
        }
    }

    @Test func aRadioChangeMarksOnlyExistingShowsOfItsTenantAsChanged() async throws {
        try await RouteStage.with { stage in
            let mine = try await stage.database.show("Mine", in: stage.here)
            let other = try await stage.database.show("Other", in: stage.there)
            _ = try await stage.database.tenants.batch(
                in: stage.here.id,
                RadioChange.statements(
                    in: stage.here.id, shows: [mine, mine, other, 999_999].map(Show.ID.init(rawValue:))))
            let marks = try await stage.database.sql("select tenant_id, show_id from app.show_change")
            #expect(marks.split(separator: "\n") == ["\(stage.here.id)|\(mine)"])
        }
    }
}
