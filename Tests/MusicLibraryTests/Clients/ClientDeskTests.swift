import Tenancy
import Testing
import Web
import WebTestSupport

@testable import MusicLibrary

/// The ways in are tried through the routes in SubsonicTests; here what those cannot see.
struct ClientDeskTests {
    @Test func aLastUseIsWrittenDownNowAndThen() async throws {
        try await ClientStage.with { stage in
            let secret = try #require(await stage.make()["secret"] as? String)
            func use() async throws -> String {
                let client = try await stage.desk.client(.key(secret), from: "192.0.2.1", in: stage.stage.here.id)
                #expect(client.login == "listener")
                #expect(client.name == "Phone")
                return try await stage.stage.database.psql("select last_used_at from app.app_password")
            }
            let first = try await use()
            #expect(!first.isEmpty)
            #expect(try await use() == first)
            try await stage.stage.database.psql(
                "update app.app_password set last_used_at = now() - interval '6 minutes'")
            let stale = try await stage.stage.database.psql("select last_used_at from app.app_password")
            #expect(try await use() != stale)
        }
    }
}
