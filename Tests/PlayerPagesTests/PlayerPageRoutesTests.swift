import Foundation
import HTTP
import PlayerCore
import Players
import Tenancy
import TestSupport
import Testing
import Web
import WebTestSupport

@testable import PlayerPages

/// A catalogue with the list "songs" of four tracks, of which the third is blocked, a list with only the second track, and a radio with a channel
/// and an episode.
struct PageCatalogue: PlayerCatalogue {
    static func id(_ number: Int) -> String { "soundcloud:tracks:\(number)" }

    private static let items = (1...4).map { PlayerItem(id: id($0), durationMs: 100_000, isBlocked: $0 == 3) }

    private static let channel = PlayerItem(id: "channel:1", timing: .live(windowMs: 0))
    private static let episode = PlayerItem(id: "episode:2", durationMs: 1_800_000)

    func list(named name: String, of owner: PlayerOwner) async throws -> PlayerCatalogueList? {
        switch name {
        case "channels": PlayerCatalogueList(name: name, items: [Self.channel])
        case "episodes": PlayerCatalogueList(name: name, items: [Self.episode])
        case "songs": PlayerCatalogueList(name: name, items: Self.items)
        case "track:\(Self.id(2))": PlayerCatalogueList(name: name, items: [Self.items[1]])
        default: nil
        }
    }

    func items(_ ids: [String], of owner: PlayerOwner) async throws -> [String: PlayerItem] {
        Dictionary(uniqueKeysWithValues: Self.items.filter { ids.contains($0.id) }.map { ($0.id, $0) })
    }

    func descriptions(of ids: [String], of owner: PlayerOwner) async throws -> [String: PlayerItemDescription] {
        Dictionary(
            uniqueKeysWithValues: ids.map { id in
                (
                    id,
                    PlayerItemDescription(
                        title: "Song \(id.suffix(1))", artist: "Quiet Harbour",
                        artworkURL: id == Self.id(1) ? "https://pictures.example/1-large.jpg" : nil,
                        picture: id == Self.id(1) ? PlayerPicture(small: "/covers/1?s", large: "/covers/1?l") : nil,
                        audioPath: id.hasPrefix("channel") ? "/api/v1/channels/1/audio" : "/api/v1/tracks/\(id)/audio",
                        credit: PlayerSourceCredit(
                            uploader: "harbour.tapes", service: "SoundCloud", address: "https://soundcloud.example/song"
                        ))
                )
            })
    }

    func wasHeard(_ id: String, since: Instant, playedMs: Int64, by owner: PlayerOwner) async throws {}
    func stopped(at id: String, positionMs: Int64, in list: String, by owner: PlayerOwner) async throws {}
}

/// The page `/player`, its bar and its forms (spec P1-P24).
@Suite struct PlayerPageRoutesTests {
    private func withPages(_ body: (RouteStage) async throws -> Void) async throws {
        try await RouteStage.with(
            routes: { database, now in
                PlayerPageRoutes(database: database, catalogue: PageCatalogue(), lastModified: 0).routes
                    + PlayerRoutes(database: database, catalogue: PageCatalogue()).routes
                    + PlayerQueueRoutes(database: database, catalogue: PageCatalogue()).routes
            }, body)
    }

    @discardableResult
    private func press(_ stage: RouteStage, _ path: String, _ form: String, at host: String = "here") async
        -> StageAnswer
    {
        await stage.send(
            .post, "/player/\(path)", body: Array(form.utf8), as: .listener, at: host,
            ["Content-Type": "application/x-www-form-urlencoded"])
    }

    private func player(_ stage: RouteStage, at host: String = "here") async -> StageAnswer {
        await stage.send(.get, "/api/v1/me/player", as: .listener, at: host)
    }

    @Test func aBrowserCanPlayAListFromAChosenTrack() async throws {
        try await withPages { stage in
            let answer = await press(stage, "play", "context=songs&track=soundcloud:tracks:2&device=web-1")
            #expect(answer.status == 303)
            #expect(answer.fields["Location"] == "/player")
            let player = await player(stage)
            #expect(player["audio"] as? String == "loading")
            #expect(player["device"] as? String == "web-1")
            #expect((player["queue"] as? [String: Any])?["index"] as? Int == 1)
        }
    }

