import Testing
import Web

@testable import RadioImports

struct SPIProgrammesTests {
    private func read(_ programmes: String, groups: String = "", channels: [String: String] = [:]) throws -> Collector {
        try SPIReader(channels: channels).read(
            """
            <epg xmlns="http://www.worlddab.org/schemas/spi/31" xml:lang="en">\(groups)<schedule>
            <scope startTime="2026-05-01T00:00:00+02:00" stopTime="2026-05-02T00:00:00+02:00"><serviceScope id="fm:GB.c479.09580"/><serviceScope id="dab:ce1.c185.c479.0"/></scope>
            \(programmes)
            </schedule></epg>
            """, named: "20260501_PI.xml")
    }

    private static func time(_ text: String) -> Instant? { Instant(rfc3339: "2026-05-01T\(text):00+02:00") }

    private static let morning = """
        <programme id="crid://a.example/1" shortId="1">
        <longName>Monday's Letters</longName><mediumName>Letters</mediumName>
        <location><time time="2026-05-01T08:00:00+02:00" duration="PT1H30M" actualTime="2026-05-01T08:02:00+02:00" actualDuration="PT1H"/></location>
        <mediaDescription><shortDescription>About letters</shortDescription></mediaDescription>
        <genre href="urn:tva:metadata:cs:ContentCS:2011:3.1.1"><name>News</name></genre>
        <memberOf id="crid://a.example/letters" index="7"/>
        <programmeEvent><mediumName>Song</mediumName><location><relativeTime time="PT5M" duration="PT3M30S"/></location><mediaCredit role="performer">Ella</mediaCredit></programmeEvent>
        <programmeEvent><mediumName>Talk</mediumName><location><time time="2026-05-01T08:22:00+02:00" duration="PT10M"/></location></programmeEvent>
        <programmeEvent><mediumName>Late</mediumName><location><relativeTime time="PT9H" duration="PT3M"/></location></programmeEvent>
        <onDemand><presentationTime start="2026-05-01T10:00:00+02:00" end="2026-06-01T10:00:00+02:00" duration="PT55M"/><acquisitionTime start="2026-05-01T10:00:00+02:00"/><bearer id="https://a.example/1.mp3" mimeValue="audio/mpeg" bitrate="128"/></onDemand>
        </programme>
        """

    @Test func aBroadcastHasItsPlannedAndItsActualTime() throws {
        let found = try read(Self.morning)
        let airing = try #require(found.airings.first)
        #expect(airing.channel == "fm:ce1.c479.09580" && airing.show == "crid://a.example/letters")
        #expect(airing.episode == "crid://a.example/1")
        #expect(airing.plannedStart == Self.time("08:00") && airing.plannedEnd == Self.time("09:30"))
        #expect(airing.actualStart == Self.time("08:02") && airing.actualEnd == Self.time("09:02"))
    }

    @Test func aRefusedProgrammeDoesNotShortenOtherProgrammes() throws {
        let found = try read(
            """
            <programme><longName>Long</longName><location><time time="2026-05-01T08:00:00+02:00" duration="PT2H"/></location></programme>
            <programme><longName>Marker</longName><location><time time="2026-05-01T09:00:00+02:00" duration="PT0S"/></location></programme>
            <programme><location><time time="2026-05-01T09:30:00+02:00" duration="PT1H"/></location></programme>
            """)
        #expect(found.airings.map(\.title) == ["Long"] && found.airings.map(\.plannedEnd) == [Self.time("10:00")])
        #expect(found.faults.map(\.position.line) == [4, 5])
    }

    /// Before version 3.1, services were written without a scheme.
    @Test func aServiceWithoutASchemeIsADABBearer() {
        #expect(BearerURI.normal("E1.CE15.C221.0") == "dab:ce1.ce15.c221.0")
        #expect(BearerURI.normal("e1.ce15.c221") == nil && BearerURI.normal("e1.ce15.c22x.0") == nil)
    }

