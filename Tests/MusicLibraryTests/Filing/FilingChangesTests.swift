import TestSupport
import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud

/// Concurrent changes and failing changes of a library.
struct FilingChangesTests {
    @Test func theTracksOfEachArtistAreCountedAfterConcurrentAdditions() async throws {
        try await LibraryStage.with { (library) async throws in
            let listener = try await library.listener()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 1...5 { group.addTask { try await library.file([number], for: listener) } }
                try await group.waitForAll()
            }
            #expect(
                try await library.entries(.artists, listener) == [
                    "Aurora Vale 2", "Brick Orchard 1", "Night Shift Radio 1", "Tomas Reed 1",
                ])
        }
    }

    @Test func aTrackAddedSeveralTimesConcurrentlyIsStoredOnce() async throws {
        try await LibraryStage.with { (library) async throws in
            let listener = try await library.listener()
            let urn = try library.urn(1)
            let answers = try await withThrowingTaskGroup(of: Bool?.self) { group in
                for _ in 0..<6 {
                    group.addTask { try await library.changes.add(urn, correction: TrackCorrection(), by: listener) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.count { $0 == true } == 1 && answers.count { $0 == false } == 5)
            #expect(try await library.entries(.artists, listener) == ["Aurora Vale 1"])
        }
    }

    /// Each correction reads the results of the other before it is written.
    @Test func concurrentCorrectionsOfTracksAreAllApplied() async throws {
        try await LibraryStage.with { (library) async throws in
            let listener = try await library.listener()
            try await library.file([1, 2, 3, 4], for: listener)
            async let first = library.changes.correct(library.urn(3), by: listener) { $0.artists = ["Orchard Kings"] }
            async let second = library.changes.correct(library.urn(4), by: listener) { $0.title = "Later Bus" }
            async let third = library.changes.correct(library.urn(3), by: listener) { $0.label = "Depot" }
            #expect(try await [first, second, third] == [true, true, true])
            let track = try #require(try await library.browse.track(library.urn(3), of: listener))
            #expect(track.artists.map(\.artist.name) == ["Orchard Kings"] && track.label?.name == "Depot")
            #expect(try await library.browse.track(library.urn(4), of: listener)?.title == "Later Bus")
        }
    }

    @Test func listenersWhoAddTracksConcurrentlyDoNotAffectEachOther() async throws {
        try await LibraryStage.with { (library) async throws in
            let (mine, theirs) = (try await library.listener(), try await library.listener(.editor))
            let far = try await library.listener(at: "there")
            async let first: Void = library.file([1, 3], for: mine)
            async let second: Void = library.file([1, 2], for: theirs)
            async let third: Void = library.file([4], for: far)
            _ = try await (first, second, third)
            _ = try await library.changes.correct(library.urn(1), by: mine) { $0.artists = ["Mine Alone"] }
            #expect(try await library.entries(.artists, mine) == ["Brick Orchard 1", "Mine Alone 1"])
            #expect(try await library.entries(.artists, theirs) == ["Aurora Vale 2"])
            #expect(try await library.entries(.artists, far) == ["Tomas Reed 1"])
        }
    }

    /// The last statement of a filing fails, so all earlier statements are rolled back.
    @Test func aLibraryChangeThatFailsIsRolledBack() async throws {
        try await LibraryStage.with { (library) async throws in
            let listener = try await library.listener()
            try await library.file([1], for: listener)
            let state = try await library.state()
            try await library.stage.database.sql(
                """
                create function app.refuse() returns trigger language plpgsql as
                $$ begin raise exception 'not today'; end $$;
                create trigger refuse before insert on app.library_credit for each row execute function app.refuse();
                """)
            await #expect(throws: (any Error).self) { try await library.file([2], for: listener) }
            await #expect(throws: (any Error).self) {
                try await library.changes.correct(library.urn(1), by: listener) { $0.artists = ["Somebody"] }
            }
            let vale = try await library.artist("Aurora Vale", listener)
            await #expect(throws: (any Error).self) {
                try await library.changes.correct(.rename("Vale"), of: vale, by: listener)
            }
            #expect(try await library.state() == state)
            try await library.stage.database.sql("drop trigger refuse on app.library_credit")
            try await library.file([2], for: listener)
            #expect(try await library.entries(.artists, listener) == ["Aurora Vale 2"])
        }
    }

    @Test func anArtistAlbumOrLabelIsDeletedWithItsLastTrack() async throws {
        try await LibraryStage.with { (library) async throws in
            let listener = try await library.listener()
            try await library.file([1, 2, 3], for: listener)
            #expect(try await library.entries(.albums, listener) == ["Low Tide 1"])
            #expect(try await library.changes.remove(library.urn(2), by: listener))
            #expect(try await library.entries(.albums, listener) == [])
            #expect(try await library.entries(.artists, listener) == ["Aurora Vale 1", "Brick Orchard 1"])
            #expect(try await library.changes.remove(library.urn(1), by: listener))
            #expect(try await library.entries(.artists, listener) == ["Brick Orchard 1"])
            #expect(try await library.entries(.labels, listener) == [])
            #expect(try await library.changes.remove(library.urn(1), by: listener) == false)
        }
    }

    @Test func anUndoneCorrectionRestoresTheClassification() async throws {
        try await LibraryStage.with { (library) async throws in
            let listener = try await library.listener()
            try await library.file([1], for: listener)
            let before = try #require(try await library.browse.track(library.urn(1), of: listener))
            _ = try await library.changes.correct(library.urn(1), by: listener) {
                $0 = TrackCorrection(artists: ["A", "B"], title: "T", album: "Al", label: "")
            }
            let correction = try #require(try await library.browse.track(library.urn(1), of: listener))
            #expect(
                correction.artists.map(\.artist.name) == ["A", "B"] && correction.title == "T"
                    && correction.label == nil)
            #expect(correction.isCorrected && correction.isSettled)
            _ = try await library.changes.correct(library.urn(1), by: listener) { $0 = TrackCorrection() }
            let after = try #require(try await library.browse.track(library.urn(1), of: listener))
            #expect(after.title == before.title && after.artistText == before.artistText)
            #expect(after.album == nil && after.label?.name == "Quiet Harbour" && !after.isCorrected)
        }
    }

    @Test func tracksAddedConcurrentlyAreAllStored() async throws {
        try await LibraryStage.with { (library) async throws in
            await withTaskGroup(of: Void.self) { group in
                for number in 1...5 { group.addTask { _ = await library.add(number) } }
            }
            #expect(await library.titles(LibraryStage.path + "/songs").count == 5)
        }
    }

    @Test func aLibraryChangeIsRepeatedIfAnotherServerHasWrittenMeanwhile() async throws {
        try await LibraryStage.with { (library) async throws in
            await library.add(1)
            let changes = FilingChanges(database: library.stage.database.tenants)
            let account = try await library.stage.database.sql(
                "select user_id from app.user_account where tenant_id = \(library.stage.here.id) and login = 'listener'"
            )
            let listener = Listener(tenant: library.stage.here.id, account: try #require(Int64(account)))
            var looks = 0
            let seen = try await changes.update(by: listener) { (knowledge) -> FilingChanges.Outcome<Int> in
                looks += 1
                if looks == 1 {
                    // Imitates another server that writes between reading and writing.
                    try await library.stage.database.sql(
                        "update app.library_track set title = 'Other', confidence = 0.1")
                }
                return FilingChanges.Outcome(answer: knowledge.filed.values.count { $0.filing.title == "Other" })
            }
            #expect(looks == 2 && seen == 1)
        }
    }

    /// The database determines whether the cached library is current.
    @Test func theCachedLibraryIsNotUsedAfterAChangeByAnotherServer() async throws {
        try await LibraryStage.with { (library) async throws in
            let listener = try await library.listener()
            try await library.file([1, 2, 3], for: listener)
            // Imitates another server that corrects one track and removes another.
            try await library.stage.database.sql(
                """
                update app.library_track set said = '{"artists":["Elsewhere"]}'
                 where track_id = (select track_id from app.cloud_track
                                    where tenant_id = \(listener.tenant) and urn = '\(library.urn(1))');
                delete from app.library_track
                 where track_id = (select track_id from app.cloud_track
                                    where tenant_id = \(listener.tenant) and urn = '\(library.urn(3))')
                """)
            #expect(try await library.changes.correct(library.urn(1), by: listener) { $0.title = "Later" })
            let track = try #require(try await library.browse.track(library.urn(1), of: listener))
            #expect(track.artists.map(\.artist.name) == ["Elsewhere"] && track.title == "Later")
            #expect(try await library.changes.correct(library.urn(3), by: listener) { $0.title = "Gone" } == false)
            #expect(try await library.changes.add(library.urn(3), correction: TrackCorrection(), by: listener) == true)
        }
    }

    /// Removing tracks updates the cached library, which remains valid and is not read again.
    @Test func theCachedLibraryRemainsValidAfterTracksAreRemoved() async throws {
        try await LibraryStage.with { (library) async throws in
            let listener = try await library.listener()
            // Separate resources, so that other tests do not affect the cache.
            let database = library.stage.database.tenants
            let filing = FilingResources(of: database.observers)
            let (changes, memory) = (FilingChanges(database: database, filing: filing), filing.libraries)
            func file(_ numbers: [Int]) async throws {
                for number in numbers {
                    #expect(
                        try await changes.add(library.urn(number), correction: TrackCorrection(), by: listener) == true)
                }
            }
            try await file([1, 2, 3, 4])
            #expect(try await changes.correct(library.urn(4), by: listener) { $0.artists = ["The Reeds"] })
            for number in [1, 4] { #expect(try await changes.remove(library.urn(number), by: listener)) }
            #expect(try await changes.remove(library.urn(4), by: listener) == false)
            let entry = try #require(memory.take(listener))
            #expect(try await KnowledgeStore(database: database, listener: listener).isCurrent(entry))
            let (count, words) = entry.contents.library.withLock { ($0.trackCorrections.count, $0.correctedNames) }
            #expect(count == 2 && words == [])
            memory.keep(entry, listener)
            // Corrections apply to the remaining tracks, and removed tracks can be added again.
            let vale = try await library.artist("Aurora Vale", listener)
            _ = try await changes.correct(.rename("A. Vale"), of: vale, by: listener)
            #expect(try await library.entries(.artists, listener) == ["A. Vale 1", "Brick Orchard 1"])
            try await file([1, 4])
            #expect(try await library.entries(.artists, listener) == ["A. Vale 2", "Brick Orchard 1", "Tomas Reed 1"])
        }
    }

    /// Subtracting a removed track from the fingerprint does not hide a correction by another server.
    @Test func removingATrackDoesNotHideCorrectionsByAnotherServer() async throws {
        try await LibraryStage.with { (library) async throws in
            let listener = try await library.listener()
            try await library.file([1, 2, 3], for: listener)
            try await library.stage.database.sql(
                """
                update app.library_track set said = '{"artists":["Elsewhere"]}'
                 where track_id = (select track_id from app.cloud_track
                                    where tenant_id = \(listener.tenant) and urn = '\(library.urn(1))')
                """)
            #expect(try await library.changes.remove(library.urn(3), by: listener))
            #expect(try await library.changes.correct(library.urn(1), by: listener) { $0.title = "Later" })
            let track = try #require(try await library.browse.track(library.urn(1), of: listener))
            #expect(track.artists.map(\.artist.name) == ["Elsewhere"] && track.title == "Later")
        }
    }

    /// A track by a new uploader becomes evidence for later corrections.
    @Test func aRenamedArtistIncludesTracksOfNewUploaders() async throws {
        try await LibraryStage.with { (library) async throws in
            let listener = try await library.listener()
            try await library.file([1], for: listener)
            _ = try await library.changes.correct(library.urn(1), by: listener) { $0.label = "Depot" }
            try await library.file([2, 3], for: listener)
            let vale = try await library.artist("Aurora Vale", listener)
            _ = try await library.changes.correct(.rename("A. Vale"), of: vale, by: listener)
            #expect(try await library.entries(.artists, listener) == ["A. Vale 2", "Brick Orchard 1"])
            #expect(try await library.entries(.labels, listener).contains("Depot 1"))
        }
    }

    @Test func aLargeNumberOfLikedUploadsIsReadCompletely() async throws {
        try await ListStage.with { (lists) async throws in
            try await lists.plant("mark", tracks: 12_000, playlists: 0)
            try await lists.like(all: "listener")
            let store = KnowledgeStore(database: lists.stage.database.tenants, listener: try await lists.listener())
            let reading = try await store.read()
            #expect(reading.knowledge.uploads.count == 12_000 && reading.knowledge.filed.isEmpty)
        }
    }
}

