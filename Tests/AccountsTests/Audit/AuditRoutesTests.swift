import FoundationEssentials
import HTTP
import Logging
import Tenancy
import TestSupport
import Testing
import Web

@testable import Accounts

/// Tests of the audit log as administrators read it.
@Suite struct AuditRoutesTests {
    private struct AuditStage: Sendable {
        let database: TestDatabase
        let (here, there): (Tenant, Tenant)
        let application: Application

        static func with(zone: String = "UTC", _ body: (AuditStage) async throws -> Void) async throws {
            try await withDatabase { database in try await body(AuditStage(database, zone: zone)) }
        }

        private init(_ database: TestDatabase, zone: String) async throws {
            self.database = database
            let made = try await database.tenant("here")
            here = Tenant(
                id: made.id, slug: made.slug, name: made.name, locale: made.locale, integerSeconds: false,
                multicast: MulticastScope(), timeZone: zone)
            there = try await database.tenant("there")
            let authenticator = StageAuthenticator(tenants: [here, there])
            application = Application(
                router: try Router(AuditRoutes(store: AuditStore(database: database.tenants)).routes),
                probes: Probes { [] }, tenants: authenticator, authenticator: authenticator,
                logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
        }

        /// Adds an entry with this time.
        func record(
            _ action: String, by actor: String = "eva", on subject: String = "tom", at: String, in tenant: Tenant? = nil
        ) async throws {
            try await database.sql(
                """
                insert into app.audit_event (tenant_id, at, actor_kind, actor_id, actor, action, subject, detail, request_id)
                values (\((tenant ?? here).id), '\(at)', 'account', 7, '\(actor)', '\(action)', '\(subject)',
                        '{"role": "editor", "from": "listener"}', 'r1')
                """)
        }

        func get(_ path: String, _ query: String = "", at host: String = "here", as role: String? = "admin") async
            -> Response
        {
            var fields = Fields()
            fields["Authorization"] = role.map { "Bearer \($0)" }
            return await application.respond(
                to: Request(
                    method: .get, path: path, query: query.isEmpty ? nil : query, authority: host, fields: fields))
        }

        func list(_ query: String = "") async throws -> List {
            let response = await get("/api/v1/admin/audit", query)
            #expect(response.status == .ok, "\(response.text)")
            return try JSONDecoder().decode(List.self, from: Data(response.text.utf8))
        }
    }

    private struct StageAuthenticator: TenantResolver, Authenticator {
        let tenants: [Tenant]

        func tenant(for authority: String?) async throws -> Tenant? { tenants.first { $0.slug == authority } }

        func caller(of request: Request, in tenant: Tenant, isSecure: Bool) async throws -> Caller? {
            let name = request.fields["Authorization"]?.dropFirst("Bearer ".count)
            return name.flatMap { Role(rawValue: String($0)) }.map {
                Caller(userID: 1, login: $0.rawValue, role: $0, proof: .bearer)
            }
        }
    }

    private struct List: Decodable {
        let items: [Event]
        let next: String?

        struct Event: Decodable {
            let id, at, action, subject: String
            let actor: Actor
            let detail: [String: String]
            let requestId: String?
        }

        struct Actor: Decodable {
            let kind, login: String
            let id: String?
        }
    }

    @Test func findAuditEvents() async throws {
        try await AuditStage.with { stage in
            try await stage.record("account.disable", at: "2026-05-01 19:30:00.123456Z")
            try await stage.record("account.create", at: "2026-05-02 08:00:00Z")
            try await stage.record("account.create", at: "2026-05-02 09:00:00Z", in: stage.there)
            let list = try await stage.list()
            #expect(
                list.items.map(\.action) == ["account.create", "account.disable"], "newest first, and this tenant's")
            let event = try #require(list.items.last)
            #expect(event.at == "2026-05-01T19:30:00.123Z")
            #expect(event.actor.kind == "account" && event.actor.login == "eva" && event.actor.id == "7")
            #expect(event.subject == "tom")
            #expect(event.detail == ["role": "editor", "from": "listener"])
            #expect(event.requestId == "r1")
            #expect(list.next == nil)
        }
    }

