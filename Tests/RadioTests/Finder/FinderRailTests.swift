import Testing
import WebTestSupport

@testable import Radio

/// Difficult titles, most of them of Czech Radio's shows, in four languages.
struct FinderRailTests {
    private static let titles = [
        "Čajovna", "Cesty", "Dámský klub", "\"Zůstaňte u svých přijímačů!\"", "(Ne)vinný dotazník", "#PijuPrameny",
        "100 hitů republiky", "2 x 2", "eRko", "Chvíle poezie", "Hudba", "Čelisti", "Åsa", "Öland", "Zorn", "Echo",
        "Šalba", "Sever",
    ]

    @Test(arguments: [
        (
            "cs",
            [
                "100 hitů republiky", "2 x 2", "Åsa", "Cesty", "Čajovna", "Čelisti", "Dámský klub", "Echo", "eRko",
                "Hudba", "Chvíle poezie", "(Ne)vinný dotazník", "Öland", "#PijuPrameny", "Sever", "Šalba", "Zorn",
                "\"Zůstaňte u svých přijímačů!\"",
            ],
            ["#", "A", "C", "Č", "D", "E", "H", "CH", "N", "O", "P", "S", "Š", "Z"]
        ),
        (
            "sv-SE",
            [
                "100 hitů republiky", "2 x 2", "Čajovna", "Čelisti", "Cesty", "Chvíle poezie", "Dámský klub", "Echo",
                "eRko", "Hudba", "(Ne)vinný dotazník", "#PijuPrameny", "Šalba", "Sever", "Zorn",
                "\"Zůstaňte u svých přijímačů!\"", "Åsa", "Öland",
            ],
            ["#", "C", "D", "E", "H", "N", "P", "S", "Z", "Å", "Ö"]
        ),
        (
            "de",
            [
                "100 hitů republiky", "2 x 2", "Åsa", "Čajovna", "Čelisti", "Cesty", "Chvíle poezie", "Dámský klub",
                "Echo", "eRko", "Hudba", "(Ne)vinný dotazník", "Öland", "#PijuPrameny", "Šalba", "Sever", "Zorn",
                "\"Zůstaňte u svých přijímačů!\"",
            ],
            ["#", "A", "C", "D", "E", "H", "N", "O", "P", "S", "Z"]
        ),
        (
            "en-GB",
            [
                "100 hitů republiky", "2 x 2", "Åsa", "Čajovna", "Čelisti", "Cesty", "Chvíle poezie", "Dámský klub",
                "Echo", "eRko", "Hudba", "(Ne)vinný dotazník", "Öland", "#PijuPrameny", "Šalba", "Sever", "Zorn",
                "\"Zůstaňte u svých přijímačů!\"",
            ],
            ["#", "A", "C", "D", "E", "H", "N", "O", "P", "S", "Z"]
        ),
    ])
    func theFinderListAndItsLettersFollowTheLocale(locale: String, expected: [String], letters: [String]) async throws {
        try await FinderStage.with { stage in
            try await stage.setLocale("und")
            for title in Self.titles {
                let show = try await stage.database.show(title, in: stage.stage.here)
                try await stage.onDemand("One", of: show)
            }
            try await stage.updateIndex()
            // Changing the locale reorders the list without marks.
            try await stage.setLocale(locale)
            try await stage.updateIndex()
            #expect(await stage.titles("/api/v1/finder") == expected)
            let rail = await stage.stage.send(.get, "/api/v1/finder").objects("rail")
            #expect(rail.map { $0["key"] as? String } == letters)
            // Each letter of the rail leads to its first show.
            for letter in rail {
                let (offset, count) = (letter["offset"] as? Int ?? -1, letter["count"] as? Int ?? -1)
                let part = await stage.titles("/api/v1/finder?offset=\(offset)&limit=\(count)")
                #expect(part == Array(expected[offset..<(offset + count)]))
                #expect(part.allSatisfy { AlphabeticIndexKey($0, locale: locale).letter == letter["key"] as? String })
            }
        }
    }

    @Test func aNewTitleIsInsertedWithoutChangingTheRanksOfOtherTitles() async throws {
        try await FinderStage.with { stage in
            for title in ["Alfa", "Charlie", "Delta"] {
                let show = try await stage.database.show(title, in: stage.stage.here)
                try await stage.onDemand("One", of: show)
            }
            try await stage.updateIndex()
            let ranks = "select rank from app.finder_show where sort_key in ('Alfa', 'Charlie', 'Delta') order by 1"
            let before = try await stage.database.sql(ranks)
            let show = try await stage.database.show("Bravo", in: stage.stage.here)
            try await stage.onDemand("One", of: show)
            try await stage.mark(show)
            try await stage.updateIndex()
            #expect(await stage.titles("/api/v1/finder") == ["Alfa", "Bravo", "Charlie", "Delta"])
            #expect(try await stage.database.sql(ranks) == before)
        }
    }
}
