import Foundation
import Glibc
import TestSupport
import Testing

/// Tests that pass secrets to a running service through requests that succeed and fail. No secret may appear in the log, the metrics, the settings or
/// the list of processes, where other people could read it (spec S1.22, S1.24).
@Suite(.serialized) struct SecretsTests {
    private static let hall = "hall.example"

    /// The secrets that must not appear. Each is named after its purpose.
    private struct Planted {
        let database = "geheim-database-\(UUID().uuidString.prefix(8))"
        let password = "geheim-password-\(UUID().uuidString.prefix(8))"
        let wrong = "geheim-wrong-\(UUID().uuidString.prefix(8))"
        /// The secret is as long as the service's own links, because the service recognises a secret in a path by its length.
        let link = "geheim-link-\(UUID().uuidString.replacing("-", with: "").prefix(31))"
        let query = "geheim-query-\(UUID().uuidString.prefix(8))"
        let unknownToken = "geheim-bearer-\(UUID().uuidString.prefix(8))"
        /// The secrets that the service creates: tokens, a cookie and a CSRF token.
        var made: [String] = []

        var all: [String] { [database, password, wrong, link, query, unknownToken] + made }
    }

    @Test(.timeLimit(.minutes(30)), arguments: ["json", "text"])
    func secretsDoNotAppearInLogsOrOutput(format: String) async throws {
        var planted = Planted()
        let database = try await TestDatabase.create()
        try await database.sql(
            """
            insert into control.tenant (slug, name) values ('hall', 'Hall');
            insert into control.tenant_host (host, tenant_id) select '\(Self.hall)', tenant_id from control.tenant;
            """, user: "app_owner")
        let settings = [
            // The server trusts every client of this socket and asks for no password.
            "DATABASE_URL": "\(database.runtimeConninfo) password='\(planted.database)'",
            "TUTTI_OWNER_DATABASE_URL": "\(database.ownerConninfo) password='\(planted.database)'",
            "TUTTI_LOG_FORMAT": format, "TUTTI_LOG_LEVEL": "trace",
        ]
        try await RunningService.with(["serve"], settings: settings) { service in
            try await service.start()
            let user = ["user", "add", "--tenant", "hall", "--login", "eva", "--role", "admin", "--password-stdin"]
            let added = try await service.command(user, input: planted.password + "\n")
            #expect(added.status == 0, "\(added.errors)")
            let token = try await service.command(["token", "create", "--tenant", "hall", "--login", "eva"])
            #expect(token.status == 0)
            planted.made.append(token.output.trimmingCharacters(in: .whitespacesAndNewlines))
            planted.made += try await throughSuccessAndFailure(service, planted)

            let metrics = await TestClient(port: service.adminPort).exchange("GET", "/metrics")?.text ?? ""
            #expect(metrics.contains("tutti_http_requests_total"))
            let config = try await service.command(["config"])
            #expect(config.output.contains("DATABASE_URL=(hidden)"))
            let arguments = (try? Data(contentsOf: URL(filePath: "/proc/\(service.pid)/cmdline"))) ?? Data()
            #expect(!arguments.isEmpty)
            let places = [
                "the log": service.log, "the output": service.lines.joined(separator: "\n"), "/metrics": metrics,
                "tutti config": config.output + config.errors,
                "its arguments": String(decoding: arguments, as: UTF8.self),
                "tutti user add": added.output + added.errors,
            ]
            #expect(planted.all.allSatisfy { $0.utf8.count >= 8 })
            #expect(planted.made.count >= 5)
            for (place, text) in places {
                for secret in planted.all { #expect(!text.contains(secret), "\(place): \(secret.prefix(15))") }
            }
        }
        try await database.drop()
    }

    /// Sends requests of every kind, valid and invalid.
    ///
    /// - Returns: the secrets that the service created.
    private func throughSuccessAndFailure(_ service: RunningService, _ planted: Planted) async throws -> [String] {
        var client = TestClient(port: service.port)
        client.host = Self.hall
        func login(_ password: String) -> String { "{\"login\": \"eva\", \"password\": \"\(password)\"}" }
        let session = try #require(
            await client.exchange("POST", "/api/v1/sessions", json: login(planted.password)))
        #expect(session.status == 201, "\(session.text)")
        let access = try #require(session.json["accessToken"] as? String)
        let refresh = try #require(session.json["refreshToken"] as? String)
        for json in [
            login(planted.wrong), "{\"password\": \"\(planted.wrong)\"", "{\"password\": \"\(planted.wrong)\"}",
        ] {
            let refused = await client.exchange("POST", "/api/v1/sessions", json: json)
            #expect((400..<500).contains(refused?.status ?? 0))
        }
        let form = ["Content-Type": "application/x-www-form-urlencoded", "Origin": "http://\(Self.hall)"]
        let page = try #require(
            await client.post("/login", form: "login=eva&password=\(planted.password)&next=%2Faccount", fields: form))
        #expect(page.status == 303, "\(page.text)")
        let cookies = try #require(page.fields["set-cookie"]).split(separator: "\n")
            .compactMap { $0.split(separator: ";").first.map(String.init) }
        #expect(cookies.count == 2, "the session's and the device's")
        let cookie = cookies.joined(separator: "; ")
        let account = try #require(await client.exchange("GET", "/account", fields: ["Cookie": cookie]))
        let csrf = try #require(account.text.firstMatch(of: /name="csrf" value="([^"]+)"/)).1
        let forged = await client.post(
            "/logout", form: "csrf=\(planted.wrong)", fields: form.merging(["Cookie": cookie]) { $1 })
        #expect(forged?.status == 403)

