import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud

struct PodcastRoutesTests {
    private let stations = "/api/v1/me/podcasts/stations"

    private func make(_ library: LibraryStage, _ name: String) async throws -> String {
        let answer = await library.stage.send(.post, stations, #"{"name": "\#(name)"}"#, as: .listener)
        #expect(answer.status == 201, "\(answer.text)")
        return try #require(answer["id"] as? String)
    }

    private func names(_ library: LibraryStage) async -> [String] {
        await library.get(stations).objects("items").compactMap { $0["name"] as? String }
    }

    /// Spec L14.
    @Test func aTrackMovedToThePodcastsIsNoLongerAmongTheSongs() async throws {
        try await LibraryStage.with { (library) async throws in
            let added = await library.add(5)
            #expect(added["shelf"] as? String == "library" && added["suggestedShelf"] as? String == "podcasts")
            #expect(await library.add(4)["suggestedShelf"] as? String == "library")
            let station = try await make(library, "Nights")
            let moved = await library.stage.send(
                .post, LibraryStage.track(5) + "/move", #"{"to": "podcasts", "station": "\#(station)"}"#, as: .listener)
            #expect(moved.status == 200 && moved["shelf"] as? String == "podcasts", "\(moved.text)")
            #expect((moved["station"] as? [String: Any])?["name"] as? String == "Nights")
            #expect(await library.titles(LibraryStage.path + "/songs") == ["Late Bus"])
            #expect(await library.titles("/api/v1/me/podcasts/tracks").count == 1)
            #expect(await library.names("artists") == ["Tomas Reed"])
            let back = await library.stage.send(
                .post, LibraryStage.track(5) + "/move", #"{"to": "library"}"#, as: .listener)
            #expect(back["shelf"] as? String == "library" && back["station"] == nil)
            #expect(await library.titles("/api/v1/me/podcasts/tracks") == [])
            #expect(await library.titles(LibraryStage.path + "/songs").count == 2)
        }
    }

    /// Spec L13.
    @Test func podcastStationsCanBeCreatedSortedAndDeleted() async throws {
        try await LibraryStage.with { (library) async throws in
            let first = try await make(library, "First")
            let second = try await make(library, "Second")
            #expect(await names(library) == ["First", "Second"])
            let answer = await library.stage.send(
                .patch, stations + "/" + second, #"{"name": "Zeroth", "position": 0}"#, as: .listener)
            #expect(answer.status == 200 && answer["position"] as? Int == 0, "\(answer.text)")
            #expect(await names(library) == ["Zeroth", "First"])
            await library.add(5)
            let itemPath = stations + "/" + first + "/tracks/soundcloud:tracks:5"
            #expect(await library.stage.send(.put, itemPath, as: .listener)["shelf"] as? String == "podcasts")
            #expect(await library.stage.send(.put, itemPath, as: .listener).status == 200)
            #expect(await library.get(stations).objects("items").last?["trackCount"] as? Int == 1)
            #expect(await library.stage.send(.delete, itemPath, as: .listener).status == 204)
            #expect(await library.stage.send(.delete, itemPath, as: .listener).status == 404)
            _ = await library.stage.send(.put, itemPath, as: .listener)
            #expect(await library.stage.send(.delete, stations + "/" + first, as: .listener).status == 204)
            #expect(await names(library) == ["Zeroth"])
            #expect(await library.titles("/api/v1/me/podcasts/tracks").count == 1)
        }
    }

    @Test func theTracksOfAStationHaveTheChosenOrder() async throws {
        try await LibraryStage.with { (library) async throws in
            let station = try await make(library, "Nights")
            let path = stations + "/" + station + "/tracks"
            func put(_ number: Int, _ body: String? = nil) async -> StageAnswer {
                await library.stage.send(.put, path + "/soundcloud:tracks:\(number)", body, as: .listener)
            }
            for number in [4, 1, 3] {
                await library.add(number)
                #expect(await put(number).status == 200)
            }
            #expect(await library.titles(path) == ["Late Bus", "Paper Lanterns", "Engine Room"])
            #expect(await put(3, #"{"position": 0}"#).status == 200)
            #expect(await library.titles(path) == ["Engine Room", "Late Bus", "Paper Lanterns"])
            // Without a position, the track keeps its position. A position beyond the end means the end.
            #expect(await put(4).status == 200)
            #expect(await put(3, #"{"position": 99}"#).status == 200)
            #expect(await library.titles(path) == ["Late Bus", "Paper Lanterns", "Engine Room"])
            await library.add(2)
            #expect(await put(2, #"{"position": 1}"#).status == 200)
            let first = await library.get(path + "?limit=2")
            #expect(first.objects("items").compactMap { $0["title"] as? String } == ["Late Bus", "Salt Road"])
            let cursor = try #require(first["next"] as? String)
            #expect(await library.titles(path + "?limit=2&cursor=\(cursor)") == ["Paper Lanterns", "Engine Room"])
            for body in [#"{"position": -1}"#, #"{"position": 100000}"#, #"{"position": "x"}"#] {
                #expect(await put(2, body).status == 422, "\(body)")
            }
            #expect(await library.get(path, as: .editor).status == 404)
            #expect(await library.get(path, at: "there").status == 404)
            #expect(await library.get(stations + "/999999/tracks").status == 404)
        }
    }

    @Test func aStationOfAnotherListenerCannotBeChanged() async throws {
        try await LibraryStage.with { (library) async throws in
            let station = try await make(library, "Mine")
            for (role, host) in [(Role.listener, "here"), (.editor, "here"), (.listener, "there")] {
                await library.add(5, as: role, at: host)
            }
            let state = try await library.state()
            for (role, host) in [(Role.editor, "here"), (.listener, "there")] {
                let path = stations + "/" + station
                #expect(await library.stage.send(.patch, path, #"{"name": "X"}"#, as: role, at: host).status == 404)
                #expect(await library.stage.send(.delete, path, as: role, at: host).status == 404)
                let put = await library.stage.send(.put, path + "/tracks/soundcloud:tracks:5", as: role, at: host)
                #expect(put.status == 404)
            }
            let move = LibraryStage.track(5) + "/move"
            for (body, status) in [
                (#"{"to": "attic"}"#, 422), (#"{"to": "library", "station": "\#(station)"}"#, 422),
                (#"{"to": "podcasts", "station": "999999"}"#, 404), ("{}", 422),
            ] {
                #expect(await library.stage.send(.post, move, body, as: .listener).status == status, "\(body)")
            }
            #expect(await library.stage.send(.post, stations, #"{"name": " "}"#, as: .listener).status == 422)
            #expect(try await library.state() == state)
        }
    }

    @Test func uncertainTracksAreListedUntilConfirmedByTheListener() async throws {
        try await LibraryStage.with { (library) async throws in
            await library.add(1)
            await library.add(4)
            try await library.stage.database.sql(
                "update app.library_track set confidence = case title when 'Late Bus' then 0.2 else 0.4 end")
            let path = LibraryStage.path + "/uncertain"
            #expect(await library.titles(path) == ["Late Bus", "Paper Lanterns"])
            let page = await library.get(path + "?limit=1")
            let cursor = try #require(page["next"] as? String)
            #expect(await library.titles(path + "?limit=1&cursor=\(cursor)") == ["Paper Lanterns"])
            let settled = await library.stage.send(.post, LibraryStage.track(4) + "/settle", as: .listener)
            #expect(settled.classification["isSettled"] as? Bool == true, "\(settled.text)")
            #expect(await library.titles(path) == ["Paper Lanterns"])
            let theirs = await library.stage.send(.post, LibraryStage.track(4) + "/settle", as: .editor)
            #expect(theirs.status == 404)
        }
    }
}