    @Test(
        arguments: [
            ("from=2026-05-02", ["c", "b"]), ("to=2026-05-01", ["a"]), ("from=2026-05-02&to=2026-05-02", ["b"]),
            ("from=2026-05-02T12:00:00Z", ["c"]), ("to=2026-05-02T00:00:00Z", ["a"]),
            ("from=2026-05-02T10:00:00%2B02:00&to=2026-05-03", ["c", "b"]), ("actor=ole", ["b"]), ("actor=OLE", []),
            ("action=account", ["b", "a"]), ("action=account.disable", ["a"]), ("action=acc", []),
            ("from=&to=&actor=&action=&limit=&cursor=", ["c", "b", "a"]), ("actor=eva&action=live", ["c"]),
        ] as [(String, [String])])
    func anAuditFilterReturnsOnlyMatchingEntries(query: String, subjects: [String]) async throws {
        try await AuditStage.with { stage in
            try await stage.record("account.disable", on: "a", at: "2026-05-01 23:59:59.999999Z")
            try await stage.record("account.create", by: "ole", on: "b", at: "2026-05-02 08:00:00Z")
            try await stage.record("live.activate", on: "c", at: "2026-05-03 00:00:00Z")
            #expect(try await stage.list(query).items.map(\.subject) == subjects)
        }
    }

    /// More entries have the same time than fit on one page. The pages still contain each entry exactly once.
    @Test func auditPagesNeitherSkipNorRepeatEntriesWithEqualTimes() async throws {
        try await AuditStage.with { stage in
            for number in 0..<5 {
                try await stage.record("account.create", on: "\(number)", at: "2026-05-01 19:30:00.000001Z")
            }
            try await stage.record("account.create", on: "5", at: "2026-05-01 19:30:00.000002Z")
            var subjects: [String] = []
            var cursor: String?
            for _ in 0..<3 {
                let list = try await stage.list("limit=2" + (cursor.map { "&cursor=\($0)" } ?? ""))
                subjects += list.items.map(\.subject)
                cursor = list.next
            }
            #expect(subjects == ["5", "4", "3", "2", "1", "0"])
            #expect(cursor == nil)
        }
    }

    @Test(arguments: [
        "from=yesterday", "to=2026-13-01", "action=Account", "action=a%00", "cursor=x", "cursor=+1.2", "limit=0",
        "limit=201", "limit=+5", "cursor=999999999999999999.1",
    ])
    func anInvalidAuditFilterIsRefused(query: String) async throws {
        try await AuditStage.with { stage in
            let status = await stage.get("/api/v1/admin/audit", query).status
            #expect(status == .unprocessableContent || status == .badRequest)
            #expect(await stage.get("/admin/audit", query).status == status)
        }
    }