        client.token = access
        for path in [
            "/api/v1/nothing/\(planted.link)", "/\(planted.link)", "/invitations/\(planted.link)",
            "/password-resets/\(planted.link)", "/api/v1/sessions/\(planted.link)",
            "/api/v1/live?since=\(planted.query)",
            "/api/v1/sessions?token=\(planted.query)", "/getData.php?database1=\(planted.query)",
            "/%zz\(planted.link)", "/images/\(planted.link)", "/rest/ping?u=eva&p=\(planted.query)",
            "/rest/\(planted.link)?apiKey=\(planted.query)",
        ] {
            for method in ["GET", "DELETE", "PATCH"] {
                let answer = await client.exchange(method, path)
                #expect(answer.map { $0.status < 500 } ?? false, "\(method) \(path.prefix(20))")
            }
        }
        client.token = planted.unknownToken
        #expect(await client.exchange("GET", "/api/v1/sessions")?.status == 401)
        client.token = access
        client.host = "\(planted.link).example"
        #expect(await client.exchange("GET", "/api/v1/sessions")?.status == 421)
        client.host = Self.hall
        let refreshed = await client.exchange(
            "POST", "/api/v1/sessions/refresh", json: "{\"refreshToken\": \"\(refresh)\"}")
        #expect(refreshed?.status == 200, "\(refreshed?.text ?? "")")
        let next = [refreshed?.json["accessToken"], refreshed?.json["refreshToken"]].compactMap { $0 as? String }
        return [access, refresh, String(csrf)] + cookies.map { String($0.split(separator: "=", maxSplits: 1)[1]) }
            + next
    }

    /// A connection string that libpq cannot read may contain a password, so the error does not quote it.
    @Test(arguments: [
        "geheim-without-equals", "host=/tmp password=geheim-1 port=", "postgresql://eva:geheim@2@[/tutti",
    ])
    func anInvalidConnectionStringIsNotQuotedInErrors(url: String) async throws {
        let settings = ["DATABASE_URL": url, "TUTTI_OWNER_DATABASE_URL": url]
        try await RunningService.with(["serve"], settings: settings) { service in
            for command in [["config", "--check"], ["migrate", "--status"], ["tenant", "list"], ["config"]] {
                let outcome = try await service.command(command)
                #expect(!(outcome.output + outcome.errors).contains("geheim"), "\(command)")
            }
        }
    }

    /// The test sends line ends, escapes and separators in every value that a client can choose. Each request stays one line of JSON.
    @Test(.timeLimit(.minutes(30))) func clientInputCannotBreakALogLine() async throws {
        let database = try await TestDatabase.create()
        try await database.sql("insert into control.tenant (slug, name) values ('hall', 'Hall')", user: "app_owner")
        let settings = [
            "DATABASE_URL": database.runtimeConninfo, "TUTTI_OWNER_DATABASE_URL": database.ownerConninfo,
            "TUTTI_DEFAULT_TENANT": "hall", "TUTTI_LOG_LEVEL": "debug",
        ]
        try await RunningService.with(["serve"], settings: settings) { service in
            try await service.start()
            let client = TestClient(port: service.port)
            let evil = [
                "\r\n{\"level\":\"error\"}", "\n", "\r", "\u{1B}[2J", "\u{85}", "\u{2028}", "\u{2029}", "\u{0}",
                "\u{202E}",
            ]
            var sent = 0
            for text in evil {
                let quoted = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                let escaped = text.unicodeScalars.map {
                    "\\u" + String(String($0.value + 0x10000, radix: 16).dropFirst())
                }
                let login = "{\"login\": \"eva\(escaped.joined())\", \"password\": \"a horse in the pit\"}"
                _ = await client.exchange("GET", "/a\(text)b")
                _ = await client.exchange("GET", "/a\(quoted)b?c=\(quoted)")
                _ = await client.exchange("GET", "/", fields: ["X-Name": "a\(text)b", "traceparent": "a\(text)"])
                _ = await client.exchange("GET\(text)", "/")
                _ = await client.exchange("POST", "/api/v1/sessions", json: login)
                var other = client
                other.host = "a\(text)b.example"
                _ = await other.exchange("GET", "/")
                sent += 6
            }
            _ = await client.exchange("GET", "/api/v1/live")
            #expect(await service.stop() == 0)
            let lines = service.log.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                .dropLast()
            var requests = 0
            for line in lines {
                let object = try? JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
                #expect(object != nil, "\(String(decoding: line, as: UTF8.self))")
                if object?["msg"] as? String == "request" { requests += 1 }
                #expect(object?["level"] as? String != "error")
            }
            #expect(requests == sent + 1)
            for text in evil.dropFirst(3) { #expect(!service.log.contains(text)) }
        }
        try await database.drop()
    }
}

extension TestClient {
    /// Posts a form.
    func post(_ path: String, form: String, fields: [String: String]) async -> Answer? {
        var fields = fields
        fields["Content-Length"] = String(form.utf8.count)
        return await exchange("POST", path, fields: fields, content: form)
    }
}
