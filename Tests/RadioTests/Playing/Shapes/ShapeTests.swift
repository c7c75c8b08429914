import Foundation
import Testing
import TestSupport
import Web

@testable import Radio

/// Checks that responses have the members in the documentation of AzuraCast and Icecast.
struct ShapeTests {
    private func stage(_ body: (PlayingStage, Int64) async throws -> Void) async throws {
        try await PlayingStage.with { playing in
            let (database, here) = (playing.stage.database, playing.stage.here)
            let channel = try await database.channel("one", timeZone: "Europe/Prague", in: here)
            let show = try await database.show("Morning", on: [channel], in: here)
            for (start, end) in [("11", "13"), ("13", "14")] {
                try await database.airing(
                    of: show, on: channel, from: "2026-06-15T\(start):00:00Z", to: "2026-06-15T\(end):00:00Z", in: here)
            }
            try await database.cut("Before", on: channel, at: "2026-06-15T11:50:00Z", durationMs: 60_000, in: here)
            try await database.cut(
                "Take Five", artist: "Dave Brubeck", on: channel, at: "2026-06-15T11:59:00Z", durationMs: 120_000,
                in: here)
            try await playing.sql(
                """
                insert into app.bearer (tenant_id, channel_id, uri, media_type, bitrate)
                values (\(here.id), \(channel), 'https://one.example/live.mp3', 'audio/mpeg', 128),
                       (\(here.id), \(channel), 'fm:ce1.c479.09580', '', 0)
                """)
            try await body(playing, channel)
        }
    }

