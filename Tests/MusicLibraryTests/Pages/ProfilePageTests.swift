import CloudStandIn
import Foundation
import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud

struct ProfilePageTests {
    @Test func theProfileShowsTheNumberOfItemsOfEachSection() async throws {
        try await ConnectedStage.with { (stage) async throws in
            try await stage.connect()
            #expect(await stage.service().performOne(in: stage.stage.here.id))
            let page = await stage.stage.page("/library/profile")
            let words = page.words
            #expect(words.contains("listener on SoundCloud"))
            #expect(page.asks(before: "/library/connection/end"))
            for count in [
                "Following 25 users", "Liked tracks 120 tracks", "Liked playlists 3 playlists", "Playlists 3 playlists",
            ] {
                #expect(words.contains(count), "\(count) in \(words)")
            }
            #expect(page.text.contains("href=\"/library/following\""))
            #expect(words.contains("Access renewal Automatic, next renewal by"), "\(words)")
        }
    }

    @Test func theProfileStartsASyncAndShowsItsProgress() async throws {
        try await ConnectedStage.with { (stage) async throws in
            #expect(await stage.stage.post("/library/syncs").location == "/library/profile?notice=notConnected")
            try await stage.connect()
            let waiting = await stage.stage.page("/library/profile")
            #expect(waiting.words.contains("A sync starts in a moment."))
            #expect(waiting.text.contains("data-running>") && waiting.text.contains("role=\"status\""))
            #expect(waiting.words.contains("Refresh") && !waiting.text.contains("action=\"/library/syncs\""))
            #expect(await stage.service().performOne(in: stage.stage.here.id))
            let done = await stage.stage.page("/library/profile")
            #expect(done.words.contains("Up to date with SoundCloud as of"))
            #expect(!done.text.contains("data-running>") && done.text.contains("action=\"/library/syncs\""))
            #expect(
                done.words.contains("Liked tracks Up to date") && done.words.contains("120 checked, 120 new"),
                "\(done.words)")
            let asked = await stage.stage.post("/library/syncs")
            #expect(asked.status == 303 && asked.location == "/library/profile?notice=syncing")
            #expect(
                try await stage.stage.database.sql("select count(*) from app.library_sync where state = 'queued'")
                    == "1")
            _ = await stage.stage.post("/library/syncs")
            #expect(try await stage.stage.database.sql("select count(*) from app.library_sync") == "2")
            // Other listeners do not see this sync.
            #expect(await stage.stage.page("/library/profile", as: .editor).words.contains("Nothing has been synced"))
        }
    }

    @Test func aRunningSyncShowsAProgressBar() async throws {
        try await ConnectedStage.with { (stage) async throws in
            try await stage.connect()
            #expect(await stage.service().performOne(in: stage.stage.here.id))
            #expect(!(await stage.stage.page("/library/profile").text.contains("<progress")))
            try await stage.stage.database.sql(
                """
                update app.library_sync set state = 'running', finished_at = null;
                update app.library_sync_part set state = 'queued' where part <> 'likedTracks';
                update app.library_sync_part
                   set state = 'running', seen = 30,
                       cursor = '{"above":1,"isFresh":false,"isFull":true,"restarts":0,"upstreamCount":120}'
                 where part = 'likedTracks';
                """)
            let counted = await stage.stage.page("/library/profile")
            #expect(counted.text.contains("<progress value=\"30\" max=\"120\">"), "\(counted.text)")
            #expect(counted.words.contains("Liked tracks 30 of 120"))
            // Without a known number of items, the bar shows the number of finished parts.
            try await stage.stage.database.sql(
                """
                update app.library_sync_part set state = 'done', cursor = '' where part = 'likedTracks';
                update app.library_sync_part set state = 'running', cursor = '' where part = 'stream';
                """)
            let parts = await stage.stage.page("/library/profile")
            #expect(parts.text.contains("<progress value=\"1\" max=\"5\">"), "\(parts.text)")
        }
    }

    @Test func aFailedPartOfASyncIsExplainedOnTheProfile() async throws {
        try await ConnectedStage.with { (stage) async throws in
            try await stage.connect()
            #expect(await stage.service().performOne(in: stage.stage.here.id))
            try await stage.stage.database.sql(
                """
                update app.library_sync set state = 'failed';
                update app.library_sync_part set state = 'failed', fault = 'SoundCloud refused the request (403): <no>' where part = 'playlists';
                update app.library_sync_part set faulty = 2, faults = '[{"position": 6, "reason": "names no track"}]'
                 where part = 'likedTracks';
                """)
            let words = await stage.stage.page("/library/profile").words
            #expect(words.contains("is incomplete: see the table below."))
            #expect(words.contains("Playlists Failed SoundCloud refused the request (403): <no>"), "\(words)")
            #expect(words.contains("2 items could not be read Item 7: names no track"))
            #expect(words.contains("Following Up to date"))
            // A later run of one part changes only that part.
            try await stage.stage.database.sql(
                """
                insert into app.library_sync (tenant_id, user_id, state, finished_at)
                select tenant_id, user_id, 'done', now() from app.library_sync;
                insert into app.library_sync_part (tenant_id, sync_id, part, position, state, seen)
                select tenant_id, max(sync_id), 'playlists', 2, 'done', 9 from app.library_sync group by tenant_id;
                """)
            let later = await stage.stage.page("/library/profile").words
            #expect(later.contains("Playlists Up to date") && later.contains("9 checked"))
            #expect(later.contains("2 items could not be read") && later.contains("Up to date with SoundCloud"))
        }
    }

    @Test func aPausedSyncIsExplainedOnTheProfile() async throws {
        try await ConnectedStage.with { (stage) async throws in
            try await stage.connect()
            stage.cloud.standIn.plan(Dictionary(uniqueKeysWithValues: (1...60).map { ($0, .spam) }))
            #expect(await stage.service().performOne(in: stage.stage.here.id))
            let words = await stage.stage.page("/library/profile").words
            #expect(words.contains("Sync paused: ") && words.contains(". The sync continues automatically."))
        }
    }

    @Test func waitingAndFailedChangesForSoundCloudAreListedOnTheProfile() async throws {
        try await ConnectedStage.with { (stage) async throws in
            try await stage.connect()
            #expect(await !stage.stage.page("/library/profile").words.contains("has not done yet"))
            for number in 0..<22 {
                _ = await stage.stage.post("/library/likes", [("like", "soundcloud:tracks:\(100_250 + number)")])
            }
            let page = await stage.stage.page("/library/profile")
            #expect(page.rows.count == 20 && page.words.contains("Also waiting: 2 changes."))
            #expect(page.words.contains("The change “Like” is waiting for SoundCloud."))
            try await stage.stage.database.sql(
                "update app.cloud_write set state = 'failed', fault = 'it is gone', finished_at = now()")
            #expect(
                await stage.stage.page("/library/profile").words.contains(
                    "Failed The change “Like” was not made on SoundCloud: it is gone.")
            )
        }
    }

    @Test func withoutAConnectionTheProfileLinksToTheWelcomePage() async throws {
        try await ListStage.with { (stage) async throws in
            let page = await stage.stage.page("/library/profile")
            #expect(page.status == 200 && page.words.contains("No SoundCloud account is connected."))
            #expect(page.text.contains("href=\"/library/welcome\"") && !page.text.contains("action=\"/library/syncs\""))
        }
    }
}
