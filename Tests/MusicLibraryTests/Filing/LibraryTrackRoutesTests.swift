import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud

struct LibraryTrackRoutesTests {
    /// Spec L7.
    @Test func uploadsByTwoAccountsAreFiledUnderTheArtistInTheirTitles() async throws {
        try await LibraryStage.with { (library) async throws in
            let first = await library.add(1)
            #expect(first.status == 201, "\(first.text)")
            #expect(first.fields["Location"] == LibraryStage.track(1))
            #expect(await library.add(2).status == 201)
            #expect(await library.names("artists") == ["Aurora Vale"])
            let artist = try await library.id("Aurora Vale", in: "artists")
            let path = LibraryStage.path + "/artists/\(artist)/tracks"
            #expect(await library.titles(path) == ["Paper Lanterns", "Salt Road"])
            let track = await library.get(LibraryStage.track(2))
            #expect(track.status == 200 && track.artists == ["Aurora Vale"])
            #expect(track.classification["source"] as? String == "classified")
            #expect((track.classification["why"] as? [String])?.isEmpty == false)
            #expect((track["uploader"] as? [String: Any])?["origin"] as? String == "soundcloud")
            #expect(await library.get(LibraryStage.track(1)).entryName("label") == "Quiet Harbour")
        }
    }

    @Test func addingATrackAgainDoesNotChangeTheLibrary() async throws {
        try await LibraryStage.with { (library) async throws in
            #expect(await library.add(1).status == 201)
            let state = try await library.state()
            let again = await library.add(1)
            #expect(again.status == 200 && again.artists == ["Aurora Vale"])
            #expect(try await library.state() == state)
        }
    }

    @Test func addingATrackAgainAppliesTheGivenNames() async throws {
        try await LibraryStage.with { (library) async throws in
            #expect(await library.add(1, #", "album": "Timetable""#).status == 201)
            let again = await library.add(1, #", "artist": "Somebody Else""#)
            #expect(again.status == 200 && again.artists == ["Somebody Else"], "\(again.text)")
            #expect(again.entryName("album") == "Timetable")
            #expect(again.classification["source"] as? String == "corrected")
            let state = try await library.state()
            #expect(await library.add(1, #", "artist": "Somebody Else""#).status == 200)
            #expect(try await library.state() == state)
        }
    }

    @Test func namesGivenWithANewTrackAreStoredAsACorrection() async throws {
        try await LibraryStage.with { (library) async throws in
            let added = await library.add(4, #", "artist": "The Reeds", "album": "Timetable", "label": "Depot""#)
            #expect(added.status == 201 && added.artists == ["The Reeds"], "\(added.text)")
            #expect(added.entryName("album") == "Timetable" && added.entryName("label") == "Depot")
            #expect(added.classification["source"] as? String == "corrected")
            #expect(await library.names("albums") == ["Timetable"])
            #expect(await library.names("labels") == ["Depot"])
        }
    }

    @Test func removingEveryTrackLeavesAnEmptyLibrary() async throws {
        try await LibraryStage.with { (library) async throws in
            let before = try await library.state()
            await library.add(1)
            await library.add(2)
            #expect(await library.stage.send(.delete, LibraryStage.track(1), as: .listener).status == 204)
            #expect(await library.names("artists") == ["Aurora Vale"])
            #expect(await library.names("labels") == [])
            #expect(await library.stage.send(.delete, LibraryStage.track(2), as: .listener).status == 204)
            #expect(try await library.state() == before)
            #expect(await library.stage.send(.delete, LibraryStage.track(2), as: .listener).status == 404)
        }
    }

    @Test func listenersAndTenantsHaveSeparateLibraries() async throws {
        try await LibraryStage.with { (library) async throws in
            await library.add(1)
            let artist = try await library.id("Aurora Vale", in: "artists")
            let path = LibraryStage.path + "/artists/\(artist)/tracks"
            for (role, host) in [(Role.editor, "here"), (.listener, "there")] {
                #expect(await library.get(LibraryStage.track(1), as: role, at: host).status == 404)
                #expect(await library.get(path, as: role, at: host).status == 404)
                #expect(await library.names("artists", as: role, at: host) == [])
                #expect(await library.stage.send(.delete, LibraryStage.track(1), as: role, at: host).status == 404)
                let body = #"{"artist": "Nobody"}"#
                #expect(await library.stage.send(.patch, LibraryStage.track(1), body, as: role, at: host).status == 404)
            }
            #expect(await library.get(LibraryStage.track(1)).artists == ["Aurora Vale"])
            #expect(await library.stage.send(.get, LibraryStage.track(1)).status == 401)
        }
    }

    @Test(arguments: [
        (#"{"track": "soundcloud:tracks:99"}"#, 404), (#"{"track": "soundcloud:users:1"}"#, 422),
        (#"{"track": "soundcloud:tracks:1", "artist": " "}"#, 422), ("{}", 422), ("[", 400),
    ])
    func anUnknownTrackOrAnInvalidNameCannotBeAdded(body: String, status: Int) async throws {
        try await LibraryStage.with { (library) async throws in
            let state = try await library.state()
            let answer = await library.stage.send(.post, LibraryStage.path + "/tracks", body, as: .listener)
            #expect(answer.status == status, "\(answer.text)")
            #expect(try await library.state() == state)
        }
    }

    /// Spec L8.
    @Test func aTrackCorrectionIsKeptUntilItIsWithdrawn() async throws {
        try await LibraryStage.with { (library) async throws in
            await library.add(3)
            let corrected = await library.stage.send(
                .patch, LibraryStage.track(3), #"{"artist": "Orchard Kings", "title": "Engine"}"#, as: .listener)
            #expect(corrected.status == 200 && corrected.artists == ["Orchard Kings"], "\(corrected.text)")
            try await library.stage.database.sql(
                "update app.cloud_track set title = 'Wholly Other - Words' where urn = 'soundcloud:tracks:3'")
            await library.add(1)
            #expect(
                await library.stage.send(.patch, LibraryStage.track(3), #"{"album": "Works"}"#, as: .listener).status
                    == 200)
            let track = await library.get(LibraryStage.track(3))
            #expect(track.artists == ["Orchard Kings"] && track["title"] as? String == "Engine")
            #expect(track.entryName("album") == "Works" && track.classification["source"] as? String == "corrected")
            // The correction is withdrawn.
            let back = await library.stage.send(
                .patch, LibraryStage.track(3), #"{"artist": null, "title": null, "album": null}"#, as: .listener)
            #expect(back.artists == ["Wholly Other"] && back.classification["source"] as? String == "classified")
        }
    }

    @Test(arguments: [#"{}"#, #"{"artist": ""}"#, #"{"title": "a\nb"}"#, #"{"artist": 1}"#])
    func anInvalidTrackCorrectionIsRefused(body: String) async throws {
        try await LibraryStage.with { (library) async throws in
            await library.add(3)
            let state = try await library.state()
            let answer = await library.stage.send(.patch, LibraryStage.track(3), body, as: .listener)
            #expect(answer.status == 422, "\(answer.text)")
            #expect(try await library.state() == state)
        }
    }
}
