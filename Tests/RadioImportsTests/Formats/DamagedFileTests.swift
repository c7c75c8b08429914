import Testing

@testable import RadioImports

/// A truncated or damaged file: a reader always ends, and the items that it returns satisfy the rules of the tables.
struct DamagedFileTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        let reader: any StationReader & Sendable
        let bytes: @Sendable () throws -> [UInt8]
        var testDescription: String { name }
    }

    static let cases: [Case] = [
        Case(name: "sked-a23.csv", reader: EibiReader()) { Array(try resource("sked-a23-excerpt.csv").prefix(8000)) },
        Case(name: "SI.xml", reader: SPIReader()) { try resource("radio24-SI.xml") },
        Case(name: "PI.xml", reader: SPIReader()) { Array(programmes.utf8) },
        Case(name: "guide.xml", reader: XMLTVReader()) { Array(guide.utf8) },
        Case(name: "list.m3u", reader: M3UReader()) { Array(list.utf8) },
        Case(name: "list.pls", reader: M3UReader()) {
            Array("[playlist]\nFile1=https://a.example/1\nTitle1=One\n".utf8)
        },
        Case(name: "feed.xml", reader: RSSReader()) { try resource("podcasting20-example.xml") },
        Case(name: "list.opml", reader: OPMLReader()) {
            Array("<opml><body><outline text='a' xmlUrl='https://a.example/f'/></body></opml>".utf8)
        },
    ]

    @Test(arguments: cases)
    func aTruncatedFileGivesOnlyValidItems(damage: Case) throws {
        let bytes = try damage.bytes()
        for count in stride(from: 0, through: bytes.count, by: bytes.count < 200 ? 1 : 50) {
            check(try damage.reader.read(bytes: Array(bytes.prefix(count)), named: damage.name))
        }
    }

    @Test(arguments: cases)
    func aDamagedFileGivesOnlyValidItems(damage: Case) throws {
        let bytes = try damage.bytes()
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        for _ in 0..<150 {
            var damaged = bytes
            for _ in 0..<3 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let place = Int(state >> 33) % damaged.count
                // Readers accept a changed digit or mark more often than an arbitrary byte.
                let marks = Array("0123456789-+:.,;/<>\"=T9 ".utf8)
                damaged[place] =
                    state & 1 == 0 ? UInt8(truncatingIfNeeded: state >> 8) : marks[Int(state >> 16) % marks.count]
            }
            check(try damage.reader.read(bytes: damaged, named: damage.name))
        }
    }

    /// Checks the items against the rules of the database tables.
    private func check(_ found: Collector) {
        for airing in found.airings {
            #expect(airing.plannedEnd > airing.plannedStart)
            #expect((airing.actualEnd ?? airing.plannedEnd) > (airing.actualStart ?? airing.plannedStart))
        }
        for rule in found.rules {
            #expect((1000...604_800_000).contains(rule.durationMs) && (0..<1440).contains(rule.startMinute))
            #expect(rule.endsOn.map { $0 >= rule.startsOn } == true)
        }
        #expect(found.channels.allSatisfy { !$0.name.isEmpty && !$0.key.isEmpty && $0.key.unicodeScalars.count <= 500 })
        #expect(found.shows.allSatisfy { !$0.title.isEmpty && !$0.key.isEmpty && $0.key.unicodeScalars.count <= 500 })
        #expect(
            found.episodes.allSatisfy { !$0.title.isEmpty && !$0.key.isEmpty && $0.key.unicodeScalars.count <= 500 })
        #expect(found.segments.allSatisfy { $0.offsetMs >= 0 && $0.durationMs >= 0 })
        #expect(
            found.versions.allSatisfy { version in version.availableUntil.map { $0 > version.availableFrom } ?? true })
        var ends: [String: [(Int64, Int64)]] = [:]
        for airing in found.airings {
            let (start, end) = (airing.actualStart ?? airing.plannedStart, airing.actualEnd ?? airing.plannedEnd)
            ends[airing.channel, default: []].append((start.milliseconds, end.milliseconds))
        }
        for spans in ends.values.map({ $0.sorted(by: <) }) {
            #expect(zip(spans, spans.dropFirst()).allSatisfy { $0.1 <= $1.0 })
        }
    }

    private static let list = """
        #EXTM3U x-tvg-url="https://a.example/g.xml"
        #EXTINF:-1 tvg-id="a" tvg-logo="https://a.example/l.png" tvg-chno="3" group-title="A;B" radio="true",One
        https://a.example/1.mp3
        #EXTINF:-1 tvg-id="b",Two
        https://a.example/2.mp3

        """

    private static let guide = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE tv SYSTEM "xmltv.dtd">
        <tv><channel id="a"><display-name>A</display-name><icon src="https://a.example/i.png"/></channel>
        <programme start="20260501080000 +0200" stop="20260501090500 +0200" channel="a"><title>One</title><episode-num system="xmltv_ns">1.2.</episode-num></programme>
        <programme start="20260501090000 +0200" channel="a"><title>Two</title><sub-title>x</sub-title><credits><presenter>P</presenter></credits></programme>
        <programme start="20260501093000 +0200" stop="20260501103000 +0200" clumpidx="0/2" channel="a"><title>Three</title></programme>
        <programme start="20260501093000 +0200" stop="20260501103000 +0200" clumpidx="1/2" channel="a"><title>Four</title></programme>
        </tv>
        """

    private static let programmes = """
        <epg xml:lang="en"><schedule><scope startTime="2026-05-01T00:00:00Z"><serviceScope id="fm:ce1.c479.09580"/></scope>
        <programme id="crid://a/1"><longName>One</longName><location><time time="2026-05-01T08:00:00+02:00" duration="PT1H" actualTime="2026-05-01T08:02:00+02:00" actualDuration="PT58M"/></location>
        <programmeEvent><mediumName>E</mediumName><location><relativeTime time="PT5M" duration="PT3M"/></location><mediaCredit role="performer">P</mediaCredit></programmeEvent>
        <onDemand><presentationTime start="2026-05-01T10:00:00Z" end="2026-06-01T10:00:00Z"/><bearer id="https://a.example/1.mp3"/></onDemand></programme>
        <programme><longName>Two</longName><location><time time="2026-05-01T09:00:00+02:00" duration="PT1H"/></location></programme>
        <programme><longName>Three</longName><location><time time="2026-05-01T09:30:00+02:00" duration="PT1H"/></location></programme>
        </schedule></epg>
        """
}
