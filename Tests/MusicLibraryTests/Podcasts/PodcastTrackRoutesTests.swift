import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud

struct PodcastTrackRoutesTests {
    private let path = "/api/v1/me/podcasts/tracks"

    private func add(
        _ library: LibraryStage, _ number: Int, _ more: String = "", as role: Role = .listener
    ) async -> StageAnswer {
        await library.stage.send(.post, path, #"{"track": "soundcloud:tracks:\#(number)"\#(more)}"#, as: role)
    }

    private func make(_ library: LibraryStage, _ name: String, as role: Role = .listener) async throws -> String {
        let path = "/api/v1/me/podcasts/stations"
        let answer = await library.stage.send(.post, path, #"{"name": "\#(name)"}"#, as: role)
        return try #require(answer["id"] as? String)
    }

    private func station(_ answer: StageAnswer) -> String? {
        (answer["station"] as? [String: Any])?["name"] as? String
    }

    /// Spec L12.
    @Test func aTrackCanBeAddedToThePodcastsAndAStationInOneRequest() async throws {
        try await LibraryStage.with { (library) async throws in
            let nights = try await make(library, "Nights")
            let added = await add(library, 5, #", "station": "\#(nights)", "album": "Season 1""#)
            #expect(added.status == 201 && added["shelf"] as? String == "podcasts", "\(added.text)")
            #expect(station(added) == "Nights" && added.entryName("album") == "Season 1")
            #expect(added.fields["Location"] == LibraryStage.track(5))
            #expect(await library.titles(LibraryStage.path + "/songs") == [])
            // Adding the track again changes nothing; it stays in its station.
            let state = try await library.state()
            let again = await add(library, 5)
            #expect(again.status == 200 && station(again) == "Nights")
            #expect(try await library.state() == state)
            let days = try await make(library, "Days")
            #expect(station(await add(library, 5, #", "station": "\#(days)""#)) == "Days")
            #expect(await library.titles(path).count == 1)
        }
    }

    @Test func addingATrackOfTheLibraryToThePodcastsMovesTheTrack() async throws {
        try await LibraryStage.with { (library) async throws in
            await library.add(4)
            let moved = await add(library, 4)
            #expect(moved.status == 200 && moved["shelf"] as? String == "podcasts", "\(moved.text)")
            #expect(await library.titles(LibraryStage.path + "/songs") == [])
        }
    }

    @Test func aTrackOfTheLibraryCannotBeRemovedAsAPodcastTrack() async throws {
        try await LibraryStage.with { (library) async throws in
            let item = path + "/soundcloud:tracks:4"
            await library.add(4)
            #expect(await library.stage.send(.delete, item, as: .listener).status == 404, "the track is in the library")
            #expect(await library.titles(LibraryStage.path + "/songs") == ["Late Bus"])
        }
    }

    @Test func onlyTheListenerCanRemoveAPodcastTrack() async throws {
        try await LibraryStage.with { (library) async throws in
            let before = try await library.state()
            let item = path + "/soundcloud:tracks:4"
            _ = await add(library, 4)
            #expect(await library.stage.send(.delete, item, as: .editor).status == 404)
            #expect(await library.stage.send(.delete, item, as: .listener).status == 204)
            #expect(try await library.state() == before)
            #expect(await library.stage.send(.delete, item, as: .listener).status == 404)
        }
    }

    @Test func anInvalidAdditionToThePodcastsIsRefused() async throws {
        try await LibraryStage.with { (library) async throws in
            let theirs = try await make(library, "Theirs", as: .editor)
            let state = try await library.state()
            for station in [theirs, "999999", "x"] {
                #expect(await add(library, 5, #", "station": "\#(station)""#).status == 404, "\(station)")
            }
            #expect(await add(library, 99).status == 404)
            #expect(await add(library, 5, #", "artist": " ""#).status == 422)
            // Only podcast tracks can be in stations.
            #expect(await library.add(5, #", "station": "\#(theirs)""#).status == 422)
            #expect(await library.stage.send(.post, path, #"{"track": "soundcloud:tracks:5"}"#).status == 401)
            #expect(try await library.state() == state)
        }
    }
}
