import Foundation
import TestSupport
import Testing

/// Tests that a listener of the demo hears its channels and episodes.
@Suite(.serialized) struct DemoSoundServiceTests {
    @Test(.timeLimit(.minutes(30))) func theChannelsAndEpisodesOfTheDemoCanBePlayed() async throws {
        try await RunningService.with { service in
            try await service.start()
            let client = try await signedIn(service, "listener")
            let channels = try await items(client, "/api/v1/channels")
            #expect(channels.count == 3)
            var streams: [String] = []
            for channel in channels.compactMap({ $0["id"] as? String }) {
                let answer = try #require(await client.exchange("GET", "/api/v1/channels/\(channel)/audio"))
                #expect(answer.status == 303)
                streams.append(try #require(answer.fields["location"], "\(answer.text)"))
            }
            #expect(
                streams.sorted() == [
                    "/demo/radio/green-room.mp3", "/demo/radio/lantern-wave.mp3", "/demo/radio/moss-and-mist.mp3",
                ])
            try await everyStreamSendsFrames(service, streams)
            try await aRecordingHasRanges(service, client)
            try await theStreamEndsWithTheService(service, streams[0])
        }
    }

    @Test(.timeLimit(.minutes(30))) func theAddressesOfTheDemosSoundFollowThePortAndThePublicURL() async throws {
        try await RunningService.with { first in
            try await first.start()
            let client = try await signedIn(first, "programmer")
            let stream = try #require(try await uris(client)["lantern-wave"]?.first)
            #expect(stream == "http://127.0.0.1:\(first.port)/demo/radio/lantern-wave.mp3")
            // A stream entered by hand, and a channel and a recording as in a demo of a version without sound.
            let own = "https://streams.example/demo/radio/ours.mp3"
            try await change(client, channel: "moss-and-mist") { $0["bearers"] = [["uri": own]] }
            try await change(client, channel: "green-room") { $0["bearers"] = [] }
            let media = try await media(client)
            let recording = try #require(media.first { $0.url.hasSuffix("/second-desk-1.mp3") })
            let other = try #require(media.first { $0.url.hasSuffix("/second-desk-2.mp3") })
            try await change(client, recording.path) {
                $0["media"] = [["url": "https://radio.example/episode-second-desk-1.mp3"]]
            }
            try await change(client, other.path) { $0["media"] = [["url": "https://files.example/second.mp3"]] }
            #expect(await first.stop() == 0, "\(first.logTail)")

            // The same data with another port.
            let data = first.directory.appending(path: "data").path
            try await RunningService.with(settings: ["TUTTI_DATA_DIR": data]) { second in
                try await second.start()
                let client = try await signedIn(second, "programmer")
                let base = "http://127.0.0.1:\(second.port)/demo/radio"
                #expect(
                    try await uris(client) == [
                        "lantern-wave": ["\(base)/lantern-wave.mp3"], "moss-and-mist": [own],
                        "green-room": ["\(base)/green-room.mp3"],
                    ])
                let urls = try await self.media(client)
                #expect(urls.first { $0.path == recording.path }?.url == "\(base)/episodes/second-desk-1.mp3")
                #expect(urls.first { $0.path == other.path }?.url == "https://files.example/second.mp3")
                #expect(urls.filter { $0.path != other.path }.allSatisfy { $0.url.hasPrefix("\(base)/episodes/") })

                // A removed stream of a demo with sound is not added again.
                try await change(client, channel: "green-room") { $0["bearers"] = [] }
                #expect(await second.stop() == 0, "\(second.logTail)")
                try await second.start()
                #expect(try await uris(try await signedIn(second, "programmer"))["green-room"] == [])
                #expect(await second.stop() == 0, "\(second.logTail)")
            }
            let settings = ["TUTTI_DATA_DIR": data, "TUTTI_PUBLIC_URL": "https://demo.example"]
            try await RunningService.with(settings: settings) { third in
                try await third.start()
                #expect(
                    try await uris(try await signedIn(third, "programmer"))["lantern-wave"] == [
                        "https://demo.example/demo/radio/lantern-wave.mp3"
                    ])
            }
        }
    }

    // MARK: - Listening

    /// Reads all streams at the same time. Each stream has whole frames, is at most three seconds ahead of the clock, and is the same for a second
    /// listener.
    private func everyStreamSendsFrames(_ service: RunningService, _ streams: [String]) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for stream in streams {
                group.addTask {
                    let early = try StreamReader(port: service.port, path: stream, fields: "Range: bytes=0-\r\n")
                    let first = try await early.content(of: 1)
                    let arrived = Date.now
                    #expect(early.response.head.hasPrefix("HTTP/1.1 200 "), "\(early.response.head)")
                    #expect(!early.response.head.lowercased().contains("content-length"))
                    _ = try await early.content(of: first.count + 5 * Self.second)
                    let late = try StreamReader(port: service.port, path: stream)
                    let same = try await late.content(of: 3 * Self.second)
                    // The late listener began between the request and the arrival of the first bytes.
                    let from = late.asked.timeIntervalSince(arrived)
                    let to = Date.now.timeIntervalSince(early.asked)
                    let whole = try await early.content(of: Int(to + 5) * Self.second)
                    let places = max(0, Int(from / Self.frameSeconds) - 2)...Int(to / Self.frameSeconds) + 2
                    #expect(
                        places.contains {
                            whole[min($0 * 384, whole.count)...].starts(with: same[..<(3 * Self.second)])
                        },
                        "\(stream): a second listener hears something else")
                    for reader in [early, late] {
                        for arrival in reader.arrivals {
                            let seconds = arrival.time.timeIntervalSince(reader.asked)
                            #expect(Double(arrival.count) <= (seconds + 3.1) * Double(Self.second), "\(stream)")
                        }
                    }
                    #expect(DemoFrames.areWhole(Array(whole[..<(whole.count / 384 * 384)])), "\(stream)")
                }
            }
            try await group.waitForAll()
        }
    }

    /// A second of sound in bytes.
    private static let second = 16_000
    private static let frameSeconds = 0.024

    private func aRecordingHasRanges(_ service: RunningService, _ listener: TestClient) async throws {
        let programmer = try await signedIn(service, "programmer")
        let medium = try #require(try await media(programmer).first { $0.url.hasSuffix("/tuning-fork-1.mp3") })
        let answer = try #require(await listener.exchange("GET", "/api/v1/episodes/\(medium.episode)/audio"))
        #expect(answer.status == 303)
        let path = try #require(answer.fields["location"])
        #expect(path == "/demo/radio/episodes/tuning-fork-1.mp3")
        let length = 3600 * Self.second
        let head = try #require(await listener.exchange("HEAD", path))
        #expect(head.status == 200 && head.body.isEmpty)
        #expect(head.fields["content-length"] == "\(length)" && head.fields["accept-ranges"] == "bytes")
        #expect(head.fields["content-type"] == "audio/mpeg")
        let whole = try #require(await listener.exchange("GET", path))
        #expect(whole.status == 200 && whole.body.count == length)
        #expect(whole.fields["etag"]?.isEmpty == false && whole.fields["etag"] == head.fields["etag"])
        #expect(DemoFrames.areWhole(whole.body))
        let ends = [0, 1, 100_000, 28_800_001, length]
        var joined: [UInt8] = []
        for (start, end) in zip(ends, ends.dropFirst()) {
            let range = end == length ? "\(start)-" : "\(start)-\(end - 1)"
            let part = try #require(await listener.exchange("GET", path, fields: ["Range": "bytes=\(range)"]))
            #expect(part.status == 206)
            #expect(part.fields["content-range"] == "bytes \(start)-\(end - 1)/\(length)")
            joined += part.body
        }
        #expect(joined == whole.body)
        let beyond = try #require(await listener.exchange("GET", path, fields: ["Range": "bytes=\(length)-"]))
        #expect(beyond.status == 416 && beyond.fields["content-range"] == "bytes */\(length)")
        #expect(await listener.exchange("GET", "/demo/radio/episodes/unknown.mp3")?.status == 404)
    }

    private func theStreamEndsWithTheService(_ service: RunningService, _ stream: String) async throws {
        let reader = try StreamReader(port: service.port, path: stream)
        _ = try await reader.content(of: Self.second)
        async let isComplete = reader.isCompleteAtTheEnd()
        #expect(await service.stop() == 0, "\(service.logTail)")
        #expect(try await isComplete, "the stream ends with its last chunk")
    }

    // MARK: - Requests

    private func signedIn(_ service: RunningService, _ login: String) async throws -> TestClient {
        let line = try #require(service.lines.first { $0.hasPrefix("demo login   \(login) ") })
        let password = try #require(line.split(separator: " ").last)
        var client = TestClient(port: service.port)
        let session = try #require(
            await client.exchange(
                "POST", "/api/v1/sessions", json: #"{"login":"\#(login)","password":"\#(password)"}"#))
        client.token = try #require(session.json["accessToken"] as? String, "\(session.text)")
        return client
    }

    private func items(_ client: TestClient, _ path: String) async throws -> [[String: Any]] {
        let answer = try #require(await client.exchange("GET", path))
        return try #require(answer.json["items"] as? [[String: Any]], "\(answer.text)")
    }

    /// Returns the addresses of the channels' streams, by the slug of the channel.
    private func uris(_ client: TestClient) async throws -> [String: [String]] {
        var uris: [String: [String]] = [:]
        for channel in try await items(client, "/api/v1/admin/channels?limit=200") {
            guard let slug = channel["slug"] as? String else { continue }
            uris[slug] = (channel["bearers"] as? [[String: Any]] ?? []).compactMap { $0["uri"] as? String }
        }
        return uris
    }

    /// Returns the addresses of all recordings, with the paths of their versions and their episodes.
    private func media(_ client: TestClient) async throws -> [(url: String, path: String, episode: String)] {
        var media: [(url: String, path: String, episode: String)] = []
        for episode in try await items(client, "/api/v1/admin/episodes?limit=200").compactMap({ $0["id"] as? String }) {
            let path = "/api/v1/admin/episodes/\(episode)/versions"
            for version in try await items(client, path) {
                for medium in version["media"] as? [[String: Any]] ?? [] {
                    let (url, id) = (medium["url"] as? String ?? "", version["id"] as? String ?? "")
                    media.append((url, "\(path)/\(id)", episode))
                }
            }
        }
        return media
    }

    private func change(
        _ client: TestClient, channel slug: String, _ body: (inout [String: Any]) -> Void
    ) async throws {
        let channels = try await items(client, "/api/v1/admin/channels?limit=200")
        let id = try #require(channels.first { $0["slug"] as? String == slug }?["id"] as? String)
        try await change(client, "/api/v1/admin/channels/\(id)", body)
    }

    private func change(_ client: TestClient, _ path: String, _ body: (inout [String: Any]) -> Void) async throws {
        var members = try #require(await client.exchange("GET", path)).json
        body(&members)
        let text = String(decoding: try JSONSerialization.data(withJSONObject: members), as: UTF8.self)
        let answer = try #require(await client.exchange("PUT", path, json: text))
        #expect(answer.status == 200, "\(answer.text)")
    }
}