    @Test func eventsBecomeSegmentsAndMusicEventsAlsoBecomeCuts() throws {
        let found = try read(Self.morning)
        #expect(found.segments.map { [$0.offsetMs, $0.durationMs] } == [[300_000, 210_000], [1_200_000, 600_000]])
        #expect(found.segments.map(\.title) == ["Song", "Talk"] && found.segments.map(\.kind) == ["song", "item"])
        let cut = try #require(found.cuts.first)
        #expect(found.cuts.count == 1 && cut.artist == "Ella" && cut.startsAt == Self.time("08:07"))
        #expect(
            found.reports == [
                "20260501_PI.xml:11 programmeEvent: the event must start from 0 to 3599999 ms after the start of its programme, found 32400000"
            ])
    }

    @Test func anOnDemandItemBecomesAVersionWithItsAvailability() throws {
        let found = try read(Self.morning)
        let version = try #require(found.versions.first)
        #expect(version.episode == "crid://a.example/1" && version.durationMs == 3_300_000 && version.isDownloadable)
        #expect(version.availableFrom == Self.time("10:00"))
        #expect(version.availableUntil == Instant(rfc3339: "2026-06-01T10:00:00+02:00"))
        #expect(
            version.media == [
                .init(url: "https://a.example/1.mp3", isDownload: false, mediaType: "audio/mpeg", bitrate: 128)
            ])
        let episode = try #require(found.episodes.first)
        #expect(episode.title == "Monday's Letters" && episode.part == 7 && episode.publishedAt == Self.time("08:00"))
        #expect(found.genres.map(\.name) == ["News"])
    }

    @Test func aProgrammeGroupBecomesTheShowOfItsMembers() throws {
        let group = """
            <programmeGroups><programmeGroup id="crid://a.example/letters" type="series"><longName>Letters</longName>
            <mediaDescription><longDescription>Read aloud</longDescription></mediaDescription></programmeGroup></programmeGroups>
            """
        let show = try #require(try read(Self.morning, groups: group).shows.first)
        #expect(show.title == "Letters" && show.description == "Read aloud" && show.channels == ["fm:ce1.c479.09580"])
        let without = try read(Self.morning)
        #expect(without.shows.map(\.title) == ["Monday's Letters"] && without.notices.count == 1)
    }

    @Test func aGroupThatTheFileDoesNotDescribeIsReportedInANotice() throws {
        #expect(
            try read(Self.morning).notices.map(\.message) == [
                "the file has no programmeGroup for the group \"crid://a.example/letters\"; "
                    + "the show gets the name of the first programme in the group"
            ])
    }

    @Test func theShowOfAGroupWithoutANameHasTheNameOfItsFirstProgramme() throws {
        let group = """
            <programmeGroups><programmeGroup id="crid://a.example/letters" type="series"/></programmeGroups>
            """
        let found = try read(Self.morning, groups: group)
        #expect(found.shows.map(\.title) == ["Monday's Letters"] && found.airings.count == 1)
        #expect(
            found.notices.map(\.message) == [
                "the group has no longName, mediumName or shortName; "
                    + "the show gets the name of the first programme in the group"
            ])
    }

    @Test func programmesOfAGroupWithoutANameHaveOneShowIfTheGroupHasOnlyAShortID() throws {
        let found = try read(
            """
            <programme><longName>One</longName><location><time time="2026-05-01T08:00:00+02:00" duration="PT1H"/></location><memberOf shortId="7"/></programme>
            <programme><longName>Two</longName><location><time time="2026-05-01T09:00:00+02:00" duration="PT1H"/></location><memberOf shortId="7"/></programme>
            """, groups: #"<programmeGroups><programmeGroup shortId="7"/></programmeGroups>"#)
        #expect(found.shows.map(\.title) == ["One"] && found.airings.map(\.show) == ["short:7", "short:7"])
        #expect(found.notices.count == 1 && found.faults.isEmpty)
    }

    @Test func aKnownBearerIdentifiesTheChannel() throws {
        let found = try read(Self.morning, channels: ["dab:CE1.c185.c479.0": "one.example/x"])
        #expect(found.airings.map(\.channel) == ["one.example/x"] && found.shows.first?.channels == ["one.example/x"])
    }

    @Test func aProgrammeWithoutADurationEndsAtTheNextStart() throws {
        let found = try read(
            """
            <programme><mediumName>News</mediumName><location><time time="2026-05-01T08:00:00+02:00"/></location></programme>
            <programme><mediumName>Music</mediumName><location><time time="2026-05-01T08:30:00+02:00" duration="PT2H"/></location></programme>
            <programme><mediumName>NEWS</mediumName><location><time time="2026-05-01T10:00:00+02:00"/></location></programme>
            <programme><mediumName>Again</mediumName><location><time time="2026-05-01T08:30:00+02:00" duration="PT1H"/></location></programme>
            <programme broadcast="off-air"><mediumName>Off</mediumName><location><time time="2026-05-01T12:00:00+02:00" duration="PT1H"/></location></programme>
            <programme><mediumName>Bad</mediumName><location><time time="soon" duration="PT1H"/></location></programme>
            """)
        #expect(
            found.airings.map { [$0.plannedStart, $0.plannedEnd] } == [
                [Self.time("08:00"), Self.time("08:30")], [Self.time("08:30"), Self.time("10:30")],
            ])
        #expect(Set(found.airings.map(\.show)) == ["name:news", "name:music"])
        // The third programme has no end and does not shorten the second; the fourth overlaps another; the sixth has no
        // time.
        #expect(found.faults.map(\.position.line) == [8, 5, 6])
        #expect(found.notices.isEmpty)
    }

    @Test func timesWithoutAZoneAreReadAsUTCWithOneNotice() throws {
        let found = try read(
            """
            <programme><mediumName>A</mediumName><location><time time="2026-05-01T08:00:00" duration="PT1H"/></location></programme>
            <programme><mediumName>B</mediumName><location><time time="2026-05-01T09:00:00" duration="PT1H"/></location></programme>
            """)
        #expect(found.airings.first?.plannedStart == Instant(rfc3339: "2026-05-01T08:00:00Z"))
        #expect(found.notices.count == 1)
    }

    @Test(arguments: [
        ("PT1H30M", 5_400_000), ("P1DT2H", 93_600_000), ("PT90M", 5_400_000), ("PT30.5S", 30_500), ("P1W", 604_800_000),
        ("PT0S", 0),
    ])
    func iso8601DurationsAreRead(text: String, milliseconds: Int64) {
        #expect(ISO8601Text.duration(text) == milliseconds)
    }

    @Test(arguments: [
        "", "P", "PT", "1H", "P1Y", "P1M", "PT1", "PT-1H", "P1H", "PTT1H", "PT99999999999999H", "P999999999999W",
    ])
    func aMalformedISO8601DurationIsRefused(text: String) { #expect(ISO8601Text.duration(text) == nil) }

    /// A scope may have several services, and a programme may be on one of them.
    @Test func theBearerOfALocationSelectsTheServiceOfTheScope() throws {
        let programmes = """
            <programme><longName>A</longName><location><time time="2026-05-01T08:00:00+02:00" duration="PT1H"/><bearer id="dab:ce1.c185.c479.0"/></location></programme>
            <programme><longName>B</longName><location><time time="2026-05-01T08:00:00+02:00" duration="PT1H"/><bearer id="fm:ce1.c479.09580"/></location></programme>
            <programme><longName>C</longName><location><time time="2026-05-01T09:00:00+02:00" duration="PT1H"/></location></programme>
            <programme><longName>D</longName><location><time time="2026-05-01T10:00:00+02:00" duration="PT1H"/><bearer id="https://a.example/live"/></location></programme>
            """
        let known = try read(programmes, channels: ["fm:ce1.c479.09580": "one", "dab:ce1.c185.c479.0": "two"])
        #expect(
            known.airings.map { "\($0.title) \($0.channel)" } == [
                "A two", "B one", "C one", "C two", "D one", "D two",
            ])
        let unknown = try read(programmes)
        #expect(
            unknown.airings.map(\.channel) == [
                "dab:ce1.c185.c479.0", "fm:ce1.c479.09580", "fm:ce1.c479.09580", "fm:ce1.c479.09580",
            ])
        #expect(known.faults.isEmpty && unknown.faults.isEmpty)
    }

    /// A search of all bearers of the scope for each programme would take 10⁸ steps.
    @Test(.timeLimit(.minutes(5))) func theBearersOfAScopeAreReadOnce() throws {
        let services = (0..<20_000).map { "<serviceScope id=\"https://a.example/\($0)\"/>" }.joined()
        let programmes = (0..<Int64(5000)).map { number in
            let start = Instant(milliseconds: 1_777_600_000_000 + number * 60_000)
            return """
                <programme><longName>A</longName><location><time time="\(start)" duration="PT1M"/>\
                <bearer id="https://a.example/19999"/></location></programme>
                """
        }
        let found = try SPIReader(channels: ["https://a.example/19999": "last"]).read(
            """
            <epg xmlns="http://www.worlddab.org/schemas/spi/31" xml:lang="en"><schedule>
            <scope startTime="2026-05-01T00:00:00Z" stopTime="2026-05-05T00:00:00Z">\(services)</scope>
            \(programmes.joined())
            </schedule></epg>
            """, named: "20260501_PI.xml")
        #expect(found.airings.count == 5000 && found.airings.allSatisfy { $0.channel == "last" })
    }

    @Test func aDailyProgrammeOfSchedulesWithoutAScopeHasItsOwnKeyOnEachDay() throws {
        func keys(_ days: [Int]) throws -> [String] {
            let times = days.flatMap { day in
                ["08", "18"].map { "<time time=\"2026-05-0\(day)T\($0):00:00Z\" duration=\"PT1H\"/>" }
            }
            return try SPIReader(channels: [:]).read(
                """
                <epg xmlns="http://www.worlddab.org/schemas/spi/31" xml:lang="en"><schedule>
                <programme id="crid://a.example/news"><longName>News</longName><location>\(times.joined())<bearer id="fm:ce1.c479.09580"/></location></programme>
                </schedule></epg>
                """, named: "PI.xml"
            ).airings.map(\.key)
        }
        let (early, late) = (try keys([1, 2]), try keys([2, 3]))
        #expect(Set(early + late).count == 6)
        #expect(Array(early.suffix(2)) == Array(late.prefix(2)))
    }

    @Test func aProgrammeGroupMayHaveOnlyAShortID() throws {
        let group = """
            <programmeGroups><programmeGroup shortId="1000"><longName>Letters</longName></programmeGroup></programmeGroups>
            """
        let programme = """
            <programme shortId="1"><longName>P</longName><memberOf shortId="1000"/>
            <location><time time="2026-05-01T08:00:00+02:00" duration="PT1H"/></location></programme>
            """
        let found = try read(programme, groups: group)
        #expect(found.shows.map(\.title) == ["Letters"] && found.airings.map(\.show) == ["short:1000"])
        #expect(found.faults.isEmpty)
        #expect(try read(programme).shows.map(\.title) == ["P"])
    }
}
