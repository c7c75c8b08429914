import Testing
import Web
import WebTestSupport

@testable import Subsonic

/// The authentication of apps, and its errors.
struct AuthenticationTests {
    /// Spec M2.
    @Test func anAppSignsInWithDigestPasswordOrKey() async throws {
        try await SubsonicStage.with { stage in
            let secret = stage.secret
            let hexadecimal = secret.utf8.map { String($0, radix: 16) }.joined()
            for proof in [
                stage.proof, SubsonicStage.proof("LISTENER", secret), "u=listener&p=\(secret)",
                "u=listener&p=enc:\(hexadecimal)", "apiKey=\(secret)",
                "u=listener&t=\(SubsonicStage.digest(secret + "x").uppercased())&s=x",
            ] {
                let answer = SubsonicAnswer(await stage.get("ping?\(proof)&f=json"))
                #expect(answer.isOK, "\(proof): \(answer.text)")
            }
            let user = await stage.call("getUser", "username=listener").element("user")
            #expect(user["username"] as? String == "listener")
            #expect(user["adminRole"] as? Bool == false)
            #expect(await stage.call("getUser", "username=admin").code == 50)
            let info = SubsonicAnswer(await stage.get("tokenInfo?apiKey=\(secret)&f=json")).element("tokenInfo")
            #expect(info["username"] as? String == "listener")
        }
    }

    @Test func eachAuthenticationErrorHasItsCode() async throws {
        try await SubsonicStage.with { stage in
            let cases: [(String, Int)] = [
                ("", 10), ("u=listener", 10), ("u=listener&t=abc", 10), ("t=abc&s=x", 10),
                (SubsonicStage.proof("listener", "wrong"), 40), (SubsonicStage.proof("nobody", stage.secret), 40),
                (SubsonicStage.proof("admin", stage.secret), 40), ("u=listener&p=wrong", 40), ("u=listener&p=", 40),
                ("u=listener&p=enc:zz", 0), ("u=listener&p=enc:%2Ba", 0),
                ("apiKey=wrong", 44), ("apiKey=\(stage.secret)&u=listener", 43),
                ("u=listener&t=a&s=b&p=c", 43), (stage.proof + "&v=2.0", 30), (stage.proof + "&v=0.9", 20),
                (stage.proof + "&v=new", 0),
            ]
            for (query, code) in cases {
                let answer = SubsonicAnswer(await stage.get("ping?f=json&\(query)"))
                #expect(answer.answer.status == 200)
                #expect(answer.code == code, "\(query): \(answer.text)")
            }
            let incomplete = SubsonicAnswer(await stage.get("ping?f=json&u=listener"))
            #expect(incomplete.text.contains("the call has no token and no password"), "\(incomplete.text)")
        }
    }

    @Test func anAppPasswordIsRefusedAfterRemovalForADisabledAccountAndInAnotherTenant() async throws {
        try await SubsonicStage.with { stage in
            #expect(await stage.call("ping", at: "there").code == 40)
            let key = SubsonicAnswer(await stage.get("ping?apiKey=\(stage.secret)&f=json", at: "there"))
            #expect(key.code == 44)
            try await stage.stage.database.sql(
                "update app.user_account set disabled_at = now() where login = 'listener'")
            #expect(await stage.call("ping").code == 40)
            #expect(SubsonicAnswer(await stage.get("ping?apiKey=\(stage.secret)&f=json")).code == 44)
            try await stage.stage.database.sql("update app.user_account set disabled_at = null")
            #expect(await stage.call("ping").isOK)
            let list = await stage.stage.send(.get, "/api/v1/me/app-passwords", as: .listener).objects("items")
            let id = try #require(list.first?["id"] as? String)
            #expect(list.first?["lastUsedAt"] is String)
            #expect(await stage.stage.send(.delete, "/api/v1/me/app-passwords/\(id)", as: .listener).status == 204)
            #expect(await stage.call("ping").code == 40)
        }
    }

    @Test func anAppPasswordMovedToAnotherAccountIsRefused() async throws {
        try await SubsonicStage.with { stage in
            try await stage.stage.database.sql(
                """
                update app.app_password set user_id = (select user_id from app.user_account
                                                        where login = 'admin' and tenant_id = \(stage.stage.here.id))
                """)
            let answer = await stage.get("ping?\(SubsonicStage.proof("admin", stage.secret))&f=json")
            #expect(SubsonicAnswer(answer).code == 40)
        }
    }

