import Tenancy
import TestSupport
import Testing
import Web
import WebTestSupport

@testable import MusicLibrary

struct FilingDeskTests {
    @Test func manyAddedAtOnceAreAllThereAndFiledTogether() async throws {
        try await LibraryStage.with { (library) async throws in
            await withTaskGroup(of: Void.self) { group in
                for number in 1...5 { group.addTask { _ = await library.add(number) } }
            }
            #expect(await library.titles(LibraryStage.path + "/songs").count == 5)
        }
    }

    @Test func whatAnotherServerFiledInBetweenIsReadAnew() async throws {
        try await LibraryStage.with { (library) async throws in
            await library.add(1)
            let desk = FilingDesk(database: library.stage.database.tenants)
            let account = try await library.stage.database.psql(
                "select user_id from app.user_account where tenant_id = \(library.stage.here.id) and login = 'listener'"
            )
            let listener = Listener(tenant: library.stage.here.id, account: try #require(Int64(account)))
            var looks = 0
            let seen = try await desk.act(by: listener) { (knowledge) -> FilingDesk.Outcome<Int> in
                looks += 1
                if looks == 1 {
                    // As another server would, between reading and writing.
                    try await library.stage.database.psql(
                        "update app.library_track set title = 'Other', confidence = 0.1")
                }
                return FilingDesk.Outcome(answer: knowledge.filed.values.count { $0.filing.title == "Other" })
            }
            #expect(looks == 2 && seen == 1)
        }
    }

    @Test func aLibraryOfSeveralPiecesIsReadWhole() async throws {
        try await ListStage.with { (lists) async throws in
            try await lists.plant("mark", tracks: 12_000, playlists: 0)
            try await lists.like(all: "listener")
            let store = KnowledgeStore(database: lists.stage.database.tenants, listener: try await lists.listener())
            let reading = try await store.read()
            #expect(reading.knowledge.uploads.count == 12_000 && reading.knowledge.filed.isEmpty)
        }
    }
}
