import TestSupport
import Testing
import Web
import WebTestSupport

@testable import Radio

struct RadioAudioRoutesTests {
    @Test func getChannelAudio() async throws {
        try await PlayingStage.with { playing in
            let (database, here) = (playing.stage.database, playing.stage.here)
            let heard = try await database.channel("one", in: here)
            try await database.bearer("fm:ce1.c479.09580", of: heard, in: here)
            try await database.bearer("https://radio.example/one.mp3", of: heard, in: here)
            let silent = try await database.channel("two", in: here)
            try await database.bearer("fm:ce1.c479.09590", of: silent, in: here)
            let answer = await playing.get("/api/v1/channels/\(heard)/audio")
            #expect(answer.status == 303)
            #expect(answer.fields["Location"] == "https://radio.example/one.mp3")
            #expect(answer.fields["Cache-Control"] == "no-store")
            let refused = await playing.get("/api/v1/channels/\(silent)/audio")
            #expect(refused.status == 404)
            #expect(refused["code"] as? String == "no-audio")
            #expect(await playing.get("/api/v1/channels/999/audio")["code"] as? String == "no-such-channel")
            let elsewhere = await playing.stage.send(.get, "/api/v1/channels/\(heard)/audio", at: "there")
            #expect(elsewhere.status == 404)
        }
    }

    /// Spec R66.
    @Test func getEpisodeAudio() async throws {
        try await PlayingStage.with { playing in
            let (database, here) = (playing.stage.database, playing.stage.here)
            let show = try await database.show("Morning", in: here)
            let episode = try await database.episode("E", of: show, in: here)
            let old = try await database.version(of: episode, from: "2026-06-15T10:00:00Z", in: here)
            try await database.media("https://radio.example/old.mp3", of: old, in: here)
            let version = try await database.version(
                of: episode, from: "2026-06-15T11:00:00Z", until: "2026-06-15T13:00:00Z", in: here)
            try await database.media("https://radio.example/keep.mp3", of: version, purpose: "download", in: here)
            try await database.media("https://radio.example/new.mp3", of: version, in: here)
            let path = "/api/v1/episodes/\(episode)/audio"
            #expect(await playing.get(path).fields["Location"] == "https://radio.example/new.mp3")
            #expect(await playing.stage.send(.get, path, at: "there").status == 404)
            try playing.stage.clock.set("2026-06-15T13:00:00Z")
            #expect(await playing.get(path).fields["Location"] == "https://radio.example/old.mp3")
            try await database.sql("delete from app.version where version_id = \(old)")
            #expect(await playing.get(path)["code"] as? String == "no-audio")
            try await database.sql("update app.show set active = false where show_id = \(show)")
            #expect(await playing.get(path)["code"] as? String == "no-such-episode")
        }
    }

    @Test func theNewestEpisodesWithAStreamAreListed() async throws {
        try await PlayingStage.with { playing in
            let (database, here) = (playing.stage.database, playing.stage.here)
            let store = OnDemandStore(database: database.tenants)
            let now = instant("2026-06-15T12:00:00Z")
            var shows: [Int64] = []
            for (index, title) in ["Morning", "Noon", "Off"].enumerated() {
                let show = try await database.show(title, in: here)
                shows.append(show)
                for hour in 1...3 {
                    let episode = try await database.episode("\(title) \(hour)", of: show, in: here)
                    let version = try await database.version(
                        of: episode, from: "2026-06-1\(hour)T0\(index):00:00Z", in: here)
                    try await database.media("https://radio.example/\(title)-\(hour).mp3", of: version, in: here)
                }
                // Not available yet, and without a stream.
                let later = try await database.episode("\(title) later", of: show, in: here)
                let version = try await database.version(of: later, from: "2026-06-16T00:00:00Z", in: here)
                try await database.media("https://radio.example/later.mp3", of: version, in: here)
                let silent = try await database.episode("\(title) silent", of: show, in: here)
                _ = try await database.version(of: silent, from: "2026-06-14T00:00:00Z", in: here)
            }
            try await database.sql("update app.show set active = false where show_id = \(shows[2])")
            let all = try await store.newest(limit: 4, at: now, in: here.id)
            #expect(all.map(\.title) == ["Noon 3", "Morning 3", "Noon 2", "Morning 2"])
            #expect(all.map(\.show) == ["Noon", "Morning", "Noon", "Morning"])
            #expect(all.first?.streamURL == "https://radio.example/Noon-3.mp3")
            let show = try await store.newest(of: Show.ID(rawValue: shows[0]), limit: 10, at: now, in: here.id)
            #expect(show.map(\.title) == ["Morning 3", "Morning 2", "Morning 1"])
            #expect(try await store.newest(limit: 10, at: now, in: playing.stage.there.id).isEmpty)
        }
    }
}
