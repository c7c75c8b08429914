import CloudStandIn
import HTTP
import Tenancy
import TestSupport
import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud

/// One redirect address for all tenants, and applications of tenants.
struct OneCallbackTests {
    private func with(
        redirect: String?, _ body: (RouteStage, CloudStage) async throws -> Void
    ) async throws {
        try await CloudStage.with { (cloud) async throws in
            var app = cloud.app
            app.redirect = redirect
            let vault = try TokenVault(TokenVault.makeKey())
            try await RouteStage.with(routes: { [app] database, _ in
                let music = MusicCloud(
                    app, database: database, vault: vault, fetcher: SessionFetcher(limit: .seconds(300)),
                    clock: UpstreamClock(pause: { _ in }, chance: { 0 }), logger: RouteStage.silence)
                return ConnectionRoutes(cloud: music, database: database, landing: .library).routes
                    + TenantApplicationRoutes(database: database, vault: vault).routes
                    + SyncRoutes(database: database).routes
            }) { stage in try await body(stage, cloud) }
        }
    }

    /// Allows the connection on SoundCloud's page and returns the target of the redirect.
    private func consent(_ begun: StageAnswer) async throws -> String {
        let url = try #require(begun["authorizeUrl"] as? String, "\(begun.text)")
        let back = try await SessionFetcher(limit: .seconds(300)).fetch(UpstreamRequest("GET", url))
        return try #require(back.fields["location"])
    }

    private static let callback = "http://here\(SoundCloudApp.callback)"