    /// Spec E10.
    @Test func getAzuraNow() async throws {
        try await stage { playing, channel in
            let answer = await playing.get("/api/nowplaying/one")
            #expect(
                Set(answer.json.keys) == [
                    "station", "listeners", "live", "now_playing", "playing_next", "song_history", "is_online", "cache",
                ])
            let station = answer["station"] as? [String: Any] ?? [:]
            #expect(
                Set(station.keys).isSuperset(of: [
                    "id", "name", "shortcode", "description", "frontend", "backend", "timezone", "listen_url",
                    "public_player_url", "playlist_pls_url", "playlist_m3u_url", "is_public", "mounts", "remotes",
                    "hls_enabled",
                ]))
            #expect(station["id"] as? Int64 == channel)
            let mounts = station["mounts"] as? [[String: Any]] ?? []
            #expect(mounts.count == 1)
            #expect(
                Set(mounts.first?.keys.map { $0 } ?? []) == [
                    "id", "name", "url", "bitrate", "format", "listeners", "path", "is_default",
                ])
            #expect(mounts.first?["path"] as? String == "/live.mp3")
            let now = answer["now_playing"] as? [String: Any] ?? [:]
            #expect(
                Set(now.keys) == [
                    "sh_id", "played_at", "duration", "playlist", "streamer", "is_request", "song", "elapsed",
                    "remaining",
                ])
            #expect(now["elapsed"] as? Int == 60)
            #expect(now["remaining"] as? Int == 60)
            let song = now["song"] as? [String: Any] ?? [:]
            #expect(
                Set(song.keys) == [
                    "id", "art", "custom_fields", "text", "artist", "title", "album", "genre", "isrc", "lyrics",
                ])
            #expect(song["text"] as? String == "Dave Brubeck - Take Five")
            #expect(song["art"] as? String == "http://here/api/v1/default-art/channel.svg")
            let next = answer["playing_next"] as? [String: Any] ?? [:]
            #expect(Set(next.keys) == ["cued_at", "played_at", "duration", "playlist", "is_request", "song"])
            let history = answer.objects("song_history")
            #expect(history.compactMap { ($0["song"] as? [String: Any])?["title"] as? String } == ["Before"])
            #expect(await playing.get("/api/nowplaying/\(channel)").text == answer.text)
            #expect(await playing.get("/api/nowplaying/none").status == 404)
            // Between songs the show is playing.
            playing.stage.clock.advance(seconds: 60)
            let talk = await playing.get("/api/nowplaying/one")["now_playing"] as? [String: Any] ?? [:]
            #expect((talk["song"] as? [String: Any])?["title"] as? String == "Morning")
        }
    }

    @Test func azuraCastAndIcecastResponsesContainTheNumberOfListeners() async throws {
        try await stage { playing, channel in
            func azura() async -> [String: Int] {
                await playing.get("/api/nowplaying/one")["listeners"] as? [String: Int] ?? [:]
            }
            #expect(await azura() == ["total": 0, "unique": 0, "current": 0])
            try await playing.sql(
                """
                update app.cut set listeners = 7 where title = 'Take Five';
                insert into app.bearer (tenant_id, channel_id, uri)
                select tenant_id, channel_id, 'http://one.example/low' from app.channel
                """)
            #expect(await azura() == ["total": 7, "unique": 7, "current": 7])
            // The number is given once, so that the sum over all streams is right.
            let stats = await playing.get("/status-json.xsl")["icestats"] as? [String: Any] ?? [:]
            let sources = stats["source"] as? [[String: Any]] ?? []
            #expect(sources.compactMap { $0["listeners"] as? Int }.sorted() == [0, 7])
            #expect(sources.compactMap { $0["listener_peak"] as? Int }.sorted() == [0, 7])
        }
    }

    @Test func findAzuraNow() async throws {
        try await stage { playing, _ in
            let list = try JSONSerialization.jsonObject(with: Data(await playing.get("/api/nowplaying").bytes))
            #expect((list as? [[String: Any]])?.count == 1)
        }
    }

    /// Some clients decode each answer strictly and fail if a member is missing or unknown.
    @Test func anAzuraCastStationHasExactlyTheMembersThatStrictClientsExpect() async throws {
        try await stage { playing, channel in
            try await playing.sql("delete from app.airing")
            try await playing.sql("update app.bearer set bitrate = 0, media_type = ''")
            let known: Set<String> = [
                "id", "name", "shortcode", "description", "frontend", "backend", "timezone", "listen_url", "url",
                "public_player_url", "playlist_pls_url", "playlist_m3u_url", "is_public", "mounts", "remotes",
                "hls_enabled", "hls_is_default", "hls_url", "hls_listeners",
            ]
            let now = await playing.get("/api/nowplaying/one")
            #expect(Set((now["station"] as? [String: Any] ?? [:]).keys) == known)
            let next = now["playing_next"] as? [String: Any] ?? [:]
            #expect((next["song"] as? [String: Any])?["id"] as? String == "channel-\(channel)")
            let station = await playing.get("/api/station/one")
            #expect(Set(station.json.keys) == known)
            #expect(station["url"] is NSNull)
            #expect(
                Set((station.objects("mounts").first ?? [:]).keys) == [
                    "id", "name", "url", "bitrate", "format", "listeners", "path", "is_default",
                ])
            #expect(await playing.get("/api/station/none").status == 404)
        }
    }

    @Test func findAzuraStations() async throws {
        try await stage { playing, channel in
            let list = try JSONSerialization.jsonObject(with: Data(await playing.get("/api/stations").bytes))
            #expect((list as? [[String: Any]])?.map { $0["id"] as? Int64 } == [channel])
        }
    }

    @Test func getAzuraSchedule() async throws {
        try await stage { playing, _ in
            let answer = await playing.get("/api/station/one/schedule?rows=2")
            let rows = try JSONSerialization.jsonObject(with: Data(answer.bytes)) as? [[String: Any]] ?? []
            #expect(rows.map { $0["is_now"] as? Bool } == [true, false])
            #expect(
                Set(rows[0].keys) == [
                    "id", "type", "name", "title", "description", "start_timestamp", "start", "end_timestamp", "end",
                    "is_now",
                ])
            #expect(rows[0]["start"] as? String == "2026-06-15T11:00:00+00:00")
            #expect(await playing.get("/api/station/one/schedule?rows=0").status == 422)
        }
    }

    /// Spec E10.
    @Test func getIcecastStatus() async throws {
        try await stage { playing, _ in
            let stats = await playing.get("/status-json.xsl")["icestats"] as? [String: Any] ?? [:]
            #expect(
                Set(stats.keys) == [
                    "admin", "host", "location", "server_id", "server_start", "server_start_iso8601", "source",
                ])
            // The time by the stage's clock at which the routes were created, not 1970.
            #expect(stats["server_start"] as? String == "Mon, 15 Jun 2026 12:00:00 +0000")
            #expect(stats["server_start_iso8601"] as? String == "2026-06-15T12:00:00+0000")
            #expect(stats["host"] as? String == "here")
            let source = stats["source"] as? [String: Any] ?? [:]
            #expect(
                Set(source.keys).isSuperset(of: [
                    "audio_info", "bitrate", "genre", "listener_peak", "listeners", "listenurl", "server_description",
                    "server_name", "server_type", "server_url", "title",
                ]))
            #expect(source["title"] as? String == "Take Five")
            #expect(source["listenurl"] as? String == "https://one.example/live.mp3")
            try await playing.sql(
                """
                insert into app.bearer (tenant_id, channel_id, uri)
                select tenant_id, channel_id, 'http://one.example/low' from app.channel
                """)
            let two = await playing.get("/status-json.xsl")["icestats"] as? [String: Any] ?? [:]
            #expect((two["source"] as? [[String: Any]])?.count == 2)
        }
    }
}
