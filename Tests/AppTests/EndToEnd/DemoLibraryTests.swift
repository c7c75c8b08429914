import Foundation
import Glibc
import TestSupport
import Testing

/// Tests of the demo's library: `tutti run` without a SoundCloud application uses the stand-in for SoundCloud.
@Suite(.serialized) struct DemoLibraryTests {
    @Test(.timeLimit(.minutes(30))) func theLibraryOfTheDemoCanBePlayedSyncedAndChanged() async throws {
        try await RunningService.with { service in
            try await service.start()
            #expect(service.lines.contains { $0.hasSuffix("http://127.0.0.1:\(service.port)/library") })
            let line = try #require(service.lines.first { $0.hasPrefix("demo login   listener") })
            let password = try #require(line.split(separator: " ").last)
            var client = TestClient(port: service.port)
            let session = try #require(
                await client.exchange(
                    "POST", "/api/v1/sessions", json: #"{"login":"listener","password":"\#(password)"}"#))
            client.token = try #require(session.json["accessToken"] as? String, "\(session.text)")

            let artists = await list(client, "/api/v1/me/library/artists").compactMap { $0["name"] as? String }
            #expect(artists.count >= 12 && artists.contains("Brick Orchard"), "\(artists)")
            let stations =
                await client.exchange("GET", "/api/v1/me/podcasts/stations")?.json["items"] as? [[String: Any]]
            #expect(stations?.count == 5)
            let listed = await list(client, "/api/v1/me/library/songs")
            let songs = listed.count
            #expect(songs > 50)
            // Most tracks have a picture, which this server passes on, and some have none.
            let pictured = listed.count { $0["artworkUrl"] is String }
            #expect(pictured > songs / 2 && pictured < songs)
            try await seePicture(client)

            // The account is connected, so its tracks can be played.
            #expect(await client.exchange("GET", "/api/v1/me/connections/soundcloud")?.status == 200)
            let heard = await client.exchange("GET", "/api/v1/tracks/soundcloud:tracks:100000/audio")
            #expect(heard?.status == 200 && heard?.fields["content-type"] == "audio/mp4")
            // The account can be connected again on the consent page.
            try await connect(client)
            try await sync(client)
            let likes = await list(client, "/api/v1/me/likes").count
            #expect(likes > 120)
            #expect(await list(client, "/api/v1/me/stream").count > 50)
            #expect(await list(client, "/api/v1/me/followings").count > 10)
            let unliked = "/api/v1/me/likes/tracks/soundcloud:tracks:100000"
            #expect(await client.exchange("DELETE", unliked)?.status ?? 0 < 300)
            #expect(await eventually(within: .seconds(120)) { await isSettled(client, unliked) })
            let fewer = await list(client, "/api/v1/me/likes").count

            // A stand-in that has ended is started again and keeps its data.
            let child = try #require(standIn(of: service.pid))
            kill(child, SIGKILL)
            #expect(
                await eventually(within: 120) { standIn(of: service.pid).flatMap { $0 != child ? true : nil } } == true)
            #expect(await service.stop() == 0, "\(service.logTail)")
            #expect(await eventually(within: 120) { RunningService.isAlive(child) ? nil : true } == true)

            try await service.start()
            #expect(!service.lines.contains { $0.contains("has a library") })
            #expect(await list(client, "/api/v1/me/library/songs").count == songs)
            // The stand-in now has another port.
            try await seePicture(client)
            try await sync(client)
            #expect(await list(client, "/api/v1/me/likes").count == fewer, "the changes of the account are kept")
        }
    }

    @Test(.timeLimit(.minutes(30))) func theSoundCloudStandInIsNotStartedIfAClientIsConfigured() async throws {
        let settings = [
            "TUTTI_SOUNDCLOUD_CLIENT_ID": "ours", "TUTTI_SOUNDCLOUD_CLIENT_SECRET": "secret",
            "TUTTI_SOUNDCLOUD_API": "http://127.0.0.1:9",
        ]
        try await RunningService.with(settings: settings) { service in
            try await service.start()
            #expect(standIn(of: service.pid) == nil)
        }
    }

    // MARK: - What a browser does

    private func connect(_ client: TestClient) async throws {
        let begun = try #require(await client.exchange("POST", "/api/v1/me/connections/soundcloud"))
        let address = try #require(begun.json["authorizeUrl"] as? String, "\(begun.text)")
        let url = try #require(URLComponents(string: address))
        let upstream = TestClient(port: try #require(url.port))
        let page = try #require(await upstream.exchange("GET", "/authorize?" + (url.percentEncodedQuery ?? "")))
        #expect(page.status == 200 && page.text.contains("Connect the demo’s account?"), "\(page.text)")
        let link = try #require(page.text.firstMatch(of: /class="yes" href="([^"]*)"/))
        let yes = String(link.1).replacing("&amp;", with: "&")
        let agreed = try #require(await upstream.exchange("GET", yes))
        let back = try #require(URLComponents(string: agreed.fields["location"] ?? ""))
        #expect(back.host == "127.0.0.1" && back.path.hasSuffix("/callback"))
        let done = try #require(await client.exchange("GET", "\(back.path)?\(back.percentEncodedQuery ?? "")"))
        #expect(done.status == 200, "\(done.text)")
    }

    private func sync(_ client: TestClient) async throws {
        let asked = try #require(await client.exchange("POST", "/api/v1/me/library/syncs", json: "{}"))
        let place = try #require(asked.fields["location"], "\(asked.text)")
        _ = await eventually(within: .seconds(300)) {
            ["done", "failed"].contains(await client.exchange("GET", place)?.json["state"] as? String)
        }
        let end = try #require(await client.exchange("GET", place))
        #expect(end.json["state"] as? String == "done", "\(end.text)")
    }

    /// Returns all items, page by page.
    /// Reads the first picture on the page of songs. A drawn cover would have a shorter time of validity.
    private func seePicture(_ client: TestClient) async throws {
        let page = try #require(await client.exchange("GET", "/library/songs"))
        let image = try #require(page.text.firstMatch(of: /src="(\/library\/artwork\/[^"]*)"/), "\(page.text)")
        let picture = await client.exchange("GET", String(image.1))
        #expect(picture?.status == 200 && picture?.fields["content-type"] == "image/png")
        #expect(picture?.fields["cache-control"] == "private, max-age=86400")
    }

    private func list(_ client: TestClient, _ path: String) async -> [[String: Any]] {
        var (items, cursor): ([[String: Any]], String?) = ([], "")
        while let place = cursor {
            let more = place.isEmpty ? "" : "&cursor=\(place)"
            let page = await client.exchange("GET", path + "?limit=200" + more)?.json ?? [:]
            items += page["items"] as? [[String: Any]] ?? []
            cursor = page["next"] as? String
        }
        return items
    }

    /// Returns whether the change has reached SoundCloud. If it has, a second deletion returns 200, because nothing changes.
    private func isSettled(_ client: TestClient, _ path: String) async -> Bool {
        await client.exchange("DELETE", path)?.status == 200
    }

    /// Returns the process of the stand-in that a service started.
    private func standIn(of parent: pid_t) -> pid_t? {
        for entry in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
            guard let pid = pid_t(entry), let stat = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8),
                let close = stat.lastIndex(of: ")"), stat[..<close].hasSuffix("(soundcloud-stan")
            else { continue }
            let rest = stat[stat.index(after: close)...].split(separator: " ")
            if rest.first != "Z", rest.dropFirst().first.flatMap({ pid_t($0) }) == parent { return pid }
        }
        return nil
    }
}
