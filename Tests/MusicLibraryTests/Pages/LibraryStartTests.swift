import CloudStandIn
import Foundation
import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud

struct LibraryStartTests {
    @Test func aVisitorIsRedirectedToTheSignInPageWithTheReturnPath() async throws {
        try await ListStage.with { (stage) async throws in
            for path in ["/library", "/library/stream", "/library/likes?order=title", "/library/profile"] {
                let answer = await stage.stage.page(path, as: nil)
                #expect(answer.status == 303 && answer.location == "/login?next=\(path.percentEncoded)")
            }
        }
    }

    @Test func theLibraryOpensTheWelcomePageWithoutAConnection() async throws {
        try await ConnectedStage.with { (stage) async throws in
            let start = await stage.stage.page("/library")
            #expect(start.status == 303 && start.location == "/library/welcome")
            let page = await stage.stage.page("/library/welcome")
            #expect(page.status == 200 && page.text.contains("action=\"/library/connection\""))
            #expect(page.words.contains("What happens when you connect"))
            // Nothing is requested from SoundCloud before a button is pressed.
            #expect(try await stage.stage.database.sql("select count(*) from app.library_sync") == "0")
        }
    }

    @Test func aSoundCloudAccountCanBeConnectedThroughThePages() async throws {
        try await ConnectedStage.with { (stage) async throws in
            let welcome = await stage.stage.page("/library/welcome")
            // The page allows forms to redirect to this site and to SoundCloud only.
            let policy = try #require(welcome.fields["Content-Security-Policy"])
            #expect(policy.contains("form-action 'self' \(stage.cloud.standIn.address);"), "\(policy)")
            let begun = await stage.stage.post("/library/connection")
            #expect(begun.status == 303 && begun.location.hasPrefix(stage.cloud.standIn.address + "/authorize?"))
            let back = try await stage.back(from: begun.location)
            let done = await stage.stage.page(back)
            #expect(done.status == 303 && done.location == "/library")
            let start = await stage.stage.page("/library")
            #expect(start.status == 303 && start.location == "/library/stream")
            #expect(await stage.service().performOne(in: stage.stage.here.id))
            let stream = await stage.stage.page("/library/stream")
            #expect(stream.rows.count == 50 && stream.next != nil, "\(stream.text)")
            #expect(try await stage.stage.audit() == ["listener connection.add soundcloud"])
        }
    }

    /// A browser does not send a SameSite=Strict cookie after a redirect from SoundCloud.
    @Test func aRedirectFromSoundCloudWithoutASessionCookieIsRepeatedFromThisSite() async throws {
        try await ConnectedStage.with { (stage) async throws in
            let begun = await stage.stage.post("/library/connection")
            let back = try await stage.back(from: begun.location)
            let page = await stage.stage.page(back, as: nil)
            let onward = "\(back)&again=1"
            #expect(page.status == 200 && page.fields["Refresh"] == "0; url=\(onward)")
            #expect(page.text.contains("href=\"\(onward.replacing("&", with: "&amp;"))\""), "\(page.text)")
            #expect(await stage.stage.page(onward, as: nil).location == "/library")
            let done = await stage.stage.page(onward)
            #expect(done.status == 303 && done.location == "/library")
        }
    }

