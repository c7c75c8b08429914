import Foundation
import Testing
import Web

@testable import MusicLibrary
@testable import SoundCloud

struct LibraryLaunchTests {
    private func launch(_ stage: ExploreStage, _ role: Role = .listener) async throws -> [String: Any] {
        let listener = try await stage.listener(role)
        let rows = try await stage.stage.database.tenants.batch(
            in: listener.tenant, LibraryLaunch.statements(for: listener))
        let data = try JSONEncoder().encode(try LibraryLaunch(rows))
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    @Test func theFirstStepOfAListenerWithoutAConnectionIsWelcome() async throws {
        try await ExploreStage.with { (stage) async throws in
            let launch = try await launch(stage)
            #expect(launch["step"] as? String == "welcome" && launch["account"] == nil)
            #expect(
                launch["prefs"] as? [String: String]
                    == ["libraryCategory": "songs", "podcastCategory": "tracks", "likesOrder": "recent"])
            #expect((launch["lastView"] as? [String: Any])?["view"] as? String == "stream")
        }
    }

    @Test func theFirstStepOfAConnectedListenerIsSyncWithTheLastView() async throws {
        try await ExploreStage.with { (stage) async throws in
            try await stage.connect()
            let listener = try await stage.listener()
            let change = try ViewStateChange(
                JSONDecoder().decode(
                    ViewStateChange.Content.self,
                    from: Data(
                        #"{"view": "album", "params": {"id": "7"}, "likesOrder": "title", "device": "phone"}"#.utf8)))
            let store = ViewStateStore(database: stage.stage.database.tenants)
            _ = try await store.change(change, if: IfMatch(nil), of: listener)
            var launch = try await launch(stage)
            #expect(launch["step"] as? String == "sync")
            let account = try #require(launch["account"] as? [String: Any])
            #expect(account["state"] as? String == "connected")
            #expect((account["account"] as? [String: Any])?["username"] as? String == "listener")
            #expect((launch["prefs"] as? [String: String])?["likesOrder"] == "title")
            let last = try #require(launch["lastView"] as? [String: Any])
            #expect(last["view"] as? String == "album" && last["params"] as? [String: String] == ["id": "7"])
            // An account with a broken connection still counts as connected.
            try await stage.stage.database.sql("update app.cloud_connection set state = 'broken'")
            launch = try await self.launch(stage)
            #expect(launch["step"] as? String == "sync")
            #expect((launch["account"] as? [String: Any])?["state"] as? String == "broken")
            #expect(try await self.launch(stage, .editor)["step"] as? String == "welcome")
        }
    }

    @Test func theFirstStepOfACallerWhoIsNotSignedInIsLogin() throws {
        let data = try JSONEncoder().encode(LibraryLaunch())
        #expect(String(decoding: data, as: UTF8.self) == #"{"step":"login"}"#)
    }
}
