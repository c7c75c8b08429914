import Foundation
import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud

/// The query plan of a search in a library of 20,000 tracks with 80,000 words.
struct LibrarySearchPlanTests {
    @Test func aLibrarySearchReadsEachWordAsARangeOfTheWordIndex() async throws {
        try await ListStage.with { (stage) async throws in
            let listener = try await stage.listener()
            try await stage.stage.database.sql(
                """
                set app.tenant_id = '\(stage.stage.here.id)';
                insert into app.library_word (user_id, word, field, kind, item_id)
                select \(listener.account), md5((i * 7 + n)::text), n % 3, 0, i
                  from generate_series(1, 20000) i, generate_series(0, 3) n;
                """)
            try await stage.stage.database.sql("vacuum analyze app.library_word", user: "app_owner")
            for query in [LibraryQuery("a1"), LibraryQuery("abc def"), LibraryQuery("abc", kinds: [.track])] {
                let sql = LibrarySearchStore.selection(query, stations: [], of: listener)
                let plan = try await stage.plan(sql)
                #expect(plan.contains("library_word_pkey"), "\(plan)")
                #expect(!plan.contains("Seq Scan"), "\(plan)")
                #expect(plan.contains("word >= ") && plan.contains("Index Cond"), "\(plan)")
            }
        }
    }
}
