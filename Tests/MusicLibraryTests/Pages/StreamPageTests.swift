import Foundation
import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud

struct StreamPageTests {
    /// Adds entries to the listener's stream. Every third entry is a repost by user 1; the others are posts.
    private func publish(_ stage: ListStage) async throws {
        try await stage.plant("here", tracks: 40, playlists: 2)
        try await stage.stage.database.sql(
            """
            set app.tenant_id = '\(stage.stage.here.id)';
            insert into app.stream_entry (user_id, via, track_id, reposter_id, happened_at)
            select a.user_id, case when n % 3 = 0 then 'repost' else 'post' end, t.track_id,
                   case when n % 3 = 0 then (select cloud_user_id from app.cloud_user where urn = 'soundcloud:users:1') end,
                   '2026-06-01T12:00Z'::timestamptz - n * interval '1 hour'
              from app.user_account a, app.cloud_track t, lateral (select split_part(t.urn, ':', 3)::bigint as n) x
             where a.login = 'listener' and a.tenant_id = \(stage.stage.here.id);
            """)
    }

    @Test func streamEntriesAreListedNewestFirstAcrossPages() async throws {
        try await ListStage.with { (stage) async throws in
            try await publish(stage)
            let all = (1...40).map { "here track \($0)" }
            #expect(try await stage.titles(from: "/library/stream?limit=7") == all)
            #expect(await stage.stage.page("/library/stream", as: .editor).rows.isEmpty)
            let reposts = all.indices.filter { ($0 + 1) % 3 == 0 }.map { all[$0] }
            #expect(try await stage.titles(from: "/library/stream?include=reposts&limit=5") == reposts)
            let posts = all.filter { !reposts.contains($0) }
            #expect(try await stage.titles(from: "/library/stream?include=posts&limit=5") == posts)
        }
    }

    @Test func aRepostNamesTheReposter() async throws {
        try await ListStage.with { (stage) async throws in
            try await publish(stage)
            let rows = await stage.stage.page("/library/stream").rows
            let repost = StageAnswer.plain(rows[2])
            #expect(repost.contains("reposted by here user 1 , 1 Jun 2026, 09:00"), "\(repost)")
            #expect(rows[2].contains("<a class=\"from-cloud\" href=\"/library/users/soundcloud:users:1\">"))
            #expect(!StageAnswer.plain(rows[0]).contains("reposted") && StageAnswer.plain(rows[0]).contains("posted"))
        }
    }

    @Test(arguments: [("blocked", "not available"), ("preview", "preview only"), ("gone", "removed from SoundCloud")])
    func unplayableTracksAreTaggedWithTheReason(access: String, words: String) async throws {
        try await ListStage.with { (stage) async throws in
            try await publish(stage)
            #expect(await !stage.stage.page("/library/stream").words.contains(words))
            try await stage.stage.database.sql(
                "update app.cloud_track set access = '\(access)' where urn = 'soundcloud:tracks:2'")
            let page = await stage.stage.page("/library/stream")
            #expect(page.titles.prefix(2) == ["here track 1", "here track 2"])
            #expect(StageAnswer.plain(page.rows[1]).contains("here track 2 \(words) by "))
            #expect(!StageAnswer.plain(page.rows[0]).contains(words))
        }
    }

    @Test func textFromUploadersIsEscaped() async throws {
        try await ListStage.with { (stage) async throws in
            try await publish(stage)
            try await stage.stage.database.sql(
                """
                update app.cloud_track set title = '<script>alert("x")</script>', permalink_url = 'javascript:alert(1)';
                update app.cloud_user set username = '<b>bold</b>';
                """)
            let page = await stage.stage.page("/library/stream")
            #expect(page.titles.first == "<script>alert(\"x\")</script>")
            #expect(!page.text.contains("<script>alert") && !page.text.contains("<b>bold"))
            #expect(!page.text.contains("javascript:"))
        }
    }

