import Testing

@testable import RadioImports

struct CRoReaderTests {
    private static func read(_ text: String) throws -> ListSink {
        try ListSink.reading(CRoReader(), "page.json", text)
    }

    @Test func theKindOfAStationBecomesItsCategory() throws {
        let sink = try Self.read(CRoPages.stations)
        let station = try #require(sink.channels.first)
        #expect(sink.categories.map(\.name) == ["Nationwide"])
        #expect(station.categories == sink.categories.map(\.key))
        #expect(station.slug == "radiozurnal")
        #expect(station.art?.images.first?.url == "https://portal.rozhlas.cz/logo.jpg")
    }

    @Test func liveStreamsComeBeforeTimeShiftStreams() throws {
        let station = try #require(try Self.read(CRoPages.stations).channels.first)
        #expect(station.bearers.map(\.purpose) == [.live, .timeShift])
        #expect(station.bearers.map(\.cost) == [0, 1])
        #expect(station.bearers.map(\.mediaType) == ["audio/mpeg", "application/vnd.apple.mpegurl"])
    }

    @Test func anEpisodeWithoutAudioHasNoOnDemandVersion() throws {
        let sink = try Self.read(CRoPages.page(CRoPages.episode("e1"), CRoPages.episode("e2", links: "")))
        #expect(sink.episodes.map(\.key) == ["e1", "e2"])
        #expect(sink.versions.map(\.episode) == ["e1"])
    }

    /// Five episodes of the data end when they begin.
    @Test func anEpisodeThatEndsWhenItBeginsIsAvailableFromItsStart() throws {
        let since = "2018-11-23T09:10:00+01:00"
        let sink = try Self.read(CRoPages.page(CRoPages.episode("e1", since: since, till: since)))
        #expect(sink.versions.map(\.availableFrom.description) == ["2018-11-23T08:10:00.000Z"])
    }

    @Test func aRecordingIsAvailableFromTheEndOfItsBroadcast() throws {
        let sink = try Self.read(CRoPages.page(CRoPages.episode("e1")))
        #expect(sink.versions.map(\.availableFrom.description) == ["2023-03-06T08:05:55.000Z"])
        #expect(sink.versions.map(\.durationMs) == [79_000])
    }

    @Test func aShowMentionedOnlyByEpisodesTakesItsTitleFromTheEpisodes() throws {
        let sink = try Self.read(
            CRoPages.page(CRoPages.episode("e1", show: "elsewhere"), CRoPages.episode("e2", show: "elsewhere")))
        #expect(sink.shows.map(\.key) == ["elsewhere"])
        #expect(sink.shows.map(\.title) == ["Zelená vlna"])
        #expect(sink.shows.map(\.isMention) == [true])
    }

    @Test func broadcastsWithoutAShowShareOneShowPerStationAndTitle() throws {
        let sink = try Self.read(
            CRoPages.page(
                CRoPages.broadcast("b1", since: "2023-03-20T19:10:00+01:00", till: "2023-03-20T19:13:00+01:00"),
                CRoPages.broadcast("b2", since: "2023-07-20T19:10:00+02:00", till: "2023-07-20T19:13:00+02:00")))
        #expect(sink.airings.map(\.show) == ["4082f63f Hezky česky", "4082f63f Hezky česky"])
        #expect(
            sink.airings.map(\.plannedStart.description) == ["2023-03-20T18:10:00.000Z", "2023-07-20T17:10:00.000Z"])
        #expect(sink.shows.count == 1)
    }

    @Test func showTitlesKeepQuotesAndDiacritics() throws {
        #expect(try Self.read(CRoPages.shows).shows.map(\.title) == ["\"Naši\" cizinci"])
    }

    @Test func everyFaultyItemIsReportedWithItsLineAndJSONPointer() throws {
        let sink = try Self.read(
            CRoPages.page(
                CRoPages.episode("e1", title: ""), CRoPages.episode("e2", since: "yesterday"), CRoPages.episode("e3")))
        #expect(sink.episodes.map(\.key) == ["e3"])
        #expect(
            sink.faults == [
                "page.json:2 /data/0/attributes/title: episode e1 has no title; each episode must have one",
                "page.json:5 /data/1/attributes/since: \"since\" must be an RFC 3339 date-time, "
                    + "such as 2026-05-01T19:30:00+02:00, found \"yesterday\"",
            ])
    }

    @Test func invalidJSONIsReportedWithItsLine() throws {
        let sink = try Self.read("{\"data\": [\n\(CRoPages.episode("e1")),\n{\"type\": }]}")
        #expect(sink.episodes.map(\.key) == ["e1"])
        #expect(sink.faults.count == 1)
        #expect(sink.faults[0].hasPrefix("page.json:5: "))
    }

    /// One show in ten is on several stations.
    @Test func aShowMayBeOnSeveralStations() throws {
        let both = CRoPages.shows.replacing(
            #"{"type": "station", "id": "4082f63f"}"#,
            with: #"{"type": "station", "id": "4082f63f"}, {"type": "station", "id": "b1b2"}"#)
        #expect(try Self.read(both).shows.map(\.channels) == [["4082f63f", "b1b2"]])
    }

    /// A quarter of the people have a biography in HTML. Most descriptions of serials and many of episodes are HTML
    /// too.
    @Test func theHTMLOfABiographyBecomesPlainText() throws {
        let about = CRoPages.persons.replacing("<p>…</p>", with: "<p>Reads&nbsp;the <b>news</b>.<br>Lives here.</p>")
        #expect(try Self.read(about).people.map(\.biography) == ["Reads the news.\nLives here."])
        let without = CRoPages.persons.replacing("<p>…</p>", with: "")
        #expect(try Self.read(without).people.map(\.biography) == [""])
    }
}