    @Test func aFormWithoutADeviceQueuesAListWithoutPlaying() async throws {
        try await withPages { stage in
            #expect(await press(stage, "play", "context=songs").status == 303)
            let player = await player(stage)
            #expect(player["audio"] as? String == "stopped")
            #expect((player["queue"] as? [String: Any])?["length"] as? Int == 4)
            let page = await stage.send(.get, "/player", as: .listener).text
            #expect(
                page.contains(
                    "<noscript><a class=\"button quiet\" href=\"/api/v1/tracks/soundcloud:tracks:1/audio\">Listen</a></noscript>"
                ))
        }
    }

    @Test func aTrackIsAddedAfterTheCurrentTrackOrAtTheEndOfTheQueue() async throws {
        try await withPages { stage in
            await press(stage, "play", "context=songs&device=web-1")
            #expect(await press(stage, "queue/last", "track=soundcloud:tracks:2&device=web-1").status == 303)
            #expect(await press(stage, "queue/next", "track=soundcloud:tracks:4").status == 303)
            let queue = await stage.send(.get, "/api/v1/me/player/queue", as: .listener)
            let ids = (queue["items"] as? [[String: Any]])?.compactMap {
                ($0["track"] as? [String: Any])?["id"] as? String
            }
            #expect(ids == [1, 4, 2, 3, 4, 2].map { PageCatalogue.id($0) })
            #expect(await player(stage)["audio"] as? String == "loading")
        }
    }

    @Test func anUnknownTrackIsNotAddedToTheQueue() async throws {
        try await withPages { stage in
            #expect(await press(stage, "queue/last", "track=soundcloud:tracks:9").status == 422)
            #expect((await player(stage)["queue"] as? [String: Any])?["length"] as? Int == 0)
        }
    }

    @Test func thePlayerPageShowsEachOfTheFiveStates() async throws {
        try await withPages { stage in
            func state() async -> String? {
                let page = await stage.send(.get, "/player", as: .listener).text
                return page.firstMatch(of: /data-state="(\w+)"/).map { String($0.1) }
            }
            await press(stage, "play", "context=songs&device=web-1")
            _ = await press(stage, "events", "event=pause&device=web-1")
            #expect(await state() == "expanded")
            await press(stage, "events", "event=tapText&device=web-1")
            #expect(await state() == "silent")
            await press(stage, "events", "event=tapAnywhere&device=web-1")
            await press(stage, "events", "event=play&device=web-1")
            #expect(await state() == "beginPlay")
            let attempt = await player(stage)["attempt"] as? Int ?? 0
            let ready = #"{"event": "streamReady", "attempt": \#(attempt), "device": "web-1"}"#
            #expect(await stage.send(.post, "/api/v1/me/player/events", ready, as: .listener).status == 200)
            #expect(await state() == "expandedPlay")
            await press(stage, "events", "event=tapText&device=web-1")
            #expect(await state() == "collapsedPlay")
        }
    }

    /// The policy of the pages and the privacy of the listener forbid pictures of other hosts.
    @Test func thePlayerPageLoadsCoversFromThisServer() async throws {
        try await withPages { stage in
            await press(stage, "play", "context=songs&device=web-1")
            let page = await stage.send(.get, "/player", as: .listener).text
            #expect(page.contains("<img class=\"art large\" src=\"/covers/1?l\""), "\(page)")
            #expect(page.contains("<img class=\"art\" src=\"/covers/1?s\""))
            #expect(!page.contains("pictures.example"))
            // A track without a cover has a placeholder.
            #expect(page.contains(">S2</i>"))
            let bar = await stage.send(.get, "/player/bar", as: .listener).text
            #expect(bar.contains("<img class=\"art small\" src=\"/covers/1?s\""), "\(bar)")
            // Apps get the address on SoundCloud.
            let track = await player(stage)["track"] as? [String: Any]
            #expect(track?["artworkUrl"] as? String == "https://pictures.example/1-large.jpg")
        }
    }

    @Test func thePlayerBarIsEmptyUntilATrackIsQueued() async throws {
        try await withPages { stage in
            #expect(await stage.send(.get, "/player/bar", as: .listener).text.isEmpty)
            await press(stage, "play", "context=songs&device=web-1")
            let bar = await stage.send(.get, "/player/bar", as: .listener).text
            #expect(bar.contains("<strong>Song 1</strong>"))
            #expect(bar.contains("value=\"pause\""))
        }
    }

    /// The terms of SoundCloud's API ask for the uploader, the service and a link.
    @Test func thePlayerCreditsTheSourceOfATrack() async throws {
        try await withPages { stage in
            await press(stage, "play", "context=songs&device=web-1")
            let page = await stage.send(.get, "/player", as: .listener).text
            #expect(
                page.contains(
                    "Uploaded by harbour.tapes on <a class=\"from-cloud\" href=\"https://soundcloud.example/song\""))
            let bar = await stage.send(.get, "/player/bar", as: .listener).text
            #expect(bar.contains("href=\"https://soundcloud.example/song\""))
        }
    }

    /// Spec R18, R19.
    @Test func channelsAndEpisodesPlayFromTheRadioPage() async throws {
        try await withPages { stage in
            let answer = await stage.send(.get, "/player/radio", as: .listener)
            #expect(answer.status == 200)
            #expect(answer.text.contains("name=\"track\" value=\"channel:1\""))
            #expect(answer.text.contains("name=\"track\" value=\"episode:2\""))
            #expect(answer.text.contains("30:00"))
            // Stream servers are on other sites.
            #expect(answer.fields["Content-Security-Policy"]?.contains("media-src 'self' https: http:;") == true)
            await press(stage, "play", "context=channels&track=channel:1&device=web-1")
            let player = await player(stage)
            #expect(player["behindMs"] as? Int == 0)
            #expect(player["positionMs"] == nil)
            #expect((player["track"] as? [String: Any])?["audioUrl"] as? String == "/api/v1/channels/1/audio")
            let attempt = player["attempt"] as? Int ?? 0
            let ready = #"{"event": "streamReady", "attempt": \#(attempt), "device": "web-1"}"#
            #expect(await stage.send(.post, "/api/v1/me/player/events", ready, as: .listener).status == 200)
            let bar = await stage.send(.get, "/player/bar", as: .listener).text
            #expect(bar.contains("<span class=\"clock\">Live</span>"))
            let page = await stage.send(.get, "/player", as: .listener).text
            #expect(page.contains("<audio controls preload=\"none\" src=\"/api/v1/channels/1/audio\">"))
            #expect(page.contains("<span class=\"clock\">Live</span>"))
            let lost = #"{"event": "streamLost", "attempt": \#(attempt), "device": "web-1", "error": "refused"}"#
            #expect(await stage.send(.post, "/api/v1/me/player/events", lost, as: .listener).status == 200)
            #expect(
                await stage.send(.get, "/player", as: .listener).text.contains(
                    "audio could not be played. Press Play to try again, or choose another channel or episode."))
        }
    }

    @Test func tracksOfTheQueueCanBeMovedAndRemovedOnThePage() async throws {
        try await withPages { stage in
            await press(stage, "play", "context=songs&device=web-1")
            #expect(await press(stage, "queue", "change=later 0 soundcloud:tracks:1&device=web-1").status == 303)
            #expect(await press(stage, "queue", "change=remove 3 soundcloud:tracks:4&device=web-1").status == 303)
            let page = await stage.send(.get, "/player", as: .listener).text
            let changes = page.matches(of: /value="remove (\d) soundcloud:tracks:(\d)"/).map { "\($0.1) \($0.2)" }
            #expect(changes == ["0 2", "1 1", "2 3"])
        }
    }

    @Test func aChangeOfAnOutdatedQueueIsRefused() async throws {
        try await withPages { stage in
            await press(stage, "play", "context=songs&device=web-1")
            let answer = await press(stage, "queue", "change=remove 0 soundcloud:tracks:4&device=web-1")
            #expect(answer.status == 409)
            #expect((await player(stage)["queue"] as? [String: Any])?["length"] as? Int == 4)
        }
    }

    @Test func invalidFormsOfThePlayerPageAreRefused() async throws {
        try await withPages { stage in
            #expect(await press(stage, "play", "context=songs&track=soundcloud:tracks:9&device=web-1").status == 422)
            #expect(await press(stage, "play", "device=web-1").status == 422)
            #expect(await press(stage, "play", "context=nothing&device=web-1").status == 404)
            #expect(await press(stage, "events", "event=explode&device=web-1").status == 422)
            #expect(await press(stage, "queue", "change=explode&device=web-1").status == 422)
            #expect((400...422).contains(await press(stage, "events", "event=seek&device=web-1").status))
            #expect((await player(stage)["queue"] as? [String: Any])?["length"] as? Int == 0)
        }
    }

    @Test func theDeviceFormTransfersPlaybackToAnotherDevice() async throws {
        try await withPages { stage in
            await press(stage, "play", "context=songs&device=web-1")
            #expect(await press(stage, "device", "to=web-2&device=web-1").status == 303)
            #expect(await player(stage)["device"] as? String == "web-2")
        }
    }

    @Test func aPlayerIsNotShownToAnotherTenant() async throws {
        try await withPages { stage in
            await press(stage, "play", "context=songs&device=web-1")
            #expect(await stage.send(.get, "/player/bar", as: .listener, at: "there").text.isEmpty)
            #expect((await player(stage, at: "there")["queue"] as? [String: Any])?["length"] as? Int == 0)
        }
    }
}
