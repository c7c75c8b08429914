import HTTP
import Testing

@testable import Accounts

/// Tests that forged forwarded fields never put another tenant's response into a shared cache, even behind a trusted proxy that passes the fields on
/// (spec Decided 20). The test covers every read operation with two tenants.
struct ForwardedTests {
    /// A forged field, and the request field by which the response may vary.
    private struct ForgedField {
        let field: String
        let fields: [String: String]
    }

    private static let foreignHost = "stranger.example"

    private static func forgedFields(for other: TenantRows) -> [ForgedField] {
        [other.host, foreignHost].flatMap { host in
            [
                ForgedField(field: "X-Forwarded-Host", fields: ["X-Forwarded-Host": host]),
                ForgedField(field: "Forwarded", fields: ["Forwarded": "for=192.0.2.1;host=\(host);proto=https"]),
            ]
        } + [
            ForgedField(
                field: "X-Forwarded-Proto", fields: ["X-Forwarded-Proto": "https", "X-Forwarded-Port": "4711"]),
            ForgedField(field: "X-Forwarded-Host", fields: ["X-Forwarded-Host": "\(other.host), \(other.host)"]),
            ForgedField(
                field: "X-Original-Host",
                fields: ["X-Original-Host": foreignHost, "X-Host": foreignHost, "X-HTTP-Host-Override": foreignHost]),
            ForgedField(
                field: "X-Original-URL",
                fields: ["X-Original-URL": "/stranger.example", "X-Rewrite-URL": "/stranger.example"]),
            ForgedField(field: "X-Forwarded-Prefix", fields: ["X-Forwarded-Prefix": "/stranger.example"]),
        ]
    }

    /// Returns the paths of every read operation whose response ends and that a visitor may call.
    private static func paths(on stage: WallStage) async throws -> [String] {
        var paths: [String] = []
        for operation in stage.routed
        where operation.isRead && !operation.needsLogin && !operation.isForPlatform
            && !operation.mediaTypesOfSuccess.contains("text/event-stream")
        {
            let maker = WallRequest(stage: stage, operation: operation)
            let (request, _) = try await maker.made(naming: .a, as: .admin, credentials: .none)
            paths.append(request.path + (request.query.map { "?" + $0 } ?? ""))
            if operation.path.hasSuffix("/{file}") { paths.append(operation.path.replacing("{file}", with: "dot.png")) }
        }
        return paths
    }

    /// Spec Decided 20.
    @Test(arguments: ["off", "x-forwarded-host", "forwarded"])
    func aCacheNeverReusesAResponseToAForgedForwardedField(setting: String) async throws {
        try await WallStage.with(["TUTTI_TRUSTED_PROXIES": "127.0.0.1", "TUTTI_FORWARDED_HOST": setting]) { stage in
            try await WallServer.with(stage) { server in
                var client = server.client(of: stage.a)
                client.token = nil
                var stored = 0
                for path in try await Self.paths(on: stage) {
                    let plain = try #require(await client.exchange("GET", path))
                    stored += Self.isStored(plain) ? 1 : 0
                    if Self.isStored(plain), !Self.directives(of: plain).contains("no-cache") {
                        #expect(Self.varies(plain, by: "Host"), "the response of \(path) depends on the host")
                    }
                    for forged in Self.forgedFields(for: stage.b) {
                        let what: Comment = "\(path) with \(forged.fields)"
                        let answer = try #require(await client.exchange("GET", path, fields: forged.fields))
                        let found = [stage.b.mark, Self.foreignHost, "https://a", "https://A"].filter { text in
                            Self.text(of: answer, without: path).contains(text)
                                && !Self.text(of: plain, without: path).contains(text)
                        }
                        let isChanged = !found.isEmpty || answer.status != plain.status
                        guard isChanged else { continue }
                        // The response to a request with this Host never contains data of another tenant.
                        if setting == "off" { #expect(found.allSatisfy { $0.hasPrefix("https:") }, what) }
                        #expect(!Self.isStored(answer) || Self.varies(answer, by: forged.field), what)
                        // A response to a request without the forged field must not be stored for a request with this field.
                        #expect(!Self.isStored(plain) || Self.varies(plain, by: forged.field), what)
                    }
                }
                #expect(stored > 10)
            }
        }
    }

    private static func directives(of answer: TestClient.Answer) -> String { answer.fields["cache-control"] ?? "" }

    /// Returns whether a shared cache may store the response (RFC 9111 §3).
    private static func isStored(_ answer: TestClient.Answer) -> Bool {
        [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501].contains(answer.status)
            && !directives(of: answer).contains("no-store") && !directives(of: answer).contains("private")
    }

    private static func varies(_ answer: TestClient.Answer, by field: String) -> Bool {
        (answer.fields["vary"] ?? "").split(whereSeparator: { ",\n ".contains($0) }).contains { $0 == field }
    }

    private static func text(of answer: TestClient.Answer, without path: String) -> String {
        (answer.text + answer.fields.filter { $0.key != "content-security-policy" }.map(\.value).joined(separator: "\n"))
            .replacing(path, with: "")
    }
}