/// Combinations of several corrections of names.
struct FilingChangesArtistCorrectionTests {
    private func names(_ library: LibraryStage, _ listener: Listener) async throws -> [String] {
        try await library.entries(.artists, listener)
    }

    @Test func renamingAnArtistToAnExistingNameMergesTheArtists() async throws {
        try await LibraryStage.with { (library) async throws in
            let listener = try await library.listener()
            try await library.file([1, 2, 3], for: listener)
            let orchard = try await library.artist("Brick Orchard", listener)
            let places = try await library.changes.correct(.rename("Aurora Vale"), of: orchard, by: listener)
            #expect(places.map(\.name) == ["Aurora Vale"])
            #expect(try await names(library, listener) == ["Aurora Vale 3"])
        }
    }

    @Test func aCycleOfArtistMergesKeepsEveryTrack() async throws {
        try await LibraryStage.with { (library) async throws in
            let listener = try await library.listener()
            try await library.file([1, 3, 4], for: listener)
            func merge(_ one: String, into other: String) async throws {
                let (from, to) = (try await library.artist(one, listener), try await library.artist(other, listener))
                _ = try await library.changes.correct(.merge(into: to), of: from, by: listener)
            }
            try await merge("Aurora Vale", into: "Brick Orchard")
            try await merge("Brick Orchard", into: "Tomas Reed")
            #expect(try await names(library, listener) == ["Tomas Reed 3"])
            // Renaming back to the first name closes the cycle: one artist remains, with all tracks.
            let reed = try await library.artist("Tomas Reed", listener)
            _ = try await library.changes.correct(.rename("Aurora Vale"), of: reed, by: listener)
            let left = try await names(library, listener)
            #expect(left.count == 1 && left[0].hasSuffix(" 3"), "\(left)")
            #expect(
                try await library.browse.tracks(.location(.library), KeysetPage(LibraryStage.request()), of: listener)
                    .items.count == 3)
        }
    }

    /// A split applies to a name as titles contain it, not to names that were merged into it.
    @Test func aSplitAfterAMergeAppliesToTracksThatNameTheSplitArtist() async throws {
        try await LibraryStage.with { (library) async throws in
            let listener = try await library.listener()
            try await library.file([1, 3], for: listener)
            let (vale, orchard) = (
                try await library.artist("Aurora Vale", listener), try await library.artist("Brick Orchard", listener)
            )
            _ = try await library.changes.correct(.merge(into: orchard), of: vale, by: listener)
            let merged = try await library.artist("Brick Orchard", listener)
            let places = try await library.changes.correct(.split(["Brick", "Orchard"]), of: merged, by: listener)
            #expect(Set(places.map(\.name)).isSuperset(of: ["Brick", "Orchard"]))
            let split = try await library.browse.track(library.urn(3), of: listener)?.artists.map(\.artist.name)
            #expect(split == ["Brick", "Orchard"])
            #expect(try await library.artist(of: 1, listener) != nil, "every track has an artist")
        }
    }

    @Test func concurrentRenamesOfAnArtistLeaveOneArtist() async throws {
        try await LibraryStage.with { (library) async throws in
            let listener = try await library.listener()
            try await library.file([1, 2], for: listener)
            let vale = try await library.artist("Aurora Vale", listener)
            await withTaskGroup(of: Void.self) { group in
                for name in ["A. Vale", "Vale, Aurora", "AV"] {
                    // A later rename may fail, because the artist already has another name.
                    group.addTask { _ = try? await library.changes.correct(.rename(name), of: vale, by: listener) }
                }
            }
            let left = try await names(library, listener)
            #expect(left.count == 1 && left[0].hasSuffix(" 2") && left[0] != "Aurora Vale 2", "\(left)")
        }
    }

    @Test func aCorrectionOfADeletedArtistIsRefused() async throws {
        try await LibraryStage.with { (library) async throws in
            let listener = try await library.listener()
            try await library.file([1, 3], for: listener)
            let vale = try await library.artist("Aurora Vale", listener)
            let orchard = try await library.artist("Brick Orchard", listener)
            #expect(try await library.changes.remove(library.urn(1), by: listener))
            await #expect(throws: FilingChanges.EntryCorrectionRefusal.self) {
                try await library.changes.correct(.rename("X"), of: vale, by: listener)
            }
            await #expect(throws: FilingChanges.EntryCorrectionRefusal.self) {
                try await library.changes.correct(.merge(into: vale), of: orchard, by: listener)
            }
            await #expect(throws: FilingChanges.EntryCorrectionRefusal.self) {
                try await library.changes.correct(.merge(into: orchard), of: orchard, by: listener)
            }
        }
    }
}