    /// Spec L6.
    @Test func aTrackOfTheStreamCanBeAddedToTheLibraryWithoutALike() async throws {
        try await ListStage.with { (stage) async throws in
            try await publish(stage)
            let page = await stage.stage.page("/library/stream?include=posts")
            #expect(
                page.rows[0].contains("formaction=\"/library/additions\" name=\"add\" value=\"soundcloud:tracks:1\""))
            let form = [("add", "soundcloud:tracks:1"), ("next", "/library/stream?include=posts")]
            let added = await stage.stage.post("/library/additions", form)
            #expect(added.status == 303 && added.location == "/library/stream?include=posts&notice=added#t1")
            let after = await stage.stage.page("/library/stream?include=posts&notice=added")
            #expect(after.rows[0].hasPrefix("<li id=\"t1\">"), "the browser finds the row again")
            #expect(after.words.contains("Track added to your library."))
            #expect(after.rows[0].contains("class=\"from-library\" href=\"/library/tracks/soundcloud:tracks:1\""))
            #expect(
                StageAnswer.plain(after.rows[0]).contains("In your library: here user 2 – here track 1"),
                "\(after.rows[0])")
            #expect(!after.rows[0].contains("name=\"add\""))
            #expect(try await stage.stage.database.sql("select count(*) from app.cloud_like") == "0")
            let again = await stage.stage.post("/library/additions", form)
            #expect(again.location == "/library/stream?include=posts&notice=alreadyThere#t1")
            #expect(await stage.stage.page("/library/stream", as: .editor).text.contains("from-library\"") == false)
        }
    }

    @Test(arguments: ["soundcloud:tracks:999", "soundcloud:users:1", "1x", ""])
    func unknownTracksCannotBeAddedToTheLibrary(urn: String) async throws {
        try await ListStage.with { (stage) async throws in
            try await publish(stage)
            #expect(await stage.stage.post("/library/additions", [("add", urn)]).status == 404)
            #expect(await stage.stage.post("/library/additions", []).status == 422)
            #expect(try await stage.stage.database.sql("select count(*) from app.library_track") == "0")
        }
    }

    @Test(arguments: ["https://evil.example/", "//evil.example", "/account", "/\\evil.example", ""])
    func theRedirectAfterAnAdditionStaysWithinTheLibrary(next: String) async throws {
        try await ListStage.with { (stage) async throws in
            try await publish(stage)
            let added = await stage.stage.post("/library/additions", [("add", "soundcloud:tracks:1"), ("next", next)])
            #expect(added.status == 303 && added.location == "/library?notice=added#t1")
        }
    }

    @Test func theLastViewIsSavedOnlyWhenItChanges() async throws {
        try await ListStage.with { (stage) async throws in
            try await publish(stage)
            _ = await stage.stage.page("/library/stream")
            #expect(try await stage.viewRevision() == "0", "the stream is the default view")
            _ = await stage.stage.page("/library/stream?include=reposts")
            _ = await stage.stage.page("/library/stream?include=reposts")
            #expect(try await stage.viewRevision() == "1")
            let state = await stage.stage.send(.get, "/api/v1/me/view-state", as: .listener)
            #expect(
                state["view"] as? String == "stream" && state["params"] as? [String: String] == ["include": "reposts"])
            _ = await stage.stage.page("/library/stream?include=nothing")
            #expect(try await stage.viewRevision() == "1")
        }
    }

    @Test(arguments: ["include=best", "limit=0", "cursor=x", "notice=a&notice=b"])
    func invalidQueriesForTheStreamPageAreRefused(query: String) async throws {
        try await ListStage.with { (stage) async throws in
            let answer = await stage.stage.page("/library/stream?\(query)")
            #expect(answer.status == 422 || answer.status == 400, "\(answer.status)")
            #expect(answer.fields["Content-Type"]?.hasPrefix("text/html") == true)
        }
    }
}
