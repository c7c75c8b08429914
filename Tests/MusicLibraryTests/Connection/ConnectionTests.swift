import CloudStandIn
import Foundation
import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud

struct ConnectionTests {
    /// Spec L1.
    @Test func connectingStoresEncryptedTokens() async throws {
        try await ConnectedStage.with { (stage) async throws in
            #expect(await stage.stage.send(.get, ConnectedStage.path, as: .listener).status == 404)
            let answer = try await stage.connect()
            #expect(answer["state"] as? String == "connected")
            let account = try #require(answer["account"] as? [String: Any])
            #expect(
                account["username"] as? String == "listener" && account["urn"] as? String == "soundcloud:users:424242")
            let shown = await stage.stage.send(.get, ConnectedStage.path, as: .listener)
            #expect(shown.status == 200 && !shown.text.contains("access-") && !shown.text.contains("refresh-"))
            let kept = try await stage.stage.database.sql(
                "select encode(access_token, 'escape'), encode(refresh_token, 'escape') from app.cloud_connection")
            #expect(!kept.isEmpty && !kept.contains("access-") && !kept.contains("refresh-"))
            #expect(try await stage.stage.audit() == ["listener connection.add soundcloud"])
            // Connecting starts a sync of all parts.
            #expect(try await stage.stage.database.sql("select count(*) from app.library_sync_part") == "5")
            // The connection belongs to this account only.
            #expect(await stage.stage.send(.get, ConnectedStage.path, as: .editor).status == 404)
            #expect(await stage.stage.send(.get, ConnectedStage.path, as: .listener, at: "there").status == 404)
        }
    }

    /// Spec L1.
    @Test func aConnectionIsCompletedOnlyOnceAndOnlyByTheAccountThatStartedIt() async throws {
        try await ConnectedStage.with { (stage) async throws in
            let begun = await stage.stage.send(.post, ConnectedStage.path, as: .listener)
            let back = try await stage.allowConnection(begun)
            #expect(await stage.stage.send(.get, back).status == 401)
            #expect(await stage.stage.send(.get, back, as: .editor)["code"] as? String == "unknown-state")
            // On the host of another tenant, the request is only redirected to the host on which the connection was started.
            let there = await stage.stage.send(.get, back, as: .listener, at: "there")
            #expect(there.status == 303 && there.fields["Location"] == "http://here" + back)
            #expect(await stage.stage.send(.get, back, as: .listener).status == 200)
            #expect(await stage.stage.send(.get, back, as: .listener)["code"] as? String == "unknown-state")
            // A new attempt cancels earlier attempts.
            let first = await stage.stage.send(.post, ConnectedStage.path, as: .listener)
            _ = await stage.stage.send(.post, ConnectedStage.path, as: .listener)
            let old = await stage.stage.send(.get, try await stage.allowConnection(first), as: .listener)
            #expect(old["code"] as? String == "unknown-state")
        }
    }

    @Test func aConnectionAttemptThatHasExpiredIsRefused() async throws {
        try await ConnectedStage.with { (stage) async throws in
            let begun = await stage.stage.send(.post, ConnectedStage.path, as: .listener)
            try await stage.stage.database.sql(
                "update app.cloud_authorization set expires_at = now() - interval '1 second'")
            let answer = await stage.stage.send(.get, try await stage.allowConnection(begun), as: .listener)
            #expect(answer.status == 400 && answer["code"] as? String == "unknown-state")
        }
    }

    @Test func aDeniedConnectionIsNotStored() async throws {
        try await ConnectedStage.with { (stage) async throws in
            let begun = await stage.stage.send(.post, ConnectedStage.path, as: .listener)
            let state = try #require(begun["state"] as? String)
            let answer = await stage.stage.send(
                .get, "\(ConnectedStage.path)/callback?error=access_denied&state=\(state)", as: .listener)
            #expect(answer.status == 409 && answer["code"] as? String == "connection-refused")
            #expect(await stage.stage.send(.get, ConnectedStage.path, as: .listener).status == 404)
        }
    }

    @Test func afterConnectingTheBrowserIsRedirectedToTheRequestedPage() async throws {
        try await ConnectedStage.with { (stage) async throws in
            let begun = await stage.stage.send(
                .post, ConnectedStage.path, #"{"returnTo": "/library/likes"}"#, as: .listener)
            let answer = await stage.stage.send(
                .get, try await stage.allowConnection(begun), as: .listener, ["Accept": "text/html"])
            #expect(answer.status == 303 && answer.fields["Location"] == "/library/likes")
            for path in ["https://evil.example/", "//evil.example", "library"] {
                let refused = await stage.stage.send(
                    .post, ConnectedStage.path, #"{"returnTo": "\#(path)"}"#, as: .listener)
                #expect(refused.status == 422 && refused.faults == ["/returnTo"])
            }
        }
    }

    /// Spec L1.
    @Test func aSoundCloudConnectionCanBeReplacedAndDeleted() async throws {
        try await ConnectedStage.with { (stage) async throws in
            try await stage.connect()
            try await stage.connect()
            #expect(try await stage.stage.database.sql("select count(*) from app.cloud_connection") == "1")
            #expect(await stage.stage.send(.delete, ConnectedStage.path, as: .listener).status == 204)
            #expect(await stage.stage.send(.delete, ConnectedStage.path, as: .listener).status == 204)
            #expect(await stage.stage.send(.get, ConnectedStage.path, as: .listener).status == 404)
            let refused = await stage.stage.send(.post, "/api/v1/me/library/syncs", as: .listener)
            #expect(refused.status == 409 && refused["code"] as? String == "not-connected")
        }
    }

    @Test func withoutASoundCloudApplicationConnectingIsRefused() async throws {
        try await ConnectedStage.with(configured: false) { (stage) async throws in
            let answer = await stage.stage.send(.post, ConnectedStage.path, as: .listener)
            #expect(answer.status == 503 && answer["code"] as? String == "soundcloud-not-configured")
        }
    }
}

struct RefreshTests {
    /// Spec M1.1. Two servers and many callers share one refresh token, which works once, so all callers get the same new token.
    @Test func concurrentRefreshesOnTwoServersReturnTheSameToken() async throws {
        try await ConnectedStage.with { (stage) async throws in
            try await stage.connect()
            let listener = try await stage.listener()
            let other = try stage.otherServer()
            for round in 1...3 {
                let old = try await stage.music.connections.token(of: listener).token
                stage.cloud.standIn.expireTokens()
                let before = stage.cloud.standIn.grants
                let tokens = try await withThrowingTaskGroup(of: AccessToken.self) { group in
                    for caller in 0..<12 {
                        let store = caller.isMultiple(of: 2) ? stage.music.connections : other.connections
                        group.addTask { try await store.refresh(listener, after: old).token }
                    }
                    return try await group.reduce(into: Set<AccessToken>()) { $0.insert($1) }
                }
                #expect(tokens.count == 1 && !tokens.contains(old), "round \(round)")
                #expect(stage.cloud.standIn.grants == before + 1)
                // The new token works.
                #expect(try await other.service.me(as: other.tokens(of: listener)).username == "listener")
            }
        }
    }

    @Test func aTokenThatExpiresSoonIsRefreshedBeforeUse() async throws {
        try await ConnectedStage.with { (stage) async throws in
            try await stage.connect()
            let listener = try await stage.listener()
            try await stage.stage.database.sql(
                "update app.cloud_connection set expires_at = now() + interval '30 seconds'")
            let before = stage.cloud.standIn.grants
            _ = try await stage.music.connections.token(of: listener)
            _ = try await stage.music.connections.token(of: listener)
            #expect(stage.cloud.standIn.grants == before + 1)
        }
    }

    @Test func aRevokedConnectionHasTheStateBrokenUntilReconnected() async throws {
        try await ConnectedStage.with { (stage) async throws in
            try await stage.connect()
            let listener = try await stage.listener()
            stage.cloud.standIn.withdraw()
            await #expect(throws: CloudError.self) {
                try await stage.music.service.me(as: stage.music.tokens(of: listener))
            }
            let shown = await stage.stage.send(.get, ConnectedStage.path, as: .listener)
            #expect(shown["state"] as? String == "broken" && shown["fault"] as? String != nil)
            let refused = await stage.stage.send(.post, "/api/v1/me/library/syncs", as: .listener)
            #expect(refused["code"] as? String == "connection-lost")
            let again = try await stage.connect()
            #expect(again["state"] as? String == "connected")
        }
    }

    @Test func aConnectionWithoutARefreshTokenIsBrokenWhenItsTokenExpires() async throws {
        try await ConnectedStage.with { (stage) async throws in
            try await stage.connect()
            try await stage.stage.database.sql(
                "update app.cloud_connection set refresh_token = null, expires_at = now() + interval '30 seconds'")
            let listener = try await stage.listener()
            await #expect(throws: CloudError.self) { try await stage.music.connections.token(of: listener) }
            let shown = await stage.stage.send(.get, ConnectedStage.path, as: .listener)
            #expect(shown["state"] as? String == "broken")
            #expect(shown["fault"] as? String == "SoundCloud issued no refresh token for this connection")
        }
    }

    @Test func aSyncFailsIfTheStoredTokenCannotBeDecrypted() async throws {
        try await ConnectedStage.with { (stage) async throws in
            try await stage.connect()
            try await stage.stage.database.sql(
                "update app.cloud_connection set access_token = 'sealed by somebody else'")
            let listener = try await stage.listener()
            await #expect(throws: CloudError.self) { try await stage.music.connections.token(of: listener) }
            #expect(await stage.service().performOne(in: stage.stage.here.id))
            #expect(
                try await stage.stage.database.sql("select state, fault <> '' from app.library_sync") == "failed|t")
        }
    }

    @Test func severalRequestsUseOneApplicationToken() async throws {
        try await ConnectedStage.with { (stage) async throws in
            let before = stage.cloud.standIn.grants
            for _ in 0..<3 {
                let track = try #require(CloudURN(.track, number: 100_001))
                #expect(try await stage.music.service.track(track, as: stage.music.publicTokens).urn == track)
            }
            #expect(stage.cloud.standIn.grants == before + 1)
        }
    }
}
