import Testing

@testable import Accounts

/// Tests of requests by pages of other origins, over sockets. Two tenants have different lists, and responses come with and without the cache.
struct CrossOriginTests {
    private static let aApp = "https://app.alphamark.example"
    private static let bApp = "https://app.betamark.example:8443"
    private static let allowOrigin = "access-control-allow-origin"

    /// Runs a test with these lists of allowed origins for A and B.
    private static func with(
        _ a: String, _ b: String, _ body: (WallStage, WallServer) async throws -> Void
    ) async throws {
        try await WallStage.with { stage in
            try await stage.database.sql(
                """
                update control.tenant set allowed_origins = '{\(a)}' where tenant_id = \(stage.a.tenant.id);
                update control.tenant set allowed_origins = '{\(b)}' where tenant_id = \(stage.b.tenant.id);
                """)
            try await WallServer.with(stage) { server in try await body(stage, server) }
        }
    }

    private static func varies(_ answer: TestClient.Answer) -> Bool {
        (answer.fields["vary"] ?? "").split(whereSeparator: { ", \n".contains($0) }).contains("Origin")
    }

    /// The targets. Of some, the second response comes from memory; of the others, no response does.
    private static let targets = [
        "/getPieces.php", "/getData.xml", "/glossary.xml", "/images/dot.png", "/images/AppAssets/Splash32.png",
        "/api/v1/live", "/api/v1/concert",
        "/api/v1/config", "/openapi.yaml", "/api/v1/nothing", "/images/nothing.png",
    ]

    @Test func anOriginIsAllowedOnlyByTheListOfItsTenant() async throws {
        try await Self.with(Self.aApp, Self.bApp) { stage, server in
            for target in Self.targets {
                for _ in 1...2 {
                    for (whose, own, other) in [(stage.a, Self.aApp, Self.bApp), (stage.b, Self.bApp, Self.aApp)] {
                        var client = server.client(of: whose)
                        client.token = nil
                        for origin in [own, other, "null", "https://evil.example", nil] {
                            for method in ["GET", "HEAD"] {
                                let fields = origin.map { ["Origin": $0] } ?? [:]
                                let answer = try #require(await client.exchange(method, target, fields: fields))
                                let what: Comment = "\(method) \(target) of \(whose.mark) for \(origin ?? "no origin")"
                                #expect(answer.fields[Self.allowOrigin] == (origin == own ? own : nil), what)
                                #expect(Self.varies(answer), what)
                                #expect(answer.fields["access-control-allow-credentials"] == nil, what)
                            }
                        }
                    }
                }
            }
        }
    }

    /// The test covers every kind of response from memory: not modified, compressed, and a range.
    @Test func everyFormOfACachedResponseHasCORSFieldsForAllowedOrigins() async throws {
        try await Self.with(Self.aApp, "*") { stage, server in
            for (whose, origin, expected) in [
                (stage.a, Self.aApp, Self.aApp as String?), (stage.a, Self.bApp, nil), (stage.b, "null", "*"),
            ] {
                var client = server.client(of: whose)
                client.token = nil
                let first = try #require(await client.exchange("GET", "/getData.xml"))
                let tag = try #require(first.fields["etag"])
                for (fields, status) in [
                    (["If-None-Match": tag], 304), (["Range": "bytes=0-3"], 206), (["Range": "bytes=99999999-"], 416),
                    (["If-Match": "\"x\""], 412), (["Accept-Encoding": "gzip"], 200),
                ] {
                    let asked = fields.merging(["Origin": origin]) { $1 }
                    let answer = try #require(await client.exchange("GET", "/getData.xml", fields: asked))
                    #expect(answer.status == status, "\(fields)")
                    #expect(answer.fields[Self.allowOrigin] == expected, "\(fields) for \(origin)")
                    #expect(Self.varies(answer) == (expected != "*"))
                    let exposed = answer.fields["access-control-expose-headers"] ?? ""
                    #expect(exposed.contains("ETag") == (expected != nil))
                }
            }
        }
    }

