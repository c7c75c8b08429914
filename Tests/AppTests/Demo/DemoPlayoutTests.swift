import Testing
import Web

@testable import App

/// Tests that the tracks on the demo's channels depend only on the time.
struct DemoPlayoutTests {
    private static let playout = DemoPlayout(
        pools: [
            "day": (1...5).map {
                .init(
                    title: "Song \($0)", artist: "Nobody", album: nil, label: nil, seconds: 180 + Int64($0),
                    kind: "song")
            }
        ], channels: ["one": "day"])

    private static let start = Instant(milliseconds: 1_760_000_400_000)

    private static func span(_ hours: Int64) -> DemoPlayout.Span {
        DemoPlayout.Span(
            airing: "7", title: "The Show", startsAt: start, endsAt: start.advanced(byMs: hours * 3_600_000))
    }

    @Test(arguments: [1, 2, 6] as [Int64])
    func aBroadcastOfTheDemoIsFilledWithTracksWithoutGaps(hours: Int64) {
        let span = Self.span(hours)
        let cuts = Self.playout.cuts(of: span, on: "one")
        #expect(cuts.first?.startsAt == span.startsAt && cuts.last?.endsAt == span.endsAt)
        for (one, next) in zip(cuts, cuts.dropFirst()) { #expect(one.endsAt == next.startsAt) }
        #expect(cuts.allSatisfy { $0.durationMs > 0 })
        #expect(cuts.first?.item.title == "Welcome to The Show")
    }

    @Test func equalBroadcastsOfTheDemoHaveTheSameTracks() {
        #expect(Self.playout.cuts(of: Self.span(2), on: "one") == Self.playout.cuts(of: Self.span(2), on: "one"))
        var later = Self.span(2)
        later = DemoPlayout.Span(
            airing: "8", title: later.title, startsAt: later.startsAt.advanced(byMs: 3_600_000), endsAt: later.endsAt)
        let titles = { (span: DemoPlayout.Span) in Self.playout.cuts(of: span, on: "one").map(\.item.title) }
        #expect(titles(later) != Array(titles(Self.span(2)).prefix(titles(later).count)), "another order each hour")
    }

    @Test func noSongOfTheDemoIsRepeatedBeforeAllOthersHavePlayed() {
        let songs = Self.playout.cuts(of: Self.span(1), on: "one").filter { $0.item.kind == "song" }.map(\.item.title)
        #expect(songs.count > 10)
        #expect(Set(songs.prefix(5)).count == 5)
    }

    @Test func aChannelThatIsNotPartOfTheDemoPlaysNothing() {
        #expect(Self.playout.cuts(of: Self.span(1), on: "two") == [])
    }

    /// If a programmer cancels a broadcast, each of its hours is filled separately, and the result does not change with time.
    @Test func timeWithoutABroadcastIsFilledHourByHour() {
        let from = Instant(milliseconds: 1_760_000_400_000 / 3_600_000 * 3_600_000)
        func at(_ minutes: Int64) -> Instant { from.advanced(byMs: minutes * 60_000) }
        func airing(_ id: String, _ start: Int64, _ end: Int64) -> DemoPlayout.Span {
            DemoPlayout.Span(airing: id, title: id, startsAt: at(start), endsAt: at(end))
        }
        let airings = [airing("b", 210, 240), airing("a", 0, 90)]
        let spans = DemoPlayout.spans(airings, title: "Channel", from: from, to: at(300))
        #expect(
            spans == [
                airing("a", 0, 90),
                .init(airing: nil, title: "Channel", startsAt: at(90), endsAt: at(120)),
                .init(airing: nil, title: "Channel", startsAt: at(120), endsAt: at(180)),
                .init(airing: nil, title: "Channel", startsAt: at(180), endsAt: at(210)),
                airing("b", 210, 240),
                .init(airing: nil, title: "Channel", startsAt: at(240), endsAt: at(300)),
            ])
    }

    @Test func everyReferenceInTheDemoStationFileIsResolved() throws {
        let file = try DemoStationFile.read()
        let slugs = file.steps.compactMap { $0.body?["slug"] as? String }
        #expect(Set(slugs) == Set(file.playout.channels.keys) && slugs.contains(file.marker))
        for step in file.steps {
            if let image = step.image {
                #expect(try DemoStationFile.picture(image).starts(with: [0x89, 0x50, 0x4E, 0x47]))
            }
        }
        for pool in file.playout.channels.values { #expect(file.playout.pools[pool]?.isEmpty == false) }
    }
}
