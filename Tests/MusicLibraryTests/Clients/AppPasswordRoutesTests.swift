import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud

struct AppPasswordRoutesTests {
    @Test func anAppPasswordIsReadableOnlyInTheResponseThatCreatesIt() async throws {
        try await ClientStage.with { stage in
            let made = await stage.make(" Phone ")
            #expect(made.status == 201)
            #expect(made["name"] as? String == "Phone")
            let secret = try #require(made["secret"] as? String)
            let list = await stage.stage.send(.get, ClientStage.path, as: .listener)
            #expect(list.objects("items").map { $0["name"] as? String } == ["Phone"])
            #expect(list.objects("items").first?["lastUsedAt"] == nil)
            #expect(!list.text.contains(secret))
            let row = try await stage.stage.database.sql(
                "select encode(secret, 'escape'), encode(key_hash, 'escape') from app.app_password")
            #expect(!row.contains(secret))
            #expect(try await stage.stage.audit() == ["listener app-password.create Phone"])
        }
    }

    @Test func onlyTheOwnerCanDeleteAnAppPassword() async throws {
        try await ClientStage.with { stage in
            let id = try #require(await stage.make()["id"] as? String)
            for (role, host) in [(Role.editor, "here"), (.listener, "there")] {
                let answer = await stage.stage.send(.delete, ClientStage.path + "/\(id)", as: role, at: host)
                #expect(answer.status == 404)
            }
            #expect(await stage.stage.send(.delete, ClientStage.path + "/0\(id)", as: .listener).status == 404)
            #expect(await stage.stage.send(.delete, ClientStage.path + "/\(id)", as: .listener).status == 204)
            #expect(await stage.stage.send(.delete, ClientStage.path + "/\(id)", as: .listener).status == 404)
            #expect(
                try await stage.stage.audit() == [
                    "listener app-password.create Phone", "listener app-password.delete Phone",
                ])
        }
    }

    @Test func anAccountHasAtMostTwentyFiveAppPasswords() async throws {
        try await ClientStage.with { (stage) async throws in
            for number in 1...25 { #expect(await stage.make("Phone \(number)").status == 201) }
            let one = await stage.make()
            #expect(one.status == 409)
            #expect(one["code"] as? String == "too-many-app-passwords")
            #expect(await stage.make(as: .editor).status == 201, "another account has a limit of its own")
            #expect(try await stage.stage.audit().count == 26)
        }
    }

    @Test func aBlankNameOfAnAppPasswordIsRefused() async throws {
        try await ClientStage.with { (stage) async throws in
            #expect(await stage.make("  ").faults == ["name"])
            #expect(try await stage.stage.audit().isEmpty)
        }
    }

    @Test func withoutAnEncryptionKeyNoAppPasswordIsCreated() async throws {
        try await ClientStage.with(hasKey: false) { stage in
            let answer = await stage.make()
            #expect(answer.status == 503)
            #expect(answer["code"] as? String == "no-secret-key")
            #expect(await stage.stage.send(.get, ClientStage.path, as: .listener).status == 200)
        }
    }
}
