import ArtistClassification
import Foundation
import HTTP
import Postgres
import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud

/// Query plans of list pages. For a listener with many rows, in tables that also contain rows of other listeners, the planner must
/// choose the list's own index, start at the position of the page and sort nothing.
struct ListPlanTests {
    /// The script that fills the lists with rows, which `bench/lists` also uses.
    private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "bench/rig/library.sql")

    private func plant(_ rows: Int, _ listener: Listener, _ stage: ListStage) async throws {
        let text = try String(contentsOf: Self.script, encoding: .utf8)
        try await stage.stage.database.psql(
            """
            \\set tenant \(listener.tenant)
            \\set account \(listener.account)
            \\set rows \(rows)
            \(text)
            """)
    }

    /// Each statement with the index that it must use.
    private func statements(_ listener: Listener, _ stage: ListStage) async throws -> [(SQL, String)] {
        let cursor = KeysetPage.Position(key: "l", id: 5).description
        let page = try KeysetPage(Request(method: .get, path: "/", query: "limit=50&cursor=\(cursor)", authority: "x"))
        func first(_ table: String, _ column: String) async throws -> Int64 {
            try #require(
                Int64(
                    try await stage.stage.database.psql(
                        "select max(\(column)) from app.\(table) where user_id = \(listener.account)")))
        }
        let (album, label, user) = (
            try await first("library_album", "album_id"), try await first("library_label", "label_id"),
            try await first("cloud_following", "cloud_user_id")
        )
        let artist = try await first("library_artist", "artist_id")
        return [
            (BrowseStore.selection(.location(.library), page, listener), "library_track_title_idx"),
            (BrowseStore.selection(.location(.podcasts), page, listener), "library_track_title_idx"),
            (BrowseStore.selection(.uncertain, page, listener), "library_track_doubt_idx"),
            (BrowseStore.selection(.suggested, page, listener), "library_track_suggested_idx"),
            (BrowseStore.selection(.album(album), page, listener), "library_track_album_idx"),
            (BrowseStore.selection(.label(label), page, listener), "library_track_label_idx"),
            (BrowseStore.selection(.artists, page, listener), "library_artist_name_idx"),
            (BrowseStore.selection(.albums, page, listener), "library_album_title_idx"),
            (BrowseStore.selection(.labels, page, listener), "library_label_name_idx"),
            (LibraryCoverStore.covers(.artists, [artist], listener), "library_track_artist_idx"),
            (LibraryCoverStore.covers(.albums, [album], listener), "library_track_album_idx"),
            (LibraryCoverStore.covers(.labels, [label], listener), "library_track_label_idx"),
            (
                CloudListSQL.followings(afterName: "l", 5, limit: 51, of: listener), "cloud_following_name_idx"
            ),
            (CloudListSQL.followings(afterRank: 90_000, 5, limit: 51, of: listener), "cloud_following_rank_idx"),
            (
                CloudListSQL.stream(
                    posts: true, reposts: true, before: 1_790_000_000_000_000, 5, limit: 51, of: listener),
                "stream_entry_time_idx"
            ),
            (
                CloudListSQL.stream(
                    posts: true, reposts: false, before: 1_790_000_000_000_000, 5, limit: 51, of: listener),
                "stream_entry_time_idx"
            ),
            (
                LikeStore.likes(.all, of: user, after: .init(rank: 900_000_000), limit: 51, of: listener),
                "cloud_like_uploader_idx"
            ),
            (LikeStore.users(after: .init(key: "l", id: 5), limit: 51, of: listener), "cloud_like_user_idx"),
        ]
    }

    /// The statement and the index repeat the classifier's length and words as literals.
    @Test func thePodcastSuggestionStatementUsesTheClassifiersLengthAndReason() async throws {
        try await ListStage.with { (stage) async throws in
            let sql = BrowseStore.selection(.suggested, KeysetPage(limit: 1), try await stage.listener())
            let condition =
                "duration_ms >= \(Classifier.longRecordingMs) or '\(Reason(.episode).text)' = any (why)"
            #expect(sql.text.contains(condition), "\(sql.text)")
        }
    }

    @Test func everyListPageUsesItsDatabaseIndexWithoutATableScan() async throws {
        try await ListStage.with { (stage) async throws in
            let listener = try await stage.listener()
            try await plant(8000, listener, stage)
            // Without rows of another listener, a scan would be the right plan.
            try await plant(4000, try await stage.listener(at: "there"), stage)
            try await stage.stage.database.psql(
                "update app.library_track set duration_ms = 3600000 where track_id % 100 = 0")
            try await stage.stage.database.psql("vacuum analyze")
            // A listener likes few playlists, so all liked playlists are read from their own index and then sorted.
            for order in LikedItem.Order.allCases {
                for sql in LikeStore.page(.playlist, by: order, after: .first(in: order), limit: 51, of: listener) {
                    let plan = try await stage.plan(sql)
                    #expect(plan.contains("cloud_like_playlist_key") && !plan.contains("Seq Scan"), "\(order): \(plan)")
                }
            }
            // The counts of the profile are read from indexes only.
            let counts = try await stage.plan(CloudListSQL.counts(of: listener))
            for index in ["cloud_like_track_key", "cloud_like_playlist_key"] {
                #expect(counts.contains("Index Only Scan using \(index)"), "\(counts)")
            }
            #expect(!counts.contains("Seq Scan on cloud_like"), "\(counts)")
            for (sql, index) in try await statements(listener, stage) {
                let plan = try await stage.plan(sql)
                #expect(plan.contains("using \(index)"), "\(index): \(plan)")
                #expect(!plan.contains("Seq Scan"), "\(index): \(plan)")
                // Only values formatted for the cursor or counted in groups may be sorted: at most a page of rows.
                #expect(!plan.contains("Sort"), "\(index): \(plan)")
            }
        }
    }
}
