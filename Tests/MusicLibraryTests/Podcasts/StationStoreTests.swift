import Testing
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud

/// Concurrent and repeated changes to stations and their tracks.
struct StationStoreTests {
    private func order(_ station: Int64, _ library: LibraryStage) async throws -> String {
        try await library.stage.database.sql(
            """
            select string_agg(t.urn || '@' || x.station_position, ' ' order by x.station_position, x.track_id)
              from app.library_track x join app.cloud_track t using (tenant_id, track_id)
             where x.station_id = \(station)
            """
        ).replacing("soundcloud:tracks:", with: "")
    }

    private func names(_ library: LibraryStage, _ listener: Listener) async throws -> [String] {
        try await library.podcasts.stations(of: listener).map { "\($0.name) \($0.position)" }
    }

    @Test func stationsCreatedConcurrentlyHaveDistinctPositions() async throws {
        try await LibraryStage.with { (library) async throws in
            let listener = try await library.listener()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<8 {
                    group.addTask { _ = try await library.podcasts.create("S\(number)", for: listener) }
                }
                try await group.waitForAll()
            }
            let stations = try await library.podcasts.stations(of: listener)
            #expect(stations.map(\.position) == Array(0..<8) && Set(stations.map(\.name)).count == 8)
        }
    }

    @Test(arguments: [
        (0, 3, "B C D A"), (3, 0, "D A B C"), (1, 1, "A B C D"), (0, 9999, "B C D A"), (2, 1, "A C B D"),
    ])
    func movingAStationShiftsTheOtherStations(from: Int, to: Int, expected: String) async throws {
        try await LibraryStage.with { (library) async throws in
            let listener = try await library.listener()
            var ids: [Int64] = []
            for name in ["A", "B", "C", "D"] { ids.append(try await library.podcasts.create(name, for: listener)) }
            let theirs = try await library.podcasts.create("Theirs", for: library.listener(.editor))
            try await library.podcasts.change(ids[from], name: nil, position: to, for: listener)
            let stations = try await library.podcasts.stations(of: listener)
            #expect(stations.map(\.name).joined(separator: " ") == expected)
            #expect(stations.map(\.position) == [0, 1, 2, 3])
            await #expect(throws: StationStore.Refusal.self) {
                try await library.podcasts.change(theirs, name: "Mine", position: 0, for: listener)
            }
            #expect(try await names(library, library.listener(.editor)) == ["Theirs 0"])
        }
    }

    @Test func tracksAddedToAStationConcurrentlyHaveDistinctPositions() async throws {
        try await LibraryStage.with { (library) async throws in
            let listener = try await library.listener()
            try await library.file([1, 2, 3, 4, 5], for: listener)
            let station = try await library.podcasts.create("Nights", for: listener)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in [1, 2, 3, 4, 5, 1, 2] {
                    let urn = try library.urn(number)
                    group.addTask {
                        try await library.podcasts.move(
                            urn, to: .podcasts, station: station, position: 0, for: listener)
                    }
                }
                try await group.waitForAll()
            }
            let places = try await order(station, library).split(separator: " ")
            #expect(places.map { $0.suffix(1) } == ["0", "1", "2", "3", "4"], "\(places)")
            #expect(Set(places.map { $0.prefix(1) }).count == 5)
        }
    }

    /// Adding a track to a second station removes it from the first.
    @Test func addingATrackToAStationRemovesTheTrackFromTheOldStation() async throws {
        try await LibraryStage.with { (library) async throws in
            let listener = try await library.listener()
            try await library.file([4, 5], for: listener)
            let (days, nights) = (
                try await library.podcasts.create("Days", for: listener),
                try await library.podcasts.create("Nights", for: listener)
            )
            for number in [4, 5] {
                try await library.podcasts.move(library.urn(number), to: .podcasts, station: days, for: listener)
            }
            try await library.podcasts.move(library.urn(4), to: .podcasts, station: nights, for: listener)
            #expect(try await order(days, library) == "5@1")
            #expect(try await order(nights, library) == "4@0")
            await #expect(throws: StationStore.Refusal.self) {
                try await library.podcasts.take(library.urn(4), outOf: days, for: listener)
            }
            // A track of the library is in no station, as the schema requires.
            try await library.podcasts.move(library.urn(4), to: .library, station: nil, for: listener)
            #expect(try await order(nights, library).isEmpty)
            try await library.podcasts.delete(days, of: listener)
            #expect(try await library.browse.track(library.urn(5), of: listener)?.location == .podcasts)
        }
    }

    @Test func aListenerCannotExceedTheStationLimit() async throws {
        try await LibraryStage.with { (library) async throws in
            let (listener, theirs) = (try await library.listener(), try await library.listener(.editor))
            try await library.stage.database.sql(
                """
                insert into app.podcast_station (tenant_id, user_id, name, position)
                select \(listener.tenant), \(listener.account), 'S' || i, i from generate_series(0, \(StationStore.most - 1)) i
                """)
            await #expect(throws: StationStore.Refusal.self) {
                _ = try await library.podcasts.create("One more", for: listener)
            }
            _ = try await library.podcasts.create("Theirs", for: theirs)
            #expect(try await library.podcasts.stations(of: listener).count == Int(StationStore.most))
        }
    }

    @Test func aRefusedMoveOfATrackDoesNotChangeTheLibrary() async throws {
        try await LibraryStage.with { (library) async throws in
            let (listener, theirs) = (try await library.listener(), try await library.listener(.editor))
            try await library.file([5], for: listener)
            let foreign = try await library.podcasts.create("Theirs", for: theirs)
            let state = try await library.state()
            for (number, station) in [(5, foreign), (5, 999_999), (4, nil as Int64?)] {
                await #expect(throws: StationStore.Refusal.self) {
                    try await library.podcasts.move(library.urn(number), to: .podcasts, station: station, for: listener)
                }
            }
            #expect(try await library.state() == state)
        }
    }
}