    @Test func getAuditTable() async throws {
        try await AuditStage.with { stage in
            try await stage.record("account.create", by: "=cmd()", on: "a, \"b\"", at: "2026-05-01 19:30:00Z")
            try await stage.record("account.create", on: "-2", at: "2026-05-01 19:30:01Z")
            let response = await stage.get("/api/v1/admin/audit.csv", "limit=1&action=account")
            #expect(response.fields["Content-Type"] == "text/csv; charset=utf-8; header=present")
            #expect(response.fields["Content-Disposition"] == "attachment; filename=\"audit.csv\"")
            #expect(
                response.text == """
                    at,actorKind,actor,action,subject,detail,requestId\r
                    2026-05-01T19:30:01.000Z,account,eva,account.create,'-2,from=listener; role=editor,r1\r

                    """)
            let link = try #require(response.fields["Link"])
            #expect(link.hasPrefix("</api/v1/admin/audit.csv?action=account&limit=1&cursor="))
            let rest = try #require(link.firstMatch(of: /\?(.*)>/)).1
            let second = await stage.get("/api/v1/admin/audit.csv", String(rest))
            #expect(second.text.contains("account,'=cmd(),account.create,\"a, \"\"b\"\"\","))
            #expect(second.fields["Link"] == nil)
        }
    }

    /// 22:30 in UTC is half past midnight in Prague, which is another day.
    @Test func theAuditPageUsesTheTimeZoneOfTheTenant() async throws {
        try await AuditStage.with(zone: "Europe/Prague") { stage in
            try await stage.record("account.disable", on: "tom", at: "2026-05-01 22:30:00Z")
            let page = await stage.get("/admin/audit")
            #expect(page.text.contains("<time datetime=\"2026-05-01T22:30:00.000Z\">2026-05-02 00:30:00</time>"))
            #expect(page.text.contains("Times are in the time zone Europe/Prague."))
            #expect(page.text.contains("<strong>Account disabled</strong>"))
            #expect(await stage.get("/admin/audit", "from=2026-05-02&to=2026-05-02").text.contains("00:30:00"))
            #expect(!(await stage.get("/admin/audit", "to=2026-05-01").text.contains("00:30:00")))
            #expect(try await stage.list("to=2026-05-01").items.count == 1, "the API uses days in UTC")
        }
    }

    @Test func onlyTheUnfilteredAuditPageHasAChartOfActionsByDay() async throws {
        try await AuditStage.with { stage in
            try await stage.database.sql(
                """
                insert into app.audit_event (tenant_id, at, actor_kind, actor, action, subject)
                select \(stage.here.id), now(), 'command', 'x', 'live.end', '' from generate_series(1, 3)
                """)
            #expect(await stage.get("/admin/audit").text.contains("aria-label=\"Actions by day: total 3, highest 3\""))
            #expect(!(await stage.get("/admin/audit", "actor=eva").text.contains("Actions by day")))
        }
    }

    @Test(arguments: [
        ("account.disable", "Account disabled"), ("show.create", "Show created"), ("tag.delete", "Tag deleted"),
        ("password-reset.create", "Password reset link created"), ("password-reset.use", "Password reset link used"),
        ("something.else", "something.else"),
    ])
    func knownAuditActionsAreShownInWords(action: String, words: String) {
        #expect(AuditText.sentence(action) == words)
    }

    @Test func everyKindOfAuditActionIsAnOptionOfTheFilter() {
        let list = EmbeddedText.files.first { $0.name == "audit-actions.txt" }?.text ?? ""
        let kinds = Set(list.split(separator: "\n").map { String($0.prefix { $0 != "." }) })
        #expect(kinds.count > 20)
        #expect(kinds.subtracting(AuditText.kinds.map(\.code)) == [])
        #expect(Set(AuditText.kinds.map(\.code)).count == AuditText.kinds.count)
    }

    @Test func theAuditFilterOffersActionsInWords() async throws {
        try await AuditStage.with { stage in
            try await stage.record("account.create", on: "eva", at: "2026-05-01 19:30Z")
            try await stage.record("tag.delete", on: "jazz", at: "2026-05-01 19:31Z")
            let page = await stage.get("/admin/audit", "action=account.create")
            #expect(page.text.contains("<option value=\"account.create\" selected>Account created</option>"))
            #expect(page.text.contains("<option value=\"account\">Accounts: all actions</option>"))
            #expect(page.text.contains("eva</span>") && !page.text.contains("jazz</span>"))
            // A link can contain an action without a sentence of its own.
            let other = await stage.get("/admin/audit", "action=tag.delete")
            #expect(other.text.contains("<option value=\"tag.delete\" selected>Tag deleted</option>"))
        }
    }

    @Test func theErrorForAnAuditFilterLinksToItsField() async throws {
        try await AuditStage.with { stage in
            let page = await stage.get("/admin/audit", "from=x")
            #expect(page.text.contains("<a href=\"#from\">“From” must be a date"))
            #expect(page.text.contains("aria-describedby=\"from-fault\""))
        }
    }

    @Test func getAuditPage() async throws {
        try await AuditStage.with(zone: "Europe/Prague") { stage in
            for number in 0..<51 {
                try await stage.record("account.create", on: "<b>\(number)</b>", at: "2026-05-01 19:30:\(number % 60)Z")
            }
            let page = await stage.get("/admin/audit", "actor=eva&from=2026-05-01")
            #expect(page.status == .ok)
            #expect(page.text.contains("&lt;b&gt;50&lt;/b&gt;"))
            #expect(!page.text.contains("<b>5") && page.text.contains("<strong>Account created</strong>"))
            #expect(page.text.contains("value=\"2026-05-01\""), "the form shows the requested filter")
            #expect(page.text.contains("<label for=\"action\">"))
            let older = String(try #require(page.text.firstMatch(of: /href="\/admin\/audit\?([^"]*)"/)).1)
            let next = await stage.get("/admin/audit", older.replacing("&amp;", with: "&"))
            #expect(next.text.contains("&lt;b&gt;0&lt;/b&gt;"))
            #expect(!next.text.contains("rel=\"next\""))
            let table = String(try #require(next.text.firstMatch(of: /href="\/api\/v1\/admin\/audit.csv\?([^"]*)"/)).1)
            #expect(
                table == "actor=eva&amp;from=2026-04-30T22%3A00%3A00.000Z", "the day begins in the tenant's time zone")
            #expect(
                await stage.get("/api/v1/admin/audit.csv", table.replacing("&amp;", with: "&")).text.contains(
                    "<b>50</b>"))
            #expect(await stage.get("/admin/audit", "actor=nobody").text.contains("No matching entries"))
            #expect(await stage.get("/admin/audit", "from=x").text.contains("role=\"alert\""))
        }
    }

    @Test(arguments: ["/api/v1/admin/audit", "/api/v1/admin/audit.csv", "/admin/audit"])
    func onlyAdministratorsReadTheAuditLog(path: String) async throws {
        try await AuditStage.with { stage in
            for role in Role.allCases where role != .admin {
                #expect(await stage.get(path, as: role.rawValue).status == .forbidden, "\(role)")
            }
            #expect(await stage.get(path, as: nil).status == (path == "/admin/audit" ? .seeOther : .unauthorized))
        }
    }
}
