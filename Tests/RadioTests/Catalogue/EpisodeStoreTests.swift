import TestSupport
import Testing
import Web
import WebTestSupport

@testable import Radio

struct EpisodeStoreTests {
    @Test func anEpisodeCannotBelongToASerialOfAnotherShow() async throws {
        try await withCatalogue { stage in
            let show = try await stage.made("shows", #"{"title":"S"}"#)
            let other = try await stage.made("shows", #"{"title":"O"}"#)
            let serial = try await stage.made("serials", #"{"show":"\#(other)","title":"Parts"}"#)
            let answer = await stage.send(
                .post, "/api/v1/admin/episodes", #"{"show":"\#(show)","serial":"\#(serial)","title":"E"}"#,
                as: .programmer)
            #expect(answer.status == 422 && answer.faults == ["/serial"], "\(answer.text)")
            let right = try await stage.made("episodes", #"{"show":"\#(other)","serial":"\#(serial)","title":"E"}"#)
            let moved = await stage.send(
                .put, "/api/v1/admin/episodes/\(right)", #"{"show":"\#(show)","title":"E"}"#, as: .programmer)
            #expect(moved.status == 422 && moved.faults == ["/show"])
        }
    }

    @Test func theEpisodesOfADeletedSerialStayInTheShow() async throws {
        try await withCatalogue { stage in
            let show = try await stage.made("shows", #"{"title":"S"}"#)
            let serial = try await stage.made("serials", #"{"show":"\#(show)","title":"Parts"}"#)
            let episode = try await stage.made("episodes", #"{"show":"\#(show)","serial":"\#(serial)","title":"E"}"#)
            #expect(await stage.send(.delete, "/api/v1/admin/serials/\(serial)", as: .programmer).status == 204)
            let left = await stage.send(.get, "/api/v1/admin/episodes/\(episode)", as: .programmer)
            #expect(left.status == 200 && left["serial"] == nil)
        }
    }

    @Test func broadcastsOfADeletedEpisodeAreKept() async throws {
        try await withCatalogue { stage in
            let channel = try await stage.database.channel("one", in: stage.here)
            let show = try await stage.database.show("S", on: [channel], in: stage.here)
            let episode = try await stage.database.episode("E", of: show, in: stage.here)
            try await stage.database.airing(
                of: show, episode: episode, on: channel, from: "2026-06-15T10:00:00Z", to: "2026-06-15T11:00:00Z",
                in: stage.here)
            try await stage.database.version(of: episode, from: "2026-06-15T11:00:00Z", in: stage.here)
            #expect(await stage.send(.delete, "/api/v1/admin/episodes/\(episode)", as: .programmer).status == 204)
            #expect(try await stage.database.sql("select episode_id is null from app.airing") == "t")
            #expect(try await stage.database.sql("select count(*) from app.version") == "0")
            #expect(try await stage.touched() == "\(show)")
        }
    }

    @Test func aVersionIsFoundOnlyUnderTheAddressOfItsEpisode() async throws {
        try await withCatalogue { stage in
            let show = try await stage.made("shows", #"{"title":"S"}"#)
            let one = try await stage.made("episodes", #"{"show":"\#(show)","title":"One"}"#)
            let two = try await stage.made("episodes", #"{"show":"\#(show)","title":"Two"}"#)
            let version = try await stage.made(
                "episodes/\(one)/versions",
                """
                {"availableFrom":"2026-06-15T08:00:00.000Z","availableUntil":"2026-07-15T08:00:00.000Z",
                 "media":[{"url":"https://media.example/1.mp3","mediaType":"audio/mpeg","bitrate":128}]}
                """)
            for (episode, status) in [(one, 200), (two, 404)] {
                let path = "/api/v1/admin/episodes/\(episode)/versions/\(version)"
                #expect(await stage.send(.get, path, as: .programmer).status == status)
            }
            #expect(await stage.send(.get, "/api/v1/admin/episodes/99/versions", as: .programmer).status == 404)
        }
    }

    @Test func aVersionWithAnInvalidEndOrAddressIsRefused() async throws {
        try await withCatalogue { stage in
            let show = try await stage.made("shows", #"{"title":"S"}"#)
            let one = try await stage.made("episodes", #"{"show":"\#(show)","title":"One"}"#)
            let wrong = await stage.send(
                .post, "/api/v1/admin/episodes/\(one)/versions",
                """
                {"availableFrom":"2026-06-15T08:00:00.000Z","availableUntil":"2026-06-15T08:00:00.000Z",
                 "airing":"77","media":[{"url":"nowhere"}]}
                """, as: .programmer)
            #expect(wrong.faults == ["/availableUntil", "/media/0/url"])
        }
    }
}