    /// Spec Decided 22.
    @Test func theSharedCallbackRedirectsToTheTenantThatStartedTheConnection() async throws {
        try await with(redirect: Self.callback) { stage, _ in
            let begun = await stage.send(.post, ConnectedStage.path, as: .listener, at: "there")
            let back = try await consent(begun)
            #expect(back.hasPrefix(Self.callback + "?code="))
            let path = String(back.dropFirst("http://here".count))
            let led = await stage.send(.get, path)
            #expect(led.status == 303)
            #expect(led.fields["Location"] == "http://there\(path)")
            #expect(await stage.send(.get, path, as: .listener, at: "there").status == 200)
            #expect(try await stage.database.sql("select count(*) from app.cloud_connection") == "1")
            // The redirect is valid only once.
            #expect(
                await stage.send(.get, path, as: .listener, at: "there")["code"] as? String == "unknown-state")
        }
    }

    @Test(arguments: ["", "x", "AAAA", String(repeating: "A", count: 3000)])
    func anInvalidOAuthStateIsRefused(state: String) async throws {
        try await with(redirect: Self.callback) { stage, _ in
            let answer = await stage.send(
                .get, "\(SoundCloudApp.callback)?code=x&state=\(state)", as: .listener)
            #expect(answer.status == 400 && answer["code"] as? String == "unknown-state")
        }
    }

    @Test func anOAuthStateOfAnotherInstallationIsRefused() async throws {
        let foreign = try ConnectionState(
            tenant: TenantID(rawValue: 1), origin: "https://evil.example", browser: "", key: SecretKey()
        ).sealed(by: try TokenVault(TokenVault.makeKey()))
        try await with(redirect: Self.callback) { stage, _ in
            let answer = await stage.send(
                .get, "\(SoundCloudApp.callback)?code=x&state=\(foreign)", as: .listener)
            #expect(answer.status == 400 && answer.fields["Location"] == nil)
        }
    }

    /// The session in which a connection was started must complete it.
    @Test func theOAuthStateIdentifiesTheBrowserSession() async throws {
        let vault = try TokenVault(TokenVault.makeKey())
        func caller(_ proof: Caller.Proof) -> Caller {
            Caller(userID: 7, login: "listener", role: .listener, proof: proof)
        }
        let browser = ConnectionState.browser(of: caller(.cookie(csrfToken: "a")))
        #expect(browser == ConnectionState.browser(of: caller(.cookie(csrfToken: "a"))))
        #expect(browser != ConnectionState.browser(of: caller(.cookie(csrfToken: "b"))))
        #expect(ConnectionState.browser(of: caller(.bearer)) == "")
        let state = ConnectionState(
            tenant: TenantID(rawValue: 3), origin: "https://a.example", browser: browser, key: SecretKey())
        #expect(ConnectionState(try state.sealed(by: vault), vault: vault) == state)
        try await with(redirect: nil) { stage, _ in
            let begun = await stage.send(.post, ConnectedStage.path, as: .listener)
            let path = String(try await consent(begun).dropFirst("http://here".count))
            #expect(await stage.send(.get, path, as: .listener).status == 200)
        }
    }

    @Test func aTenantCanUseItsOwnSoundCloudApplication() async throws {
        try await with(redirect: Self.callback) { stage, cloud in
            let path = "/api/v1/admin/soundcloud"
            #expect(await stage.send(.get, path, as: .admin, at: "there").status == 404)
            #expect(await stage.send(.put, path, "{}", as: .listener, at: "there").status == 403)
            let set = await stage.send(
                .put, path, #"{"clientId": "their-client", "clientSecret": "their-secret"}"#, as: .admin, at: "there")
            #expect(set.status == 200 && set["clientId"] as? String == "their-client", "\(set.text)")
            #expect(!set.text.contains("their-secret"))
            #expect(await stage.send(.get, path, as: .admin).status == 404, "the other tenant has none")
            let stored = try await stage.database.sql(
                "select encode(client_secret, 'escape') from app.cloud_application")
            #expect(!stored.contains("their-secret"))
            // The redirect address of a tenant's application is on the tenant's host.
            let begun = await stage.send(.post, ConnectedStage.path, as: .listener, at: "there")
            #expect((begun["authorizeUrl"] as? String)?.contains("client_id=their-client") == true)
            let back = try await consent(begun)
            #expect(back.hasPrefix("http://there\(SoundCloudApp.callback)"))
            let answer = await stage.send(
                .get, String(back.dropFirst("http://there".count)), as: .listener, at: "there")
            #expect(answer.status == 200, "\(answer.text)")
            #expect(await stage.send(.delete, path, as: .admin, at: "there").status == 204)
            #expect(await stage.send(.delete, path, as: .admin, at: "there").status == 404)
            let shared = await stage.send(.post, ConnectedStage.path, as: .listener, at: "there")
            #expect((shared["authorizeUrl"] as? String)?.contains("client_id=our-client") == true)
        }
    }

    @Test func aClientSecretEncryptedWithAnOlderKeyIsReencryptedOnUse() async throws {
        let (old, new) = (TokenVault.makeKey(), TokenVault.makeKey())
        try await with(redirect: nil) { stage, cloud in
            func applications(_ keys: String) throws -> TenantApplications {
                TenantApplications(database: stage.database.tenants, vault: try TokenVault(keys))
            }
            let tenant = stage.here.id
            let event = AuditEvent("cloud.application.set", by: .command)
            _ = try await applications(old).set(clientID: "a", secret: "b", of: tenant, recorded: event)
            #expect(try await applications("\(new) \(old)").app(of: tenant, default: cloud.app).clientSecret == "b")
            // The old key is no longer configured.
            #expect(try await applications(new).app(of: tenant, default: cloud.app).clientSecret == "b")
        }
    }

    @Test func aClientSecretThatCannotBeDecryptedPreventsAConnection() async throws {
        try await with(redirect: nil) { stage, _ in
            _ = await stage.send(
                .put, "/api/v1/admin/soundcloud", #"{"clientId": "a", "clientSecret": "b"}"#, as: .admin)
            try await stage.database.sql("update app.cloud_application set client_secret = 'damaged'")
            let answer = await stage.send(.post, ConnectedStage.path, as: .listener)
            #expect(answer.status == 409 && answer["code"] as? String == "upstream-refused", "\(answer.text)")
        }
    }

    @Test(arguments: [
        (#"{"clientId": "", "clientSecret": "s"}"#, ["/clientId"]),
        (#"{"clientId": "a b", "clientSecret": "s"}"#, ["/clientId"]),
        (#"{"clientId": "a"}"#, ["/clientSecret"]), (#"{}"#, ["/clientId", "/clientSecret"]),
    ])
    func anInvalidSoundCloudApplicationIsRefused(body: String, faults: [String]) async throws {
        try await with(redirect: nil) { stage, _ in
            let answer = await stage.send(.put, "/api/v1/admin/soundcloud", body, as: .admin)
            #expect(answer.status == 422 && answer.faults == faults, "\(answer.text)")
        }
    }
}