    @Test func aBearerTokenIsNotAcceptedByTheSubsonicAPI() async throws {
        try await SubsonicStage.with { stage in
            let answer = await stage.stage.send(.get, "/rest/ping?f=json", as: .listener)
            #expect(SubsonicAnswer(answer).code == 10)
        }
    }

    @Test func manyWrongPasswordsFromAnAddressDelayOnlySignInsWithThatLogin() async throws {
        try await SubsonicStage.with { stage in
            var last = await stage.get("ping?u=listener&p=wrong")
            for _ in 0..<40 where last.status == 200 { last = await stage.get("ping?u=listener&p=wrong") }
            #expect(last.status == 429)
            #expect(Int(last.fields["Retry-After"] ?? "").map { $0 > 0 } == true)
            #expect(last.text.contains("code=\"40\""))
            // The correct password from the same address must also wait. Other apps at the address need not wait.
            #expect(await stage.get("ping?\(stage.proof)").status == 429)
            #expect(SubsonicAnswer(await stage.get("ping?apiKey=\(stage.secret)&f=json")).isOK)
        }
    }

    @Test func openSubsonicExtensionsAreListedWithoutSignIn() async throws {
        try await SubsonicStage.with { stage in
            let answer = SubsonicAnswer(await stage.get("getOpenSubsonicExtensions.view?f=json"))
            let names = (answer.root["openSubsonicExtensions"] as? [[String: Any]] ?? []).compactMap {
                $0["name"] as? String
            }
            #expect(
                names == [
                    "apiKeyAuthentication", "formPost", "getPodcastEpisode", "indexBasedQueue", "playbackReport",
                ])
            #expect(answer.text.contains(#""versions":[1]"#))
        }
    }

    @Test func parametersOfAMethodMayBeSentInAForm() async throws {
        try await SubsonicStage.with { stage in
            func post(_ form: String, _ type: String = "application/x-www-form-urlencoded") async -> SubsonicAnswer {
                SubsonicAnswer(
                    await stage.stage.send(
                        .post, "/rest/getSong?f=json", body: Array(form.utf8), ["Content-Type": type]))
            }
            let song = await post("\(stage.proof)&id=tr-100001").element("song")
            #expect(song["title"] as? String == "Paper Lanterns")
            #expect(await post("{}", "application/json").code == 0)
            #expect(await post("a=%zz").code == 0)
        }
    }

    @Test func pagesOfOtherSitesMayCallTheSubsonicAPI() async throws {
        try await SubsonicStage.with { stage in
            let answer = await stage.stage.send(
                .post, "/rest/ping", body: Array("\(stage.proof)&f=json".utf8),
                [
                    "Content-Type": "application/x-www-form-urlencoded", "Origin": "https://player.example",
                    "Sec-Fetch-Site": "cross-site",
                ])
            #expect(SubsonicAnswer(answer).isOK, "\(answer.text)")
            #expect(answer.fields["Access-Control-Allow-Origin"] == "*")
        }
    }

    @Test func unsupportedMethodsGive501AndUnknownMethodsGive404() async throws {
        try await SubsonicStage.with { stage in
            #expect(await stage.get("getLyrics?f=json").status == 501)
            #expect(await stage.get("getShares?\(stage.proof)").status == 501)
            #expect(await stage.get("noSuchMethod?\(stage.proof)").status == 404)
            #expect(await stage.call("deletePlaylist", "id=pl-1").code == 70)
            #expect(await stage.call("createPodcastChannel", "url=x").code == 50)
        }
    }

    @Test func responsesAreWrittenAsXMLJSONAndJSONP() async throws {
        try await SubsonicStage.with { stage in
            let xml = await stage.get("ping.view?\(stage.proof)")
            #expect(
                xml.text == """
                    <?xml version="1.0"?>
                    <subsonic-response xmlns="http://subsonic.org/restapi" status="ok" version="1.16.1" type="tutti" \
                    serverVersion="1" openSubsonic="true"/>

                    """)
            #expect(xml.fields["Content-Type"] == "text/xml; charset=utf-8")
            #expect(xml.fields["Access-Control-Allow-Origin"] == "*")
            #expect(xml.fields["Cache-Control"] == "no-store")
            let jsonp = await stage.get("ping?\(stage.proof)&f=jsonp&callback=a.b_1")
            #expect(jsonp.text.hasPrefix(#"/**/a.b_1({"subsonic-response":{"status":"ok""#))
            #expect(jsonp.text.hasSuffix("});"))
            // A callback that is not the name of a function is ignored, so that no script is injected.
            let evil = await stage.get("ping?\(stage.proof)&f=jsonp&callback=alert(1)")
            #expect(evil.text.hasPrefix("{"))
        }
    }
}
