import Testing

@testable import RadioImports

/// Cases from a log of real plays (github.com/brchn6/radio-playlist-dashboard, MIT, © 2026 brchn6).
struct PlaysReaderTests {
    static let head = "id,station_id,station_slug,recognized_at,artist,title,isrc\r\n"

    private static func read(_ rows: String) throws -> ListSink {
        try ListSink.reading(PlaysReader(), "plays.csv", head + rows)
    }

    @Test func aPlayHasAStartTimeButNoDuration() throws {
        let sink = try Self.read("1,1,kol-hashfela,2026-07-13T12:03:59Z,Ricky Martin,María,\r\n")
        #expect(sink.cuts.map(\.startsAt?.description) == ["2026-07-13T12:03:59.000Z"])
        #expect(sink.cuts.map(\.durationMs) == [nil])
    }

    @Test func quotedFieldsWithCommasAndHebrewAreRead() throws {
        let sink = try Self.read(
            "3,2,galgalatz,2026-07-13T12:08:04Z,\"שלמה ארצי\",\"Rock This Party [feat. \"\"Big\"\" Ali, Makedah]\",\r\n"
        )
        #expect(sink.cuts.map(\.artist) == ["שלמה ארצי"])
        #expect(sink.cuts.map(\.title) == ["Rock This Party [feat. \"Big\" Ali, Makedah]"])
    }

    @Test func aFaultyRowIsReportedWithItsLineAndOmitted() throws {
        let sink = try Self.read(
            "1,1,kan-88,noon,A,B,\r\n2,1,kan-88,2026-07-13T12:08:04Z,A,B\r\n3,1,kan-88,2026-07-13T12:09:04Z,A,B,\r\n")
        #expect(
            sink.faults == [
                "plays.csv:2 recognized_at: the time must be an RFC 3339 date-time, "
                    + "such as 2026-05-01T19:30:00Z, found \"noon\"",
                "plays.csv:3: the row has 6 fields, but the first line names 7 columns",
            ])
        #expect(sink.cuts.count == 1)
    }

    @Test func blanksAroundTheValuesOfARowAreRemoved() throws {
        let sink = Collector()
        try PlaysReader().read(
            SourceFile(name: "plays.csv", bytes: try resource("plays-faulty.csv")), into: sink)
        #expect(sink.cuts.map { "\($0.artist)|\($0.title)" } == ["A|Song", "Quote \"d\"|Título", "Other|Dup second"])
    }

    @Test func theFaultyRowsOfALogAreReported() throws {
        let sink = Collector()
        try PlaysReader().read(
            SourceFile(name: "plays.csv", bytes: try resource("plays-faulty.csv")), into: sink)
        #expect(
            sink.reports == [
                "plays.csv:3 recognized_at: the time must be an RFC 3339 date-time, "
                    + "such as 2026-05-01T19:30:00Z, found \"2026-07-05 10:05:00\"",
                "plays.csv:4 title: the row has neither an artist nor a title; each row must have one of them",
                "plays.csv:6 recognized_at: the time must be an RFC 3339 date-time, "
                    + "such as 2026-05-01T19:30:00Z, found \"1783295977\"",
                "plays.csv:8: the row has 3 fields, but the first line names 5 columns",
            ])
    }

    @Test func aRowOfBlanksOnlyIsAFault() throws {
        let sink = try Self.read(" , ,\t, ,,,\r\n")
        let fault = "plays.csv:2: the row has no value in any column; remove the row"
        #expect(sink.faults == [fault] && sink.items.isEmpty)
    }

    @Test func namesOfColumnsAreComparedWithoutBlanksAndCase() throws {
        let sink = try ListSink.reading(
            PlaysReader(), "plays.csv",
            "Station_Slug, Recognized_At ,ARTIST,Title\nkan-88,2026-07-13T12:03:59Z,A,B\n")
        #expect(sink.faults == [] && sink.cuts.map(\.title) == ["B"])
    }

    @Test(arguments: ["name;time;song\n1;2;3\n", "a,b\n", "", "<html>\n", "station_slug,recognized_at\tartist,title\n"])
    func aFileWithoutTheRequiredColumnsIsRefused(text: String) throws {
        let sink = try ListSink.reading(PlaysReader(), "plays.csv", text)
        #expect(sink.items.isEmpty && sink.faults.count == 1)
        #expect(sink.faults.first?.contains("plays.csv:1") == true)
        #expect(sink.faults.first?.contains("station_slug, recognized_at, artist and title") == true)
    }

    @Test func stationsJSONGivesNamesAndStreamsOfChannels() throws {
        let sink = try ListSink.reading(
            PlaysReader(), "stations.json",
            ##"[{"id": 2, "slug": "galgalatz", "name": "גלגלצ", "stream_url": "https://glz.example/mp3", "color": "#e36a6a", "enabled": 1, "website": ""}]"##
        )
        #expect(sink.channels.map(\.name) == ["גלגלצ"])
        #expect(sink.channels.map(\.website) == [nil])
        #expect(sink.channels.map { $0.bearers.map(\.uri) } == [["https://glz.example/mp3"]])
    }

    @Test(arguments: [("USSM19900001", true), ("ussm19900001", false), ("US-SM1-99-00001", false), ("", false)])
    func onlyAWellFormedISRCIsAccepted(text: String, isOne: Bool) {
        #expect(ISRC.isOne(text) == isOne)
    }
}
