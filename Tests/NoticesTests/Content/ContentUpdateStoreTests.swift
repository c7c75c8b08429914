import HTTP
import Testing

@testable import Notices

@Suite struct ContentUpdateStoreTests {
    /// The revision is the value of the field that the radio sends with each stream.
    @Test func eachTenantHasItsOwnNewestContentRevision() async throws {
        try await Stage.with { stage async throws in
            let store = ContentUpdateStore(database: stage.database.tenants)
            #expect(try await store.newest(in: stage.here.id) == nil)
            for _ in 1...2 {
                _ = await stage.send(.post, "/api/v1/admin/content-updates", #"{"message": "X"}"#, as: .admin)
            }
            #expect(try await store.newest(in: stage.here.id) == ContentRevision(rawValue: 2))
            #expect(try await store.newest(in: stage.there.id) == nil)
        }
    }
}