    @Test func aPreflightListsTheMethodsOfItsRoute() async throws {
        try await Self.with(Self.aApp, Self.bApp) { stage, server in
            var client = server.client(of: stage.a)
            client.token = nil
            let asked = [
                "Origin": Self.aApp, "Access-Control-Request-Method": "PUT",
                "Access-Control-Request-Headers": "authorization,content-type,if-match,x-unknown",
            ]
            let answer = try #require(await client.exchange("OPTIONS", "/api/v1/live", fields: asked))
            #expect(answer.status == 204)
            #expect(answer.fields[Self.allowOrigin] == Self.aApp)
            #expect(answer.fields["access-control-allow-methods"] == "DELETE, GET, HEAD, PUT")
            #expect(answer.fields["access-control-allow-headers"] == "authorization, content-type, if-match")
            #expect(answer.fields["access-control-max-age"] != nil && answer.body.isEmpty)
            let denied = try #require(
                await client.exchange("OPTIONS", "/api/v1/live", fields: asked.merging(["Origin": Self.bApp]) { $1 }))
            #expect(denied.status == 204 && denied.fields["allow"] == "DELETE, GET, HEAD, OPTIONS, PUT")
            #expect(!denied.fields.keys.contains { $0.hasPrefix("access-control") } && Self.varies(denied))
        }
    }

    @Test func errorResponsesHaveCORSFieldsForAllowedOrigins() async throws {
        try await Self.with(Self.aApp, Self.bApp) { stage, server in
            var client = server.client(of: stage.a)
            // From here on, the response is in memory.
            _ = await client.exchange("GET", "/api/v1/config")
            let long = ["Origin": Self.aApp, "Content-Length": "999999999999", "Content-Type": "application/json"]
            let cases: [(String, String, [String: String], Int)] = [
                ("PUT", "/api/v1/live", long, 413), ("PATCH", "/api/v1/live", [:], 405),
                ("GET", "/api/v1/live?x=1", [:], 400),
                ("GET", "/api/v1/admin/nothing", [:], 404), ("PUT", "/api/v1/live", [:], 415),
            ]
            for (method, path, fields, status) in cases {
                let asked = fields.merging(["Origin": Self.aApp]) { $1 }
                let answer = try #require(await client.exchange(method, path, fields: asked))
                #expect(answer.status == status, "\(method) \(path): \(answer.text)")
                #expect(answer.fields[Self.allowOrigin] == Self.aApp, "\(method) \(path)")
                let other = try #require(
                    await client.exchange(method, path, fields: fields.merging(["Origin": Self.bApp]) { $1 }))
                #expect(other.fields[Self.allowOrigin] == nil && Self.varies(other), "\(method) \(path)")
            }
            client.token = "no token"
            let answer = try #require(await client.exchange("GET", "/api/v1/me", fields: ["Origin": Self.aApp]))
            #expect(answer.status == 401 && answer.fields[Self.allowOrigin] == Self.aApp)
        }
    }

    @Test func onlyAllowedOriginsGetCORSFieldsOnAnEventStream() async throws {
        try await Self.with(Self.aApp, "*") { stage, server in
            for (host, origin, allowed) in [
                (stage.a.host, Self.aApp, Self.aApp as String?), (stage.a.host, Self.bApp, nil),
                (stage.b.host, "null", "*"),
            ] {
                let reader = try EventReader(port: server.server.port, host: host, fields: "Origin: \(origin)\r\n")
                let head = try await reader.head().lowercased()
                #expect(head.contains("200 ok") && head.contains("text/event-stream"))
                #expect(head.contains("access-control-allow-origin: \(allowed ?? "")") == (allowed != nil))
                #expect(head.contains("access-control") == (allowed != nil))
                #expect(head.contains("vary: origin\r\n") == (allowed != "*"))
            }
        }
    }

    /// With a visitor's cookies, a page of another origin can neither read nor change anything. With a token, it can do both.
    @Test func aPageOfAnotherOriginCanUseATokenButNotACookie() async throws {
        try await Self.with(Self.aApp, Self.bApp) { stage, server in
            let admin = try #require(stage.a.members[.admin])
            var client = server.client(of: stage.a)
            client.token = nil
            let cookie = [
                "Origin": Self.aApp, "Cookie": "session=\(admin.browser.text)",
                "X-CSRF-Token": admin.browser.formToken, "Content-Type": "application/json",
            ]
            let forged = try #require(
                await client.exchange("DELETE", "/api/v1/sessions", fields: cookie))
            #expect(forged.status == 403 && forged.text.contains("forged-request"))
            let login = "{\"login\": \"\(admin.login)\", \"password\": \"\(TenantRows.password)\"}"
            let refused = try #require(
                await client.exchange("POST", "/api/v1/sessions", json: login, fields: ["Origin": Self.bApp]))
            #expect(refused.status == 403 && refused.fields[Self.allowOrigin] == nil)
            let opened = try #require(
                await client.exchange("POST", "/api/v1/sessions", json: login, fields: ["Origin": Self.aApp]))
            #expect(opened.status == 201 && opened.fields[Self.allowOrigin] == Self.aApp, "\(opened.text)")
            #expect(opened.fields["set-cookie"] == nil)
            client.token = try #require(opened.json["accessToken"] as? String)
            let patch = try #require(
                await client.exchange(
                    "PATCH", "/api/v1/admin/tenant", json: "{\"supportPhone\": \"+46 8 1234\"}",
                    fields: ["Origin": Self.aApp]))
            #expect(patch.status == 200 && patch.fields[Self.allowOrigin] == Self.aApp, "\(patch.text)")
        }
    }

    /// The responses for a tenant that allows no other origin stay the same.
    @Test func aTenantWithoutAllowedOriginsSendsNoCORSFields() async throws {
        try await Self.with("", Self.bApp) { stage, server in
            var client = server.client(of: stage.a)
            client.token = nil
            let fields = ["Origin": Self.bApp, "Access-Control-Request-Method": "GET"]
            for target in Self.targets {
                for method in ["GET", "GET", "HEAD", "OPTIONS"] {
                    let answer = try #require(await client.exchange(method, target, fields: fields))
                    #expect(!answer.fields.keys.contains { $0.hasPrefix("access-control") }, "\(method) \(target)")
                    #expect(!Self.varies(answer), "\(method) \(target)")
                }
            }
        }
    }
}
