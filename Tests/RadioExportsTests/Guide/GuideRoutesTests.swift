import Testing
import TestSupport
import Web
import WebTestSupport

@testable import RadioExports

struct GuideRoutesTests {
    /// Spec E3.
    @Test func getGuideDescribesChannelsAndProgrammesInXMLTV() async throws {
        try await ExportStage.with { stage in
            let channel = try await stage.database.channel(
                "zurnal", timeZone: "Europe/Prague", number: 3, in: stage.here)
            let show = try await stage.database.show("Káva & <čaj>", in: stage.here)
            let episode = try await stage.database.episode(
                "Díl \"první\"", of: show, publishedAt: "2026-06-15T12:00:00Z", in: stage.here)
            try await stage.database.airing(
                of: show, episode: episode, on: channel, from: "2026-06-15T12:00:00Z", to: "2026-06-15T13:00:00Z",
                in: stage.here)
            try await stage.change(
                """
                update app.episode set part = 2, season = 1, description = E'Raz\\u0007dva';
                insert into app.person (name) values ('Jana'), ('Petr'), ('Otto');
                insert into app.show_credit (show_id, position, person_id, role)
                select \(show), row_number() over (order by person_id), person_id, case name when 'Jana' then 'guest' when 'Petr' then 'host' else 'carpenter' end
                  from app.person;
                insert into app.genre (name) values ('Talk');
                insert into app.show_genre (show_id, genre_id) select \(show), genre_id from app.genre
                """)
            let answer = await stage.send(.get, "/xmltv/guide.xml")
            #expect(answer.status == 200)
            #expect(answer.representation?.mediaType == "application/xml; charset=utf-8")
            #expect(
                answer.text == """
                    <?xml version="1.0" encoding="UTF-8"?>
                    <tv source-info-url="http://here/" source-info-name="Here" generator-info-name="Tutti" generator-info-url="http://here/">
                    <channel id="zurnal.here">
                    <display-name>Zurnal</display-name>
                    <display-name>3</display-name>
                    </channel>
                    <programme start="20260615140000 +0200" stop="20260615150000 +0200" channel="zurnal.here">
                    <title>Káva &amp; &lt;čaj&gt;</title>
                    <sub-title>Díl &quot;první&quot;</sub-title>
                    <desc>Razdva</desc>
                    <credits>
                    <presenter>Petr</presenter>
                    <guest>Jana</guest>
                    </credits>
                    <category>Talk</category>
                    <episode-num system="onscreen">S1 E2</episode-num>
                    <episode-num system="xmltv_ns">0.1.</episode-num>
                    <new/>
                    </programme>
                    </tv>

                    """)
        }
    }

    @Test func aRepeatedHourInTheGuideIsDistinguishedByItsUTCOffset() async throws {
        try await ExportStage.with(at: "2026-10-25T00:00:00Z") { stage in
            let channel = try await stage.database.channel("zurnal", timeZone: "Europe/Prague", in: stage.here)
            let show = try await stage.database.show("Noc", in: stage.here)
            for hour in 0..<2 {
                try await stage.database.airing(
                    of: show, on: channel, from: "2026-10-25T0\(hour):00:00Z", to: "2026-10-25T0\(hour + 1):00:00Z",
                    in: stage.here)
            }
            let programmes = try await stage.document("/xmltv/guide.xml").children(named: "programme")
            #expect(programmes.map { $0.attributes["start"] } == ["20261025020000 +0200", "20261025020000 +0100"])
            #expect(programmes.map { $0.attributes["stop"] } == ["20261025020000 +0100", "20261025030000 +0100"])
        }
    }

    @Test func anEpisodePublishedBeforeTheBroadcastIsMarkedAsPreviouslyShown() async throws {
        try await ExportStage.with { stage in
            let channel = try await stage.database.channel("one", in: stage.here)
            let show = try await stage.database.show("Show", in: stage.here)
            let old = try await stage.database.episode(
                "Old", of: show, publishedAt: "2026-06-01T08:00:00Z", in: stage.here)
            try await stage.database.airing(
                of: show, episode: old, on: channel, from: "2026-06-15T12:00:00Z", to: "2026-06-15T13:00:00Z",
                in: stage.here)
            try await stage.database.airing(
                of: show, on: channel, from: "2026-06-15T13:00:00Z", to: "2026-06-15T14:00:00Z", in: stage.here)
            let programmes = try await stage.document("/xmltv/guide.xml").children(named: "programme")
            #expect(
                programmes[0].child(named: "previously-shown")?.attributes["start"] == "20260601080000 +0000")
            #expect(programmes[0].child(named: "new") == nil)
            // For a broadcast without an episode it is unknown whether it was shown before.
            #expect(programmes[1].child(named: "previously-shown") == nil && programmes[1].child(named: "new") == nil)
        }
    }

    @Test func theGuideContainsOnlyPublicItemsOfTheTenant() async throws {
        try await ExportStage.with { stage in
            let (one, asleep) = (
                try await stage.database.channel("one", in: stage.here),
                try await stage.database.channel("asleep", in: stage.here)
            )
            let theirs = try await stage.database.channel("theirs", in: stage.there)
            let (show, gone) = (
                try await stage.database.show("Show", in: stage.here),
                try await stage.database.show("Gone", in: stage.here)
            )
            let foreign = try await stage.database.show("Foreign", in: stage.there)
            for (show, channel, hour, tenant) in [
                (show, one, 12, stage.here), (gone, one, 13, stage.here), (show, asleep, 12, stage.here),
                (foreign, theirs, 12, stage.there), (show, one, 14, stage.here),
            ] {
                try await stage.database.airing(
                    of: show, on: channel, from: "2026-06-15T\(hour):00:00Z", to: "2026-06-15T\(hour + 1):00:00Z",
                    in: tenant)
            }
            try await stage.change(
                """
                update app.channel set active = false where slug = 'asleep';
                update app.show set active = false where title = 'Gone';
                update app.airing set is_cancelled = true where planned_start = '2026-06-15T14:00:00Z'
                """)
            let guide = try await stage.document("/xmltv/guide.xml")
            #expect(guide.children(named: "channel").map { $0.attributes["id"] } == ["one.here"])
            #expect(guide.children(named: "programme").map { $0.child(named: "title")?.text } == ["Show"])
            let other = await stage.send(.get, "/xmltv/guide.xml", at: "there")
            #expect(other.text.contains("Foreign") && !other.text.contains("Show"))
        }
    }

    @Test func theGuideCoversThePastDayAndTheRequestedDaysAhead() async throws {
        try await ExportStage.with(at: "2026-06-15T12:34:56Z") { stage in
            let channel = try await stage.database.channel("one", in: stage.here)
            let show = try await stage.database.show("Show", in: stage.here)
            for (start, end) in [
                ("2026-06-14T11:00:00Z", "2026-06-14T12:00:00Z"), ("2026-06-14T12:00:00Z", "2026-06-14T13:00:00Z"),
                ("2026-06-16T11:00:00Z", "2026-06-16T12:00:00Z"), ("2026-06-16T12:00:00Z", "2026-06-16T13:00:00Z"),
                ("2026-06-29T11:00:00Z", "2026-06-29T13:00:00Z"), ("2026-06-29T13:00:00Z", "2026-06-29T14:00:00Z"),
            ] {
                try await stage.database.airing(of: show, on: channel, from: start, to: end, in: stage.here)
            }
            func starts(_ query: String) async throws -> [String] {
                try await stage.document("/xmltv/guide.xml" + query).children(named: "programme").compactMap {
                    $0.attributes["start"].map { String($0.dropFirst(4).prefix(6)) }
                }
            }
            #expect(try await starts("") == ["061412", "061611", "061612", "062911"])
            #expect(try await starts("?days=1") == ["061412", "061611"])
            for days in ["0", "15", "1.5", "+1", "x"] {
                #expect(await stage.send(.get, "/xmltv/guide.xml?days=\(days)").status == 422, "\(days)")
            }
        }
    }

    @Test func theGuideIsRebuiltAfterAChangeAndAfterAnHour() async throws {
        try await ExportStage.with { stage in
            try await stage.change("insert into app.channel (slug, name, time_zone) values ('one', 'One', 'UTC')")
            let first = await stage.send(.get, "/xmltv/guide.xml").representation
            try await stage.sql("update app.channel set name = 'Nobody was told'")
            #expect(await stage.send(.get, "/xmltv/guide.xml").representation === first)
            try await stage.change("update app.channel set name = 'Two'")
            let second = await stage.send(.get, "/xmltv/guide.xml")
            #expect(second.text.contains("<display-name>Two</display-name>"))
            #expect(second.representation?.entityTag != first?.entityTag)
            stage.clock.advance(seconds: 3600)
            let third = await stage.send(.get, "/xmltv/guide.xml").representation
            #expect(third !== second.representation)
            // Equal bytes have the same entity tag.
            #expect(third?.entityTag == second.representation?.entityTag)
        }
    }

    /// Spec E3.
    @Test func getPackedGuideReturnsTheGuideAsAGzipFile() async throws {
        try await ExportStage.with { stage in
            try await stage.change("insert into app.channel (slug, name, time_zone) values ('one', 'One', 'UTC')")
            let packed = await stage.send(.get, "/xmltv/guide.xml.gz").representation
            #expect(packed?.mediaType == "application/gzip")
            #expect(packed?.identity.prefix(2) == [0x1F, 0x8B])
            #expect(packed?.gzip == nil)
            let plain = await stage.send(.get, "/xmltv/guide.xml").representation
            #expect(packed?.identity == plain?.gzip)
            #expect(packed?.entityTag != plain?.entityTag)
        }
    }

    @Test func theGuideOfAnEmptyStationHasNoChannels() async throws {
        try await ExportStage.with { stage in
            let guide = try await stage.document("/xmltv/guide.xml")
            #expect(guide.name == "tv" && guide.children.isEmpty)
        }
    }
}
