import Testing
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud

/// The rows that a filing writes in addition to the track.
struct FilingWriterTests {
    private func like(_ numbers: [Int], _ listener: Listener, _ library: LibraryStage) async throws {
        for number in numbers {
            _ = try await CloudWriteStore(database: library.stage.database.tenants).perform(
                .like, on: library.urn(number), by: listener)
        }
    }

    private func likedArtist(_ number: Int, _ listener: Listener, _ library: LibraryStage) async throws -> String {
        try await library.stage.database.sql(
            """
            select l.artist_key from app.cloud_like l join app.cloud_track t using (tenant_id, track_id)
             where l.tenant_id = \(listener.tenant) and l.user_id = \(listener.account)
               and t.urn = 'soundcloud:tracks:\(number)'
            """)
    }

    @Test func aLikeIsSortedByTheArtistInTheListenersOwnLibrary() async throws {
        try await LibraryStage.with { (library) async throws in
            let (mine, theirs) = (try await library.listener(), try await library.listener(.editor))
            for listener in [mine, theirs] { try await like([1, 4], listener, library) }
            try await library.file([1], for: mine)
            #expect(try await likedArtist(1, mine, library) == SortKey(artist: "Aurora Vale").description)
            _ = try await library.changes.correct(library.urn(1), by: mine) { $0.artists = ["The Others"] }
            #expect(try await likedArtist(1, mine, library) == SortKey(artist: "The Others").description)
            #expect(try await likedArtist(1, theirs, library) != SortKey(artist: "The Others").description)
        }
    }

    /// A filing changes neither the location nor the station nor the time of adding.
    @Test func correctingAPodcastTrackKeepsItsStation() async throws {
        try await LibraryStage.with { (library) async throws in
            let listener = try await library.listener()
            try await library.file([1, 5], for: listener)
            let station = try await library.podcasts.create("Nights", for: listener)
            try await library.podcasts.move(library.urn(5), to: .podcasts, station: station, for: listener)
            func location() async throws -> String {
                try await library.stage.database.sql(
                    "select shelf, station_id, station_position, added_at from app.library_track where shelf = 'podcasts'"
                )
            }
            let before = try await location()
            _ = try await library.changes.correct(library.urn(5), by: listener) { $0.artists = ["Somebody Else"] }
            #expect(try await location() == before)
            #expect(try await library.artist(of: 5, listener) == "Somebody Else")
        }
    }

    @Test func aConfirmedTrackRemainsConfirmedAfterItsArtistIsRenamed() async throws {
        try await LibraryStage.with { (library) async throws in
            let listener = try await library.listener()
            try await library.file([1, 2], for: listener)
            #expect(try await library.browse.confirmFiling(library.urn(1), of: listener))
            let vale = try await library.artist("Aurora Vale", listener)
            _ = try await library.changes.correct(.rename("Vale"), of: vale, by: listener)
            #expect(try await library.browse.track(library.urn(1), of: listener)?.isSettled == true)
            #expect(try await library.browse.track(library.urn(2), of: listener)?.isSettled == false)
        }
    }

    /// Albums with the same name are separate entries for different artists and one entry for the same artist.
    @Test func albumsWithTheSameNameAreSeparatedByArtist() async throws {
        try await LibraryStage.with { (library) async throws in
            let listener = try await library.listener()
            try await library.file([1, 2, 3], for: listener)
            for number in [1, 2, 3] {
                _ = try await library.changes.correct(library.urn(number), by: listener) { $0.album = "Greatest Hits" }
            }
            #expect(try await library.entries(.albums, listener).sorted() == ["Greatest Hits 1", "Greatest Hits 2"])
        }
    }

    /// The library has names without letters, and names that differ only by case and accents.
    @Test func differentArtistNamesWithoutLettersAreDifferentArtists() async throws {
        try await LibraryStage.with { (library) async throws in
            let listener = try await library.listener()
            try await library.file([1, 2, 3], for: listener)
            _ = try await library.changes.correct(library.urn(1), by: listener) { $0.artists = ["+/-"] }
            _ = try await library.changes.correct(library.urn(2), by: listener) { $0.artists = ["!!!"] }
            _ = try await library.changes.correct(library.urn(3), by: listener) { $0.artists = ["+/-"] }
            #expect(try await library.entries(.artists, listener).sorted() == ["!!! 1", "+/- 2"])
        }
    }
}
