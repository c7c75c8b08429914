import Foundation
import HTTP
import Tenancy
import Testing
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud

struct ViewStateRoutesTests {
    private let path = "/api/v1/me/view-state"

    /// Spec L15, L34.
    @Test func theDefaultViewIsTheStream() async throws {
        try await ListStage.with { (stage) async throws in
            let state = await stage.stage.send(.get, path, as: .listener)
            #expect(state.status == 200 && state.fields["ETag"] != nil && state["revision"] as? Int == 0)
            #expect(state["view"] as? String == "stream" && state["libraryCategory"] as? String == "songs")
            #expect(state["podcastCategory"] as? String == "tracks" && state["likesOrder"] as? String == "recent")
            #expect(state["updatedAt"] == nil)
        }
    }

    /// Spec L32, L40.
    @Test func aDeviceReadsTheViewThatAnotherDeviceSaved() async throws {
        try await ListStage.with { (stage) async throws in
            let body =
                #"{"view": "likes", "params": {"search": "a/b \"c\" ü"}, "likesOrder": "artist", "device": "phone"}"#
            let written = await stage.stage.send(.put, path, body, as: .listener)
            #expect(written.status == 200, "\(written.text)")
            let read = await stage.stage.send(.get, path, as: .listener)
            #expect(read.text == written.text && read.fields["ETag"] == written.fields["ETag"])
            #expect(read["params"] as? [String: String] == ["search": #"a/b "c" ü"#])
            #expect(read["likesOrder"] as? String == "artist" && read["device"] as? String == "phone")
            // Absent members keep their values, except the name of the device, which becomes empty.
            let next = await stage.stage.send(
                .put, path, #"{"view": "library", "libraryCategory": "labels", "podcastCategory": "stations"}"#,
                as: .listener)
            #expect(next["likesOrder"] as? String == "artist" && next["libraryCategory"] as? String == "labels")
            #expect(next["podcastCategory"] as? String == "stations" && next["revision"] as? Int == 2)
            #expect(next["device"] as? String == "")
        }
    }

    /// Spec L40.
    @Test func theLastSavedViewWinsUnlessIfMatchFails() async throws {
        try await ListStage.with { (stage) async throws in
            func put(_ view: String, knowing tag: String?) async -> StageAnswer {
                await stage.stage.send(
                    .put, path, #"{"view": "\#(view)"}"#, as: .listener, tag.map { ["If-Match": $0] } ?? [:])
            }
            #expect(await put("likes", knowing: "\"1\"").status == 412)
            #expect(await stage.stage.send(.get, path, as: .listener)["revision"] as? Int == 0)
            #expect(try await stage.stage.database.sql("select count(*) from app.library_view") == "0")
            let first = await stage.stage.send(.get, path, as: .listener).fields["ETag"]
            let second = await put("likes", knowing: first)
            #expect(second.status == 200)
            #expect(await put("discover", knowing: first).status == 412)
            #expect(await stage.stage.send(.get, path, as: .listener)["view"] as? String == "likes")
            #expect(await put("discover", knowing: second.fields["ETag"]).status == 200)
            #expect(await put("profile", knowing: nil)["revision"] as? Int == 3)
        }
    }

    @Test func onlyOneOfConcurrentConditionalChangesOfTheViewSucceeds() async throws {
        try await ListStage.with { (stage) async throws in
            let tag = try #require(await stage.stage.send(.get, path, as: .listener).fields["ETag"])
            let statuses = await withTaskGroup(of: Int.self) { group in
                for number in 0..<8 {
                    group.addTask {
                        await stage.stage.send(
                            .put, path, #"{"view": "v\#(number)"}"#, as: .listener, ["If-Match": tag]
                        ).status
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.sorted() == [200] + Array(repeating: 412, count: 7))
        }
    }

    @Test func viewsOfOtherListenersAndTenantsAreNotShown() async throws {
        try await ListStage.with { (stage) async throws in
            _ = await stage.stage.send(.put, path, #"{"view": "likes"}"#, as: .listener)
            #expect(await stage.stage.send(.get, path, as: .editor)["view"] as? String == "stream")
            #expect(await stage.stage.send(.get, path, as: .listener, at: "there")["view"] as? String == "stream")
            #expect(await stage.stage.send(.get, path).status == 401)
            #expect(await stage.stage.send(.put, path, #"{"view": "likes"}"#).status == 401)
        }
    }

    @Test(arguments: [
        #"{"view": ""}"#, #"{"view": "a\u0001b"}"#, #"{"view": 5}"#, #"{"params": []}"#, #"{"params": {"a": 1}}"#,
        #"{"libraryCategory": "none"}"#, #"{"podcastCategory": "songs"}"#,
        #"{"likesOrder": "best"}"#, #"{"device": "a\u0007"}"#,
        #"{"params": {"a": ""# + String(repeating: "x", count: 4000) + #""}}"#,
        #"{"view": ""# + String(repeating: "x", count: 101) + #""}"#,
    ])
    func invalidChangesOfTheViewAreRefused(body: String) async throws {
        try await ListStage.with { (stage) async throws in
            let answer = await stage.stage.send(.put, path, body, as: .listener)
            #expect(answer.status == 422, "\(answer.text)")
            #expect(try await stage.stage.database.sql("select count(*) from app.library_view") == "0")
        }
    }

    @Test func viewParametersOfTheGreatestLengthAreAccepted() async throws {
        try await ListStage.with { (stage) async throws in
            let value = String(repeating: "\\\"", count: 1990)
            let body = #"{"params": {"a": ""# + value + #""}}"#
            let answer = await stage.stage.send(.put, path, body, as: .listener)
            #expect(answer.status == 200, "\(answer.text)")
        }
    }
}
