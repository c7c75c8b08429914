import Testing
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud

/// Browse lists that change between two pages, and entries with equal sort keys.
struct BrowseStoreTests {
    /// Returns all items of a list, read in pages of this size. `meanwhile` runs once, after the first page.
    private func walk(
        _ list: BrowseStore.TrackList, by limit: Int, _ library: LibraryStage, _ listener: Listener,
        meanwhile: () async throws -> Void = {}
    ) async throws -> [String] {
        var (titles, cursor, isFirst): ([String], String?, Bool) = ([], "", true)
        while let place = cursor {
            let query = "limit=\(limit)" + (place.isEmpty ? "" : "&cursor=\(place)")
            let page = try await library.browse.tracks(
                list, KeysetPage(LibraryStage.request(query)), of: listener)
            titles += page.items.map { "\($0.title) \($0.urn.key)" }
            cursor = page.next
            if isFirst { try await meanwhile() }
            isFirst = false
        }
        return titles
    }

    private static let equals = (10..<22).map {
        LibraryStage.Planted(number: $0, title: "Equal", uploader: "Account \($0 % 3)")
    }

    @Test(arguments: [1, 2, 3, 5, 11, 12, 13])
    func songsWithEqualTitlesAreListedOnceEachForEveryPageSize(limit: Int) async throws {
        try await LibraryStage.with { (library) async throws in
            let listener = try await library.listener()
            try await library.plant(Self.equals, in: library.stage.here)
            try await library.file(Self.equals.map(\.number), for: listener)
            let titles = try await walk(.location(.library), by: limit, library, listener)
            #expect(titles == Self.equals.map { "Equal \($0.number)" })
        }
    }

    @Test func changesBetweenTwoPagesNeitherSkipNorRepeatOtherSongs() async throws {
        try await LibraryStage.with { (library) async throws in
            let listener = try await library.listener()
            let more = [
                LibraryStage.Planted(number: 30, title: "Aaa", uploader: "Early"),
                LibraryStage.Planted(number: 31, title: "Zzz", uploader: "Late"),
            ]
            try await library.plant(more, in: library.stage.here)
            try await library.file([1, 2, 3, 4], for: listener)
            // Engine Room 3, Late Bus 4 | Paper Lanterns 1, Salt Road 2
            let titles = try await walk(.location(.library), by: 2, library, listener) {
                // Removes the row of the cursor and adds rows before and after the cursor.
                _ = try await library.changes.remove(library.urn(4), by: listener)
                try await library.file([30, 31], for: listener)
            }
            #expect(titles == ["Engine Room 3", "Late Bus 4", "Paper Lanterns 1", "Salt Road 2", "Zzz 31"])
        }
    }

    @Test func uncertainTracksOfEqualConfidenceAreListedOnceEach() async throws {
        try await LibraryStage.with { (library) async throws in
            let listener = try await library.listener()
            try await library.plant(Self.equals, in: library.stage.here)
            try await library.file(Self.equals.map(\.number), for: listener)
            try await library.stage.database.sql("update app.library_track set confidence = 0.3, is_settled = false")
            let all = try await walk(.uncertain, by: 5, library, listener)
            #expect(all.count == 12 && Set(all).count == 12)
            // A filing settled after the first page is not listed again.
            let left = try await walk(.uncertain, by: 5, library, listener) {
                _ = try await library.browse.confirmFiling(library.urn(21), of: listener)
            }
            #expect(left.count == 11 && !left.contains("Equal 21"))
        }
    }

    @Test func aTrackWithTwoCreditsOfOneArtistIsListedOnce() async throws {
        try await LibraryStage.with { (library) async throws in
            let listener = try await library.listener()
            try await library.file([1, 3], for: listener)
            try await library.stage.database.sql(
                """
                insert into app.library_credit (tenant_id, user_id, track_id, position, artist_id, role)
                select tenant_id, user_id, track_id, 9, artist_id, 'producer' from app.library_credit
                """)
            let vale = try await library.artist("Aurora Vale", listener)
            #expect(try await walk(.artist(vale), by: 1, library, listener) == ["Paper Lanterns 1"])
            #expect(try await library.entries(.artists, listener) == ["Aurora Vale 1", "Brick Orchard 1"])
        }
    }

    @Test func artistsWithOnlyPodcastTracksAreNotListed() async throws {
        try await LibraryStage.with { (library) async throws in
            let listener = try await library.listener()
            try await library.file([1, 2, 5], for: listener)
            for number in [2, 5] {
                try await library.podcasts.move(library.urn(number), to: .podcasts, station: nil, for: listener)
            }
            // A credited artist counts the tracks of its own page, including the podcast track.
            #expect(try await library.entries(.artists, listener) == ["Aurora Vale 2"])
            #expect(try await library.entries(.albums, listener) == [])
            #expect(try await walk(.location(.podcasts), by: 1, library, listener).count == 2)
        }
    }

    @Test func followingTheCursorsReachesEveryArtist() async throws {
        try await LibraryStage.with { (library) async throws in
            let listener = try await library.listener()
            try await library.file([1, 2, 3, 4], for: listener)
            var (names, cursor): ([String], String?) = ([], "")
            while let place = cursor {
                let query = "limit=1" + (place.isEmpty ? "" : "&cursor=\(place)")
                let page = try await library.browse.entries(
                    .artists, KeysetPage(LibraryStage.request(query)), of: listener)
                names += page.items.map(\.name)
                cursor = page.next
            }
            #expect(names == ["Aurora Vale", "Brick Orchard", "Tomas Reed"])
            #expect(try await library.browse.has(.artists, library.artist("Aurora Vale", listener), listener))
            let theirs = try await library.listener(.editor)
            #expect(try await !library.browse.has(.artists, library.artist("Aurora Vale", listener), theirs))
        }
    }
}
