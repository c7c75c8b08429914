import Foundation
import HTTP
import Postgres
import Tenancy
import TestSupport
import Testing
import Web

@testable import Radio

/// Snapshots of which only the changed channels are read again.
struct PartialSnapshotTests {
    private func title(_ playing: PlayingStage, _ channel: Int64) async -> String? {
        (await playing.get("/api/v1/channels/\(channel)/now")["cut"] as? [String: Any])?["title"] as? String
    }

    private func play(_ playing: PlayingStage, _ title: String, on channel: Int64) async -> Int? {
        await playing.stage.send(
            .put, "/api/v1/admin/channels/\(channel)/now-playing", #"{"title": "\#(title)"}"#, as: .programmer
        ).status
    }

    @Test func aChangeOfOneChannelReloadsOnlyThatChannel() async throws {
        try await PlayingStage.with { playing in
            let (database, here) = (playing.stage.database, playing.stage.here)
            let (one, two) = (try await database.channel("one", in: here), try await database.channel("two", in: here))
            #expect(await title(playing, two) == nil)
            // This change is not notified, so it shows only once the channel is read.
            try await database.cut("Silent", on: two, at: "2026-06-15T11:59:00Z", in: here)
            #expect(await play(playing, "Told", on: one) == 201)
            #expect(await title(playing, one) == "Told")
            #expect(await title(playing, two) == nil)
            // Any other change reads everything.
            try await playing.sql("select 1")
            #expect(await title(playing, two) == "Silent")
        }
    }

    @Test func aNoticeOfAKnownRevisionReloadsNothing() async throws {
        try await PlayingStage.with { playing in
            let (database, here) = (playing.stage.database, playing.stage.here)
            let one = try await database.channel("one", in: here)
            _ = try await playing.hub.snapshot(of: here.id)
            #expect(await play(playing, "Told", on: one) == 201)
            #expect(await title(playing, one) == "Told")
            try await database.sql("update app.cut set title = 'Silent'")
            // The database's notification of the same change arrives last.
            playing.hub.tenantChanged(ChangeNotice(tenant: here.id, kind: "radio", detail: "1,\(one)"))
            #expect(await title(playing, one) == "Told")
            // A notice without channels concerns all.
            playing.hub.tenantChanged(ChangeNotice(tenant: here.id, kind: "radio", detail: "2"))
            #expect(await title(playing, one) == "Silent")
        }
    }

    @Test func aLostNoticeIsDetectedByTheRevision() async throws {
        try await PlayingStage.with { playing in
            let (database, here) = (playing.stage.database, playing.stage.here)
            let (one, two) = (try await database.channel("one", in: here), try await database.channel("two", in: here))
            let cache = try await playing.hub.cache(of: here.id).cache
            try await database.cut("Lost", on: one, at: "2026-06-15T11:59:00Z", in: here)
            _ = try await Self.change(playing, on: one)
            // One notice between this one and the known revision is missing.
            #expect(await play(playing, "Told", on: two) == 201)
            #expect(await title(playing, two) == "Told")
            #expect(await title(playing, one) == "Lost")

            try await database.cut("Lost again", on: one, at: "2026-06-15T11:59:30Z", in: here)
            cache.checked(try await Self.change(playing, on: one))
            #expect(await title(playing, one) == "Lost again")
        }
    }

    @Test func aPartlyReloadedSnapshotEqualsACompletelyReadSnapshot() async throws {
        try await PlayingStage.with { playing in
            let (database, here) = (playing.stage.database, playing.stage.here)
            var channels: [Int64] = []
            var shows: [Int64] = []
            for name in ["one", "two", "three", "four"] {
                channels.append(try await database.channel(name, in: here))
                shows.append(try await database.show("Show \(name)", in: here))
            }
            try await database.person("Artist", biography: "Sings.", in: here)
            let cache = try await playing.hub.cache(of: here.id).cache
            var random = Seeded(20_260_615)
            for _ in 0..<40 {
                let channel = channels.randomElement(using: &random) ?? 0
                let minute = Int.random(in: 0..<180, using: &random)
                let statement: String =
                    switch Int.random(in: 0..<5, using: &random) {
                    case 0, 1:
                        """
                        insert into app.cut (tenant_id, channel_id, starts_at, title, artist, person_id)
                        select \(here.id), \(channel), '2026-06-15T10:00:00Z'::timestamptz + interval '\(minute) minutes',
                               'Song \(minute)', 'Artist', person_id from app.person
                        """
                    case 2: "update app.cut set title = title || '!' where channel_id = \(channel)"
                    case 3:
                        """
                        insert into app.airing (tenant_id, channel_id, show_id, planned_start, planned_end)
                        select \(here.id), \(channel), \(shows.randomElement(using: &random) ?? 0), t, t + interval '5 minutes'
                          from (select '2026-06-15T10:00:00Z'::timestamptz + interval '\(minute) minutes' as t) t
                         where not exists (select from app.airing a
                                            where a.channel_id = \(channel) and a.planned_start < t + interval '5 minutes'
                                              and a.planned_end > t)
                        """
                    default: "update app.airing set is_cancelled = not is_cancelled where channel_id = \(channel)"
                    }
                try await database.sql(statement)
                let revision = try await Self.change(playing, on: channel)
                // Most notices arrive; some arrive after later ones, some never.
                let word = "\(revision),\(channel)"
                switch Int.random(in: 0..<6, using: &random) {
                case 0: cache.checked(revision)
                case 1:
                    let later = try await Self.change(playing, on: channels[0])
                    playing.hub.tenantChanged(
                        ChangeNotice(tenant: here.id, kind: "radio", detail: "\(later),\(channels[0])"))
                    if minute % 2 == 0 { _ = try await playing.hub.snapshot(of: here.id) }
                    playing.hub.tenantChanged(ChangeNotice(tenant: here.id, kind: "radio", detail: word))
                default: playing.hub.tenantChanged(ChangeNotice(tenant: here.id, kind: "radio", detail: word))
                }
                let known = try await playing.hub.snapshot(of: here.id)
                let whole = try await playing.hub.store.snapshot(at: playing.stage.clock.now, in: here.id)
                for entry in whole.channels {
                    for minute in stride(from: Int64(-120), through: 60, by: 7) {
                        let at = playing.stage.clock.now.advanced(byMs: minute * 60_000)
                        #expect(NowView(entry, at: at, in: known) == NowView(entry, at: at, in: whole))
                    }
                    #expect(try Self.timeline(entry, known) == Self.timeline(entry, whole))
                }
            }
        }
    }

    /// Records a change of one channel in the database without telling the hub. Returns the new revision.
    private static func change(_ playing: PlayingStage, on channel: Int64) async throws -> RadioRevision {
        let here = playing.stage.here.id
        let tables = try await playing.stage.database.tenants.batch(
            in: here, RadioChange.statements(in: here, shows: [], channels: [Channel.ID(rawValue: channel)]))
        return RadioRevision(rawValue: try tables.last?.first?("revision") ?? 0)
    }

    private static func timeline(_ entry: LineUpChannel, _ snapshot: RadioSnapshot) throws -> Data {
        let window = instant("2026-06-15T09:00:00Z")..<instant("2026-06-15T13:00:00Z")
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try encoder.encode(TimelineView(entry, window: window, period: window, in: snapshot))
    }
}
