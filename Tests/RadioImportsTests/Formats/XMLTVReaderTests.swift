import Gzip
import Testing
import Web

@testable import RadioImports

struct XMLTVReaderTests {
    private func read(_ elements: String) throws -> Collector {
        try XMLTVReader().read(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE tv SYSTEM "xmltv.dtd">
            <tv generator-info-name="x">
            \(elements)
            </tv>
            """, named: "guide.xml")
    }

    private static func time(_ text: String) -> Instant? { Instant(rfc3339: "2026-05-01T\(text):00Z") }

    @Test func aChannelHasItsNameNumberIconAndSite() throws {
        let found = try read(
            """
            <channel id="one.example"><display-name>7</display-name><display-name lang="en">Radio One</display-name>
            <icon src="https://a.example/1.png" width="100" height="50"/><url>https://one.example/</url></channel>
            <channel id="one.example"><display-name>Again</display-name></channel><channel id="two"/>
            """)
        let channel = try #require(found.channels.first)
        #expect(channel.key == "one.example" && channel.name == "Radio One" && channel.number == 7)
        #expect(channel.website == "https://one.example/")
        #expect(channel.art?.images == [.init(url: "https://a.example/1.png", width: 100, height: 50)])
        #expect(found.channels.map(\.name) == ["Radio One", "two"])
        #expect(found.reports == ["guide.xml:6 channel: the channel one.example stands in the file already"])
    }

    @Test func aProgrammeIsAnAiringOfTheShowOfItsTitle() throws {
        let found = try read(
            """
            <channel id="a"><display-name>A</display-name></channel>
            <programme start="20260501100000 +0200" stop="20260501110000 +0200" channel="a">
            <title>Show</title><sub-title>The First</sub-title><desc>Words</desc>
            <credits><presenter>Ann</presenter><guest>Bob</guest><presenter>Ann</presenter></credits>
            <category>News</category><category>NEWS</category><icon src="https://a.example/i.png"/>
            <episode-num system="xmltv_ns">1 . 4/12 . 0/1</episode-num><episode-num system="onscreen">S02E05</episode-num>
            <previously-shown start="20250101"/><live/>
            </programme>
            """)
        let airing = try #require(found.airings.first)
        #expect(airing.plannedStart == Self.time("08:00") && airing.plannedEnd == Self.time("09:00"))
        #expect(airing.isRepeat && airing.isLive && airing.key == "a|2026-05-01T08:00:00.000Z")
        let episode = try #require(found.episodes.first)
        #expect(airing.episode == episode.key && airing.show == episode.show && found.shows.map(\.key) == [airing.show])
        #expect(
            episode.title == "The First" && episode.season == 2 && episode.part == 5 && episode.description == "Words")
        #expect(episode.publishedAt == Instant(rfc3339: "2025-01-01T00:00:00Z"))
        #expect(episode.credits.map(\.role) == ["host", "guest"] && found.people.map(\.name) == ["Ann", "Bob"])
        #expect(found.genres.map(\.name) == ["News"] && found.shows.first?.channels == ["a"])
    }

    @Test func aProgrammeWithoutAStopEndsWithTheNextOfItsChannelWhereverThatStands() throws {
        let found = try read(
            """
            <programme start="20260501090000" channel="a"><title>Two</title></programme>
            <programme start="20260501080000" channel="a"><title>One</title></programme>
            <programme start="20260501083000" channel="b"><title>Other</title><length units="minutes">90</length></programme>
            """)
        #expect(found.airings.map(\.plannedEnd) == [Self.time("09:00"), Self.time("10:00")])
        #expect(
            found.reports == [
                "guide.xml:4 programme: it has no stop, and no programme of its channel follows within a day"
            ])
        #expect(found.channels.map(\.name) == ["a", "b"] && found.notices.count == 2)
    }

    @Test func airingsOfAChannelNeverOverlap() throws {
        let found = try read(
            """
            <programme start="20260501080000" stop="20260501090500" channel="a"><title>Long</title></programme>
            <programme start="20260501090000" stop="20260501100000" channel="a"><title>Next</title></programme>
            <programme start="20260501090000" stop="20260501093000" channel="a"><title>Same</title></programme>
            <programme start="20260501110000" stop="20260501100000" channel="a"><title>Backwards</title></programme>
            """)
        #expect(
            found.airings.map { [$0.plannedStart, $0.plannedEnd] } == [
                [Self.time("08:00"), Self.time("09:00")], [Self.time("09:00"), Self.time("10:00")],
            ])
        #expect(found.faults.map(\.place.line) == [6, 7])
    }

    @Test func programmesOfAClumpShareItsTime() throws {
        let found = try read(
            """
            <programme start="20260501080000" stop="20260501090000" clumpidx="0/2" channel="a"><title>One</title></programme>
            <programme start="20260501080000" stop="20260501090000" clumpidx="1/2" channel="a"><title>Two</title></programme>
            """)
        #expect(found.reports == [])
        #expect(
            found.airings.map { [$0.plannedStart, $0.plannedEnd] } == [
                [Self.time("08:00"), Self.time("08:30")], [Self.time("08:30"), Self.time("09:00")],
            ])
    }

    @Test(arguments: [
        ("20230428004800 +0100", "2023-04-27T23:48:00Z"), ("20230428004800", "2023-04-28T00:48:00Z"),
        ("202304280048 -0530", "2023-04-28T06:18:00Z"), ("20230428", "2023-04-28T00:00:00Z"),
        ("2023", "2023-01-01T00:00:00Z"),
        ("20230428004800 BST", "2023-04-27T23:48:00Z"), ("20230428004800+01:00", "2023-04-27T23:48:00Z"),
        ("20230428240000", "2023-04-29T00:00:00Z"),
    ])
    func timesAreReadWithAndWithoutZone(text: String, instant: String) {
        #expect(XMLTVTime.instant(text) == Instant(rfc3339: instant))
    }

    @Test(arguments: [
        "", "soon", "20230230000000", "20230428250000", "2023042800480", "20230428004800 Q", "20230428004800 +9900",
        "20230428 00 00",
    ])
    func whatIsNoTimeIsNone(text: String) { #expect(XMLTVTime.instant(text) == nil) }

    @Test func aPackedGuideIsReadAndABombOrADamagedOneIsToldOf() throws {
        let guide = Array("<tv><channel id=\"a\"><display-name>A</display-name></channel></tv>".utf8)
        #expect(try XMLTVReader().read(bytes: Gzip.compress(guide)).channels.map(\.name) == ["A"])
        let damaged = try XMLTVReader().read(bytes: Array(Gzip.compress(guide).dropLast(9)))
        #expect(damaged.items.isEmpty && damaged.faults.count == 1)
        let bomb = try Gzip.compress([UInt8](repeating: 0x20, count: 20 << 20))
        #expect(
            try XMLTVReader().read(bytes: bomb).reports == [
                "file: the gzip file unpacks to more than is taken; send it unpacked, or in parts"
            ])
    }

    @Test func otherEncodingsAreReadAndDeclarationsInADoctypeAreRefused() throws {
        let text =
            "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<tv><channel id=\"a\"><display-name>Caf\u{E9}</display-name></channel></tv>"
        let latin = text.unicodeScalars.map { UInt8($0.value) }
        #expect(try XMLTVReader().read(bytes: latin).channels.map(\.name) == ["Café"])
        var utf16: [UInt8] = [0xFF, 0xFE]
        for unit in text.replacing("ISO-8859-1", with: "UTF-16").utf16 {
            utf16 += [UInt8(unit & 0xFF), UInt8(unit >> 8)]
        }
        #expect(try XMLTVReader().read(bytes: utf16).channels.map(\.name) == ["Café"])
        let found = try XMLTVReader().read("<!DOCTYPE tv [<!ENTITY a \"b\">]>\n<tv><channel id=\"a\"/></tv>")
        #expect(
            found.items.isEmpty && found.reports == ["file:1: the XML document has a DOCTYPE, which is not accepted"])
    }

    @Test func whatStandsBeforeADamageIsRead() throws {
        let found = try XMLTVReader().read("<tv>\n<channel id=\"a\"/>\n<channel id=\"b\"/>\n<channel id=\"c\"")
        #expect(found.channels.map(\.key) == ["a", "b"] && found.faults.map(\.place.line) == [4])
    }
}