    @Test func aRefusedOrExpiredConnectionIsExplainedOnTheWelcomePage() async throws {
        try await ConnectedStage.with { (stage) async throws in
            let begun = await stage.stage.post("/library/connection")
            let state = try #require(begun.location.split(separator: "state=").last?.split(separator: "&").first)
            let callback = ConnectedStage.path + "/callback"
            let refused = await stage.stage.page("\(callback)?error=access_denied&state=\(state)")
            #expect(refused.status == 303 && refused.location == "/library/welcome?notice=refused")
            #expect(
                await stage.stage.page(refused.location).words.contains(
                    "The connection was not completed on SoundCloud"))
            let old = await stage.stage.page("\(callback)?code=x&state=\(state)")
            #expect(old.location == "/library/welcome?notice=expired")
            #expect(await stage.stage.page(old.location).words.contains("Connect again"))
            #expect(try await stage.stage.database.sql("select count(*) from app.cloud_connection") == "0")
        }
    }

    @Test func theWelcomePageSaysThatNoSoundCloudApplicationIsSetUp() async throws {
        try await ConnectedStage.with(configured: false) { (stage) async throws in
            let page = await stage.stage.page("/library/welcome")
            #expect(page.words.contains("no SoundCloud application"))
            #expect(!page.text.contains("action=\"/library/connection\""))
            #expect(await stage.stage.post("/library/connection").location == "/library/welcome?notice=unconfigured")
        }
    }

    @Test func openingTheLibraryStartsASyncFifteenMinutesAfterTheLast() async throws {
        try await ConnectedStage.with { (stage) async throws in
            try await stage.connect()
            func runs() async throws -> String {
                try await stage.stage.database.sql("select count(*) from app.library_sync")
            }
            #expect(try await runs() == "1")
            _ = await stage.stage.page("/library")
            #expect(try await runs() == "1", "a sync is already waiting")
            #expect(await stage.service().performOne(in: stage.stage.here.id))
            // The stage's clock shows 12:00.
            for (created, count) in [("11:46", "1"), ("11:45", "2")] {
                try await stage.stage.database.sql(
                    "update app.library_sync set created_at = '2026-06-15T\(created)Z' where state = 'done'")
                #expect(await stage.stage.page("/library").location == "/library/stream")
                #expect(try await runs() == count)
            }
            #expect(
                try await stage.stage.database.sql(
                    "select count(*) from app.library_sync_part p join app.library_sync s using (tenant_id, sync_id) where s.state = 'queued'"
                ) == "5")
            // No sync is requested while the connection is broken.
            try await stage.stage.database.sql(
                "delete from app.library_sync; update app.cloud_connection set state = 'broken'")
            #expect(await stage.stage.page("/library").location == "/library/stream")
            #expect(try await runs() == "0")
        }
    }

    @Test(arguments: [
        (#"{"view": "likes", "likesOrder": "artist", "params": {"kind": "track"}}"#, "likes?order=artist&kind=track"),
        (#"{"view": "stream", "params": {"include": "posts"}}"#, "stream?include=posts"),
        (#"{"view": "playlists"}"#, "playlists"),
        (
            #"{"view": "playlist", "params": {"urn": "soundcloud:playlists:90001"}}"#,
            "playlists/soundcloud:playlists:90001"
        ),
        (
            #"{"view": "user", "params": {"urn": "soundcloud:users:70001", "view": "reposts"}}"#,
            "users/soundcloud:users:70001?view=reposts"
        ),
        (#"{"view": "likesOfUser", "params": {"urn": "70001"}}"#, "likes/users/soundcloud:users:70001"),
        (#"{"view": "following", "params": {"sort": "recent"}}"#, "following?sort=recent"),
        (#"{"view": "library", "libraryCategory": "albums"}"#, "albums"),
        (#"{"view": "library", "params": {"list": "uncertain"}}"#, "uncertain"),
        (#"{"view": "library", "params": {"track": "80001"}}"#, "tracks/soundcloud:tracks:80001"),
        (#"{"view": "podcasts", "podcastCategory": "stations"}"#, "podcasts/stations"),
        // For a missing item, the list that contained the item is opened.
        (#"{"view": "playlist", "params": {"urn": "soundcloud:playlists:6"}}"#, "playlists"),
        (#"{"view": "user", "params": {"urn": "soundcloud:users:6"}}"#, "following"),
        (#"{"view": "likesOfUser", "params": {"urn": "soundcloud:users:6"}}"#, "likes?order=user"),
        (#"{"view": "library", "params": {"artist": "999999"}}"#, "songs"),
        (#"{"view": "library", "libraryCategory": "albums", "params": {"album": "999999"}}"#, "albums"),
        (#"{"view": "library", "libraryCategory": "labels", "params": {"label": "999999"}}"#, "labels"),
        (#"{"view": "podcasts", "podcastCategory": "stations", "params": {"station": "9999"}}"#, "podcasts/stations"),
        (#"{"view": "podcasts", "params": {"track": "soundcloud:tracks:6"}}"#, "podcasts"),
        // An unknown view opens the stream. A view with an address on another site opens its list.
        (#"{"view": "attic"}"#, "stream"),
        (#"{"view": "playlist", "params": {"urn": "//evil.example"}}"#, "playlists"),
    ])
    func theLibraryOpensWithTheLastViewOrItsList(viewState: String, path: String) async throws {
        try await ListStage.with { (stage) async throws in
            try await stage.stage.database.plantCloud("here", number: 1, in: stage.stage.here)
            try await stage.stage.database.sql("update app.cloud_connection set state = 'broken'")
            let put = await stage.stage.send(.put, "/api/v1/me/view-state", viewState, as: .listener)
            #expect(put.status == 200, "\(put.text)")
            #expect(await stage.stage.page("/library").location == "/library/" + path)
        }
    }

    /// Spec L32.
    @Test(arguments: ["/library/discover", "/library/search", "/library/likes", "/library/profile"])
    func theLibraryOpensWithThePageThatWasOpenedLast(path: String) async throws {
        try await ListStage.with { (stage) async throws in
            try await stage.stage.database.plantCloud("here", number: 1, in: stage.stage.here)
            try await stage.stage.database.sql("update app.cloud_connection set state = 'broken'")
            #expect(await stage.stage.page(path).status == 200)
            let location = await stage.stage.page("/library").location
            #expect(location.prefix { $0 != "?" } == path, "\(location)")
        }
    }

    @Test func theLibraryOpensWithAnItemOnlyIfTheListenerHasTheItem() async throws {
        try await ListStage.with { (stage) async throws in
            try await stage.stage.database.plantCloud("here", number: 1, in: stage.stage.here)
            let tables = [
                ("artist", "artists"), ("album", "albums"), ("label", "labels"), ("station", "podcasts/stations"),
            ]
            for (noun, path) in tables {
                let table = noun == "station" ? "podcast_station" : "library_\(noun)"
                func id(of role: String) async throws -> String {
                    try await stage.stage.database.sql(
                        """
                        select t.\(noun)_id from app.\(table) t join app.user_account a using (tenant_id, user_id)
                         where a.login = '\(role)' and t.tenant_id = \(stage.stage.here.id)
                        """)
                }
                let (own, others) = (try await id(of: "listener"), try await id(of: "editor"))
                for (id, target) in [(own, "/library/\(path)/\(own)"), (others, "/library/songs")] {
                    let viewState = #"{"view": "library", "params": {"\#(noun)": "\#(id)"}}"#
                    #expect(
                        await stage.stage.send(.put, "/api/v1/me/view-state", viewState, as: .listener).status == 200)
                    #expect(await stage.stage.page("/library").location == target)
                }
            }
        }
    }

    @Test func disconnectingFromSoundCloudKeepsTheSyncedData() async throws {
        try await ConnectedStage.with { (stage) async throws in
            try await stage.connect()
            #expect(await stage.service().performOne(in: stage.stage.here.id))
            let profile = await stage.stage.page("/library/profile")
            #expect(profile.text.contains("action=\"/library/connection/end\""))
            let ended = await stage.stage.post("/library/connection/end")
            #expect(ended.status == 303 && ended.location == "/library/welcome?notice=disconnected")
            #expect(await stage.stage.page(ended.location).words.contains("SoundCloud disconnected."))
            #expect(try await stage.stage.audit().last == "listener connection.remove soundcloud")
            let stream = await stage.stage.page("/library/stream")
            #expect(stream.rows.count == 50 && stream.words.contains("No SoundCloud account is connected."))
            #expect(!stream.text.contains("name=\"like\""), "no change can be sent to SoundCloud")
        }
    }

    @Test func aBrokenConnectionCanBeRestoredOnTheProfile() async throws {
        try await ConnectedStage.with { (stage) async throws in
            try await stage.connect()
            try await stage.stage.database.sql(
                "update app.cloud_connection set state = 'broken', fault = 'SoundCloud no longer accepts it'")
            #expect(
                await stage.stage.page("/library/likes").words.contains("The SoundCloud connection no longer works"))
            let profile = await stage.stage.page("/library/profile")
            #expect(profile.words.contains("Not working") && profile.text.contains("action=\"/library/connection\""))
            #expect(await stage.stage.post("/library/syncs").location == "/library/profile?notice=lost")
            let begun = await stage.stage.post("/library/connection")
            #expect(await stage.stage.page(try await stage.back(from: begun.location)).location == "/library")
            #expect(await stage.stage.page("/library/profile").words.contains("Connected"))
        }
    }
}

extension ConnectedStage {
    /// Allows the connection on SoundCloud's page, as a browser would, and returns the target of the redirect.
    func back(from url: String) async throws -> String {
        let answer = try await SessionFetcher(limit: .seconds(300)).fetch(UpstreamRequest("GET", url))
        return String(try #require(answer.fields["location"]).dropFirst("http://here".count))
    }
}
