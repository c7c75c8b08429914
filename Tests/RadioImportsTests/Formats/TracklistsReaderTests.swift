import Testing

@testable import RadioImports

/// Cases from the lists of one weekly show (github.com/kevinschaul/bbc-radio-playlist-history, history.csv, MIT, © 2022
/// Kevin Schaul).
struct TracklistsReaderTests {
    static let head = "artist,title,album,recordLabel,sequence,programTitle,episodeTitle,episodeTimestamp\n"

    private static func read(_ rows: String...) throws -> ListSink {
        try ListSink.reading(
            TracklistsReader(channel: "bbc6", timeZone: "Europe/London"), "list.csv",
            head + rows.map { $0 + "\n" }.joined())
    }

    @Test func aFileWithoutTheRequiredColumnsIsRefused() throws {
        let sink = try ListSink.reading(
            TracklistsReader(channel: nil, timeZone: nil), "addresses.csv", "Name;Street;Town\nA;B;C\n")
        #expect(sink.items.isEmpty)
        #expect(
            sink.faults == [
                "addresses.csv:1: the first line must name the columns artist, title, sequence, programTitle, episodeTitle and "
                    + "episodeTimestamp, separated by commas, found \"Name;Street;Town\"; missing: artist, title, sequence, "
                    + "programTitle, episodeTitle and episodeTimestamp; save the file with commas between the columns. "
                    + "Nothing is imported from this file"
            ])
    }

    @Test func theUTCOffsetOfATimestampIsApplied() throws {
        let sink = try Self.read(
            "Manzel,Space Funk,Space Funk,Alpha,0,Gilles Peterson,Summer,2026-07-18T15:00:00+01:00",
            "EKO,Love,Love,Bad Boys,0,Gilles Peterson,Winter,2026-01-17T15:00:00+00:00")
        #expect(
            sink.airings.map(\.plannedStart.description) == ["2026-01-17T15:00:00.000Z", "2026-07-18T14:00:00.000Z"])
        #expect(sink.cuts.map(\.position) == [0, 0])
    }

    /// The titles of some broadcasts were changed after their lists were recorded.
    @Test func twoEpisodeTitlesAtTheSameTimeBelongToOneBroadcast() throws {
        let sink = try Self.read(
            "A,One,,,0,Gilles Peterson,Nemone sits in,2026-03-21T15:00:00+00:00",
            "A,One,,,0,Gilles Peterson,21/03/2026,2026-03-21T15:00:00+00:00",
            "B,Two,,,1,Gilles Peterson,21/03/2026,2026-03-21T15:00:00+00:00")
        #expect(sink.episodes.map(\.title) == ["Nemone sits in"])
        #expect(sink.cuts.map(\.title) == ["One", "Two"])
        #expect(sink.notices.count == 1)
    }

    @Test func aSecondSongAtTheSamePositionIsOmitted() throws {
        let sink = try Self.read(
            "A,Say Yeah,,,23,Gilles Peterson,Femi,2026-07-04T15:00:00+01:00",
            "A,Say Yeah (live),,,23,Gilles Peterson,Femi,2026-07-04T15:00:00+01:00")
        #expect(sink.cuts.map(\.title) == ["Say Yeah"])
        #expect(sink.notices.count == 1)
    }

    @Test func aBroadcastEndsWhenTheNextBroadcastBegins() throws {
        let sink = try Self.read(
            "A,One,,,0,Gilles Peterson,First,2026-03-21T15:00:00+00:00",
            "A,One,,,0,Gilles Peterson,Second,2026-03-21T17:30:00+00:00")
        #expect(sink.airings.map(\.plannedEnd.description) == ["2026-03-21T17:30:00.000Z", "2026-03-21T20:30:00.000Z"])
    }

    @Test func aSongWithoutAnArtistIsAccepted() throws {
        let sink = try Self.read(",I Want You,I Want You,,36,Gilles Peterson,Los Retros,2026-04-04T15:00:00+01:00")
        #expect(sink.cuts.map(\.title) == ["I Want You"])
        #expect(sink.faults == [])
    }
}
