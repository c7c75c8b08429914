import HTTP
import Testing
import Web
import WebTestSupport

@testable import SoundCloud

/// The page of a tenant's own application at SoundCloud.
struct TenantApplicationPageTests {
    private static let path = "/admin/tenant/soundcloud"

    private func with(
        vault: TokenVault?, isConnected: Bool = true, _ body: (RouteStage) async throws -> Void
    ) async throws {
        try await RouteStage.with(
            routes: { database, _ in
                TenantApplicationPageRoutes(database: database, vault: vault, isConnected: isConnected).routes
                    + TenantApplicationRoutes(database: database, vault: vault).routes
            }, body)
    }

    private func post(_ stage: RouteStage, _ form: String, _ path: String = path, as role: Role = .admin) async
        -> StageAnswer
    {
        await stage.send(
            .post, path, body: Array(form.utf8), as: role, ["Content-Type": "application/x-www-form-urlencoded"])
    }

    @Test func anAdministratorCanSetAndRemoveTheSoundCloudApplication() async throws {
        try await with(vault: TokenVault(TokenVault.makeKey())) { stage in
            let empty = await stage.send(.get, Self.path, as: .admin)
            #expect(empty.status == 200)
            #expect(empty.text.contains("the application of this server"))
            #expect(empty.text.contains("http://here/api/v1/me/connections/soundcloud/callback"))
            #expect(!empty.text.contains("Remove the application"))
            let saved = await post(stage, "clientId=their-client&clientSecret=their-secret")
            #expect(saved.status == 303)
            #expect(saved.fields["Location"] == Self.path + "?notice=saved")
            let page = await stage.send(.get, Self.path + "?notice=saved", as: .admin)
            #expect(page.text.contains("<code>their-client</code>"))
            #expect(page.text.contains("Remove the application"))
            // The secret is never shown.
            #expect(!page.text.contains("their-secret"))
            #expect(await stage.send(.get, Self.path, as: .admin, at: "there").text.contains("of this server"))
            #expect(await post(stage, "", Self.path + "/removal").fields["Location"] == Self.path + "?notice=removed")
            #expect(await post(stage, "", Self.path + "/removal").status == 303)
            #expect(await stage.send(.get, "/api/v1/admin/soundcloud", as: .admin).status == 404)
            let audit = try await stage.audit()
            #expect(
                audit == ["admin cloud.application.set their-client", "admin cloud.application.remove "]
                    || audit == ["admin cloud.application.set their-client", "admin cloud.application.remove"],
                "\(audit)")
        }
    }

    @Test(arguments: [
        ("clientId=a+b&clientSecret=s3cret", ["#clientId"], "must contain only printable ASCII without spaces"),
        ("clientId=a&clientSecret=", ["#clientSecret"], "must have 1 to 200 characters, found 0"),
        ("", ["#clientId", "#clientSecret"], "must have 1 to 200 characters, found 0"),
    ])
    func refusedValuesOfAnApplicationAreExplainedWithoutRepeatingTheSecret(
        form: String, links: [String], reason: String
    ) async throws {
        try await with(vault: TokenVault(TokenVault.makeKey())) { stage in
            let page = await post(stage, form)
            #expect(page.status == 422)
            for link in links { #expect(page.text.contains("href=\"\(link)\""), "\(link)") }
            #expect(page.text.contains(reason))
            #expect(!page.text.contains("s3cret"))
            let count = try await stage.database.sql("select count(*) from app.cloud_application")
            #expect(count == "0")
        }
    }

    @Test func onlyAdministratorsMayOpenTheSoundCloudApplicationPage() async throws {
        try await with(vault: TokenVault(TokenVault.makeKey())) { stage in
            for role in [Role.listener, .editor, .operator] {
                #expect(await stage.send(.get, Self.path, as: role).status == 403)
                #expect(await post(stage, "clientId=a&clientSecret=b", as: role).status == 403)
            }
        }
    }

    @Test func theApplicationPageExplainsWhyTheServerCannotUseAnApplication() async throws {
        try await with(vault: nil) { stage in
            let page = await stage.send(.get, Self.path, as: .admin).text
            #expect(page.contains("TUTTI_SECRET_KEY_FILE") && !page.contains("name=\"clientSecret\""))
            let body = #"{"clientId": "a", "clientSecret": "b"}"#
            let answer = await stage.send(.put, "/api/v1/admin/soundcloud", body, as: .admin)
            #expect(answer.status == 503 && answer["code"] as? String == "no-secret-key", "\(answer.text)")
        }
        try await with(vault: TokenVault(TokenVault.makeKey()), isConnected: false) { stage in
            let page = await stage.send(.get, Self.path, as: .admin).text
            #expect(page.contains("TUTTI_SOUNDCLOUD_CLIENT_ID") && !page.contains("name=\"clientSecret\""))
        }
    }
}
