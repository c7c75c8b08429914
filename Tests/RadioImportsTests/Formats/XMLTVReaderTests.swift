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

    @Test func aChannelOfAGuideIsReadWithItsNameNumberIconAndSite() throws {
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
        let report = "guide.xml:6 channel: the channel one.example occurs again in the file; the first one is used"
        #expect(found.reports == [report])
    }

    @Test func aProgrammeBecomesAnAiringOfTheShowWithThatTitle() throws {
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

    @Test func aProgrammeWithoutAStopEndsAtTheNextStartOfItsChannel() throws {
        let found = try read(
            """
            <programme start="20260501090000" channel="a"><title>Two</title></programme>
            <programme start="20260501080000" channel="a"><title>One</title></programme>
            <programme start="20260501083000" channel="b"><title>Other</title><length units="minutes">90</length></programme>
            """)
        #expect(found.airings.map(\.plannedEnd) == [Self.time("09:00"), Self.time("10:00")])
        #expect(
            found.reports == [
                "guide.xml:4 programme: the programme has no valid stop, and no programme of its channel follows "
                    + "within a day; add a stop"
            ])
        #expect(found.channels.map(\.name) == ["a", "b"] && found.notices.count == 2)
    }

    @Test func overlappingProgrammesOfAChannelAreShortenedOrRefused() throws {
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
        #expect(found.faults.map(\.position.line) == [6, 7])
    }

    @Test func aRefusedProgrammeDoesNotShortenOtherProgrammes() throws {
        let found = try XMLTVReader().read(bytes: try resource("zero-length.xml"), named: "guide.xml")
        #expect(found.shows.map(\.title) == ["Long", "Real second"])
        #expect(
            found.airings.map { "\($0.plannedStart) \($0.plannedEnd)" } == [
                "2026-12-01T10:00:00.000Z 2026-12-01T12:00:00.000Z",
                "2026-12-01T13:00:00.000Z 2026-12-01T14:00:00.000Z",
            ])
        #expect(found.faults.map(\.position.line) == [3, 4] && found.notices.isEmpty)
    }

    @Test func aProgrammeWithoutAnEndDoesNotShortenOtherProgrammes() throws {
        let found = try read(
            """
            <channel id="a"><display-name>A</display-name></channel>
            <programme start="20260501080000" stop="20260501100000" channel="a"><title>Long</title></programme>
            <programme start="20260501090000" channel="a"><title>Endless</title></programme>
            <programme start="20260501090000" channel="a"><title>Endless too</title></programme>
            <programme start="20260505090000" channel="a"><title>Last</title></programme>
            <programme start="20260505090000" stop="20260505100000" channel="a"><title>Sound</title></programme>
            """)
        #expect(found.shows.map(\.title) == ["Long", "Sound"])
        #expect(found.airings.first?.plannedEnd == Self.time("10:00"))
        #expect(found.faults.map(\.position.line) == [6, 7, 8] && found.notices.isEmpty)
    }

    @Test func furtherPicturesAndDescriptionsAreReportedAsNotImported() throws {
        let found = try XMLTVReader().read(bytes: try resource("pictures.xml"), named: "guide.xml")
        #expect(found.shows.map { $0.art?.images.map(\.url) } == [["http://x.example/1.jpg"], nil])
        #expect(found.airings.map(\.description) == ["One", "Two", "", ""])
        #expect(found.episodes.map(\.description) == ["First desc"])
        #expect(
            found.notices.map { "\($0.position): \($0.message)" } == [
                "guide.xml:3 programme: the picture http://x.example/2.jpg is not imported: "
                    + "the show already has the picture on line 2",
                "guide.xml:5 programme: the description is not imported: its episode already has the description on line 4",
            ])
    }

    @Test func theFirstPictureAndDescriptionOfAShowOrEpisodeAreUsed() throws {
        let found = try read(
            """
            <channel id="a"><display-name>A</display-name></channel>
            <programme start="20260501080000" stop="20260501090000" channel="a"><title>Play</title></programme>
            <programme start="20260501090000" stop="20260501100000" channel="a"><title>Play</title><icon src="https://a.example/1.png"/></programme>
            <programme start="20260501100000" stop="20260501110000" channel="a"><title>Drama</title><sub-title>Ep</sub-title></programme>
            <programme start="20260501110000" stop="20260501120000" channel="a"><title>Drama</title><sub-title>Ep</sub-title><desc>Words</desc></programme>
            <programme start="20260501120000" stop="20260501130000" channel="a"><title>Drama</title><sub-title>Ep</sub-title><image type="still">https://a.example/2.png</image></programme>
            <programme start="20260501140000" stop="20260501130000" channel="a"><title>Drama</title><sub-title>Ep</sub-title><icon src="https://a.example/3.png"/></programme>
            """)
        #expect(
            found.shows.map { $0.art?.images.first?.url } == ["https://a.example/1.png", "https://a.example/2.png"])
        #expect(found.episodes.map(\.description) == ["Words"])
        #expect(found.episodes.map { $0.art?.images.first?.url } == ["https://a.example/2.png"])
        #expect(found.notices.isEmpty && found.faults.map(\.position.line) == [10])
    }

    @Test func oneNoticePerKindCountsTheTextsAndIconsThatAreNotImported() throws {
        let found = try read(
            """
            <channel id="a"><display-name>A</display-name><icon src="one.png"/></channel>
            <programme start="20260501080000" stop="20260501090000" channel="a"><title lang="de">Eins</title><title lang="en">One</title><desc lang="de">Worte</desc><desc lang="en-GB">Words</desc><icon src="file:///1.png"/><icon src=""/></programme>
            """)
        #expect(found.shows.map(\.title) == ["Eins"] && found.airings.map(\.description) == ["Worte"])
        #expect(
            found.notices.map { "\($0.position): \($0.message)" } == [
                "guide.xml:4 icon: icons not imported: 2. An icon's src must be an http or https address; "
                    + "the first of these icons has the src \"one.png\" and is on this line",
                "guide.xml:5 programme: further titles, subtitles and descriptions not imported: 2 (en). "
                    + "Each programme keeps one of each; the first further text is on this line",
            ])
    }

    @Test func aPersonOfAGuideMayHaveAPicture() throws {
        let found = try read(
            """
            <programme start="20260501080000" stop="20260501090000" channel="a"><title>One</title><credits>
            <presenter> Ann <image type="person">https://a.example/ann.png</image><url>https://a.example/ann</url></presenter></credits></programme>
            """)
        #expect(found.people.map(\.name) == ["Ann"])
        #expect(found.people.first?.art?.images.map(\.url) == ["https://a.example/ann.png"])
    }

    @Test func aGuideWithAnotherRootElementIsRefused() throws {
        let found = try XMLTVReader().read(
            "<epg><channel id=\"a\"><display-name>A</display-name></channel></epg>", named: "guide.xml")
        #expect(
            found.items.isEmpty
                && found.reports == ["guide.xml:1: the root element must be tv (XMLTV), found epg"])
    }

    @Test func programmesOfAClumpDivideTheTimeOfTheClumpEqually() throws {
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
    func xmltvTimesAreReadWithAndWithoutAZone(text: String, instant: String) {
        #expect(XMLTVTime.instant(text) == Instant(rfc3339: instant))
    }

    @Test(arguments: [
        "", "soon", "20230230000000", "20230428250000", "2023042800480", "20230428004800 Q", "20230428004800 +9900",
        "20230428 00 00",
    ])
    func aMalformedXMLTVTimeIsRefused(text: String) { #expect(XMLTVTime.instant(text) == nil) }

    @Test func aCompressedGuideIsReadUnlessItIsDamagedOrTooLarge() throws {
        let guide = Array("<tv><channel id=\"a\"><display-name>A</display-name></channel></tv>".utf8)
        #expect(try XMLTVReader().read(bytes: Gzip.compress(guide)).channels.map(\.name) == ["A"])
        let damaged = try XMLTVReader().read(bytes: Array(Gzip.compress(guide).dropLast(9)))
        #expect(damaged.items.isEmpty && damaged.faults.count == 1)
        let bomb = try Gzip.compress([UInt8](repeating: 0x20, count: 20 << 20))
        let refusal = #expect(throws: ImportRefusal.self) { try XMLTVReader().read(bytes: bomb) }
        #expect(
            refusal?.message
                == "the gzip file is too large when unpacked; the maximum is 8192 MiB, and 200 times the size of the gzip file; "
                + "send it unpacked, or in parts"
        )
    }

    @Test func aGuideMayHaveAnotherEncodingButNoEntityDeclarations() throws {
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
            found.items.isEmpty && found.reports == ["file:1: the XML document must not have a DOCTYPE"])
    }

    @Test func itemsBeforeADamagedPartOfAGuideAreRead() throws {
        let found = try XMLTVReader().read("<tv>\n<channel id=\"a\"/>\n<channel id=\"b\"/>\n<channel id=\"c\"")
        #expect(found.channels.map(\.key) == ["a", "b"] && found.faults.map(\.position.line) == [4])
    }

    /// Some guides for set-top boxes list "7 Radio One", "7" and "Radio One".
    @Test(arguments: [
        (["7 Radio One", "7", "Radio One"], "Radio One"), (["Radio One", "7 Radio One", "7"], "Radio One"),
        (["7 Radio One", "7"], "7 Radio One"), (["5 Live"], "5 Live"), (["5 Live", "9"], "5 Live"),
    ])
    func aDisplayNameWithoutTheChannelNumberIsPreferred(names: [String], name: String) throws {
        let elements = names.map { "<display-name>\($0)</display-name>" }.joined()
        let found = try read("<channel id=\"a\">\(elements)</channel>")
        #expect(found.channels.map(\.name) == [name])
    }

    @Test func anIdentifierOfAShowDoesNotIdentifyAnEpisode() throws {
        let found = try read(
            """
            <programme start="20260501080000" stop="20260501090000" channel="a"><title>Talk</title><desc>Monday</desc><episode-num system="dd_progid">SH01234567.0000</episode-num></programme>
            <programme start="20260501090000" stop="20260501100000" channel="a"><title>Talk</title><desc>Tuesday</desc><episode-num system="dd_progid">SH01234567.0000</episode-num></programme>
            <programme start="20260501100000" stop="20260501110000" channel="a"><title>Talk</title><desc>Wednesday</desc><episode-num system="dd_progid">EP01234567.0042</episode-num></programme>
            """)
        #expect(found.airings.map(\.description) == ["Monday", "Tuesday", ""] && found.episodes.count == 1)
        #expect(found.airings.map { $0.episode == nil } == [true, true, false])
    }

    @Test(arguments: [
        ("<episode-num system=\"common\">S02E05</episode-num>", 2, 5),
        ("<episode-num system=\"SxxExx\">s2 e5</episode-num>", 2, 5),
        ("<episode-num>2x05</episode-num>", 2, 5),
        ("<episode-num system=\"onscreen\">Season 2, Episode 5</episode-num>", 2, 5),
        ("<episode-num system=\"onscreen\">Ep. 5 of 12</episode-num>", nil, 5),
        ("<episode-num system=\"onscreen\">Saison 2 épisode 5/8</episode-num>", 2, 5),
        ("<episode-num system=\" XMLTV_NS \"> 1 . 4/12 . 0/1 </episode-num>", 2, 5),
        ("<episode-num system=\"onscreen\">Wednesday</episode-num>", nil, nil),
    ])
    func episodeNumbersInManyNotationsAreRead(element: String, season: Int32?, part: Int32?) throws {
        let found = try read(
            "<programme start=\"20260501080000\" stop=\"20260501090000\" channel=\"a\"><title>T</title>\(element)</programme>"
        )
        let episode = try #require(found.episodes.first)
        #expect(episode.season == season && episode.part == part)
    }

    @Test(arguments: [
        ("windows-1250", [0x8E, 0x6C, 0x75, 0x9D] as [UInt8], "Žluť"),
        ("ISO-8859-2", [0xAE, 0x6C, 0x75, 0xBB], "Žluť"),
        ("windows-1251", [0xC4, 0xE0, 0xB8], "Даё"), ("KOI8-R", [0xE4, 0xC1, 0xA3], "Даё"),
        ("iso-8859-5", [0xB4, 0xD0], "Да"),
        ("windows-1253", [0xC1, 0xA2], "ΑΆ"), ("ISO-8859-7", [0xC1, 0xB6], "ΑΆ"), ("ISO-8859-9", [0xDD, 0x41], "İA"),
        ("windows-1250", Array("Žluť".utf8), "Žluť"),
    ])
    func guidesInManyEncodingsAreRead(encoding: String, name: [UInt8], text: String) throws {
        let start = "<?xml version='1.0' encoding='\(encoding)'?><tv><channel id='a'><display-name>"
        let bytes = Array(start.utf8) + name + Array("</display-name></channel></tv>".utf8)
        #expect(try XMLTVReader().read(bytes: bytes).channels.map(\.name) == [text])
    }

    @Test func aGuideInAnUnknownEncodingIsRefused() throws {
        let found = try XMLTVReader().read("<?xml version='1.0' encoding='EBCDIC'?><tv><channel id='a'/></tv>")
        #expect(found.items.isEmpty && found.faults.count == 1)
    }
}
