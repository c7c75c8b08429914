import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import MusicLibraryPages
@testable import SoundCloud

struct LibraryGrowthTests {
    @Test func theGrowthChartShowsTheTotalsOfTheLastTwelveMonths() throws {
        let now = try #require(Instant(rfc3339: "2026-03-15T12:00:00Z"))
        let growth = LibraryGrowth(
            [.init(month: "2024-11", songs: 3), .init(month: "2025-12", songs: 2), .init(month: "2026-03", songs: 1)],
            now: now)
        #expect(growth.points.count == 12)
        #expect(growth.points.first == .init("Apr 2025", 3) && growth.points.last == .init("Mar 2026", 6))
        #expect(growth.points.map(\.value) == [3, 3, 3, 3, 3, 3, 3, 3, 5, 5, 5, 6])
        #expect(growth.points[8].label == "Dec 2025" && growth.points[9].label == "Jan 2026")
    }

    /// A clock that was set back must not lose songs.
    @Test func songsAddedInAFutureMonthAreCounted() throws {
        let now = try #require(Instant(rfc3339: "2026-03-15T12:00:00Z"))
        #expect(LibraryGrowth([.init(month: "2026-04", songs: 4)], now: now).points.last?.value == 4)
    }

    @Test func anEmptyLibraryHasNoGrowthChart() {
        #expect(LibraryGrowth([], now: .now).html == .empty)
    }

    @Test func theProfileShowsTheGrowthChartWithItsTable() async throws {
        try await LibraryStage.with { (library) async throws in
            #expect(await !library.get("/library/profile").text.contains("class=\"chart\""))
            for number in 1...4 { await library.add(number) }
            await library.add(5, as: .editor)
            try await library.stage.database.sql(
                "update app.library_track set added_at = now() - interval '3 months' where title = 'Late Bus'")
            let page = await library.get("/library/profile")
            #expect(page.text.contains("aria-label=\"Songs in your library: now 4\""), "\(page.text)")
            let figures = page.text.matches(of: #/data-column="Songs">(\d+)</#).compactMap { Int($0.1) }
            #expect(figures.count == 12 && figures.first == 0 && figures.last == 4, "\(figures)")
            #expect(figures.contains(1) && figures == figures.sorted(), "\(figures)")
        }
    }
}
