import HTTP
import Testing
import TestSupport
import Web

@testable import Radio

struct PlayingFeedTests {
    /// Runs `body` with a feed of two channels: a song of one minute at noon on the first, and a broadcast from noon on the second.
    private func feed(_ body: (PlayingStage, inout PlayingFeed, [Int64]) async throws -> Void) async throws {
        try await PlayingStage.with(at: "2026-06-15T11:59:00Z") { playing in
            let (database, here) = (playing.stage.database, playing.stage.here)
            let channels = [try await database.channel("one", in: here), try await database.channel("two", in: here)]
            try await database.cut("Song", on: channels[0], at: "2026-06-15T12:00:00Z", durationMs: 60_000, in: here)
            let show = try await database.show("Show", on: [channels[1]], in: here)
            try await database.airing(
                of: show, on: channels[1], from: "2026-06-15T12:00:00Z", to: "2026-06-15T13:00:00Z", in: here)
            var feed = PlayingFeed()
            #expect(feed.take(try await snapshot(playing), at: playing.stage.clock.now).isEmpty)
            try await body(playing, &feed, channels)
        }
    }

    private func snapshot(_ playing: PlayingStage) async throws -> RadioSnapshot {
        try await playing.hub.store.snapshot(at: playing.stage.clock.now, in: playing.stage.here.id)
    }

    @Test func eventsAreSentWhenACutBeginsOrEndsAndWhenABroadcastBegins() async throws {
        try await feed { playing, feed, channels in
            #expect(feed.nextChange == instant("2026-06-15T12:00:00Z"))
            #expect(feed.advance(to: instant("2026-06-15T11:59:59Z")).isEmpty)
            let begun = feed.advance(to: instant("2026-06-15T12:00:00Z"))
            #expect(begun.map(\.event.name) == ["now", "airing", "now"])
            #expect(begun.map { $0.channel?.rawValue } == [channels[0], channels[1], channels[1]])
            #expect(begun[1].event.data.contains("\"change\":\"began\""))
            #expect(Set(begun.map(\.event.id)).count == 3)
            #expect(feed.advance(to: instant("2026-06-15T12:00:30Z")).isEmpty)
            let ended = feed.advance(to: instant("2026-06-15T12:01:00Z"))
            #expect(ended.map(\.event.name) == ["now"])
            #expect(ended[0].event.data.contains("\"cut\":null"))
        }
    }

    @Test func aResumedEventStreamGetsTheChannelsThatChanged() async throws {
        try await feed { _, feed, channels in
            func backlog(_ id: String?, _ at: String, _ only: Set<Channel.ID>? = nil) -> [String] {
                feed.backlog(of: only, after: id, at: instant(at)).map(\.topic)
            }
            let both = channels.map(String.init)
            #expect(backlog(nil, "2026-06-15T11:59:00Z") == both)
            #expect(backlog("nonsense", "2026-06-15T11:59:00Z") == both)
            #expect(backlog(nil, "2026-06-15T11:59:00Z", [Channel.ID(rawValue: channels[1])]) == [both[1]])
            let first = feed.backlog(of: nil, after: nil, at: instant("2026-06-15T11:59:00Z"))
            #expect(first[0].id.isEmpty && !first[1].id.isEmpty, "only the last event carries the id")
            let known = first[1].id
            #expect(backlog(known, "2026-06-15T11:59:00Z") == [])
            let begun = feed.advance(to: instant("2026-06-15T12:00:00Z"))
            #expect(backlog(known, "2026-06-15T12:00:00Z") == both)
            // The connection broke after the first of three events: the stream resumes with the rest.
            #expect(backlog(begun[0].event.id, "2026-06-15T12:00:00Z") == both)
            #expect(backlog(begun[2].event.id, "2026-06-15T12:00:00Z") == [])
            _ = feed.advance(to: instant("2026-06-15T12:01:00Z"))
            #expect(backlog(begun[2].event.id, "2026-06-15T12:01:00Z") == [both[0]])
            // A listener who was disconnected during the song gets no event about the song.
            #expect(backlog(known, "2026-06-15T12:01:00Z") == [both[1]])
        }
    }

    @Test func aSnapshotTakenAMonthLaterSendsNoEvents() async throws {
        try await feed { playing, feed, _ in
            playing.stage.clock.advance(seconds: 30 * 86_400)
            let later = try await snapshot(playing)
            #expect(feed.take(later, at: playing.stage.clock.now).isEmpty)
        }
    }

    @Test func changesOfBroadcastsAndChannelsAreSentAsEvents() async throws {
        try await feed { playing, feed, channels in
            let now = playing.stage.clock.now
            try await playing.sql(
                "update app.airing set actual_start = '2026-06-15T12:10:00Z', actual_end = '2026-06-15T13:10:00Z'")
            let moved = feed.take(try await snapshot(playing), at: now)
            #expect(moved.map(\.event.name) == ["airing"])
            #expect(moved.first?.event.data.contains("\"change\":\"moved\"") == true)
            try await playing.sql("update app.airing set is_cancelled = true")
            #expect(
                feed.take(try await snapshot(playing), at: now).first?.event.data.contains("\"change\":\"removed\"")
                    == true)
            try await playing.sql("update app.channel set name = 'Another' where channel_id = \(channels[0])")
            let renamed = feed.take(try await snapshot(playing), at: now)
            #expect(renamed.map(\.event.name) == ["lineup", "now"])
            // At another revision anything may have changed.
            let old = feed.backlog(of: nil, after: "\(now.milliseconds).0.b", at: now)
            #expect(old.map(\.name) == ["lineup", "now", "now"])
            #expect(feed.take(try await snapshot(playing), at: now).isEmpty)
        }
    }
}
