import Accounts
import FoundationEssentials
import HTTP
import TestSupport
import Testing
import Web

@testable import TenantLife

/// Tests of the first administrator of a tenant, from the platform's invitation to the first sign-in.
@Suite struct AdministratorInvitationTests {
    private static let tenants = "/api/v1/platform/tenants"
    private static let invitations = tenants + "/north/administrator-invitations"
    private static let chosen = "{\"login\": \"nora\", \"password\": \"eleven brown cellos\"}"

    private struct Made: Decodable {
        let url: String
        let expiresAt: Date
        let mailed: Bool
    }

    private struct NewTenant: Decodable {
        let administratorInvitation: Made
        let administrator: Status

        struct Status: Decodable {
            let status: String
            let invitedUntil: Date?
        }
    }

    /// Returns the path of a link, for requests of programs.
    private static func linkPath(_ url: String) -> String {
        "/api/v1/links/" + (url.split(separator: "/").last.map(String.init) ?? "")
    }

    private static func north(_ stage: Stage, _ administrator: String = "{\"login\": \"nora\"}") async -> Response {
        await stage.send(
            .post, tenants, as: "pia",
            json: """
                {"slug": "north", "name": "North", "hosts": ["north.example", "a.example"],
                 "administrator": \(administrator)}
                """)
    }

    @Test func createTenantReturnsAnInvitationOnTheTenantsHost() async throws {
        try await Stage.with { (stage) async throws in
            let answer = await Self.north(stage)
            #expect(answer.status == .created, "\(answer.text)")
            let made: NewTenant = try answer.decoded()
            let url = made.administratorInvitation.url
            #expect(url.hasPrefix("http://north.example:8080/links/"), "the first host, not the first by name")
            #expect(!made.administratorInvitation.mailed)
            #expect(made.administrator.status == "invited")
            #expect(made.administrator.invitedUntil == made.administratorInvitation.expiresAt)
            let stored = try await stage.database.sql(
                """
                select role, login, created_by is null,
                       extract(epoch from expires_at - created_at)::integer from app.account_link;
                """)
            #expect(stored == "admin|nora|t|604800", "the invitation expires after a week")
            let secret = String(url.split(separator: "/").last ?? "")
            for table in ["app.account_link", "app.audit_event", "control.platform_audit"] {
                #expect(try await !stage.database.sql("select t::text from \(table) t;").contains(secret), "\(table)")
            }
            #expect(
                try await stage.database.sql(
                    """
                    select actor, action, detail ->> 'login' from control.platform_audit
                     where tenant = 'north' order by event_id;
                    """) == "Pia|tenant.add|\nPia|tenant.administrator.invite|nora")
        }
    }

    @Test func anInvitationLinkCreatesTheAdministratorOnce() async throws {
        try await Stage.with { (stage) async throws in
            let made: NewTenant = try await Self.north(stage).decoded()
            let path = Self.linkPath(made.administratorInvitation.url)
            #expect(await stage.send(.get, path, at: "here").status == .notFound, "another tenant's host")
            let page = await stage.send(.get, path.replacing("/api/v1", with: ""), at: "north.example")
            #expect(page.text.contains("value=\"nora\""), "the login is suggested")
            let used = await stage.send(.post, path, at: "north.example", json: Self.chosen)
            #expect(used.status == .created && used.text.contains("\"role\":\"admin\""), "\(used.text)")
            #expect(await stage.send(.post, path, at: "north.example", json: Self.chosen).status == .notFound)
            let login = await stage.post(
                "/login", form: "login=nora&password=eleven+brown+cellos", at: "north.example")
            #expect(login.status == .seeOther && login.cookie != nil)
            let shown = await stage.send(.get, Self.tenants + "/north", as: "pia")
            #expect(shown.text.contains("\"administrator\":{\"status\":\"present\"}"), "\(shown.text)")
        }
    }

    @Test func anInvitationCanBeRenewedUntilItIsAccepted() async throws {
        try await Stage.with { (stage) async throws in
            let first: NewTenant = try await Self.north(stage).decoded()
            let again = await stage.send(.post, Self.invitations, as: "pia", json: "{}")
            #expect(again.status == .created && again.fields["Cache-Control"] == "no-store", "\(again.text)")
            let second: Made = try again.decoded()
            let old = Self.linkPath(first.administratorInvitation.url)
            #expect(await stage.send(.get, old, at: "north.example").status == .notFound, "replaced")
            let path = Self.linkPath(second.url)
            #expect(await stage.send(.post, path, at: "north.example", json: Self.chosen).status == .created)
            let late = await stage.send(.post, Self.invitations, as: "pia", json: "{}")
            #expect(late.status == .conflict)
            #expect(try late.code == "administrator-exists")
        }
    }

    /// An invitation by the platform does not replace invitations that the tenant's administrators created.
    @Test func aPlatformInvitationDoesNotReplaceInvitationsByAdministrators() async throws {
        try await Stage.with { (stage) async throws in
            _ = await Self.north(stage)
            try await stage.database.sql(
                """
                insert into app.account_link (tenant_id, purpose, token_hash, role, created_by, expires_at)
                select tenant_id, 'invitation', sha256('x'), 'admin', 1, now() + interval '1 day'
                  from control.tenant where slug = 'north';
                """)
            #expect(await stage.send(.post, Self.invitations, as: "pia", json: "{}").status == .created)
            #expect(
                try await stage.database.sql("select count(*) from app.account_link where created_by = 1;") == "1")
        }
    }

    @Test func anExpiredInvitationCannotBeUsed() async throws {
        try await Stage.with { (stage) async throws in
            let made: NewTenant = try await Self.north(stage).decoded()
            try await stage.database.sql("update app.account_link set expires_at = now();")
            let path = Self.linkPath(made.administratorInvitation.url)
            #expect(await stage.send(.post, path, at: "north.example", json: Self.chosen).status == .notFound)
            let shown = await stage.send(.get, Self.tenants + "/north", as: "pia")
            #expect(shown.text.contains("\"administrator\":{\"status\":\"missing\"}"), "\(shown.text)")
        }
    }

    @Test func anEleventhInvitationInAnHourIsRefused() async throws {
        try await Stage.with { (stage) async throws in
            _ = await Self.north(stage)
            for _ in 2...10 {
                #expect(await stage.send(.post, Self.invitations, as: "pia", json: "{}").status == .created)
            }
            let more = await stage.send(.post, Self.invitations, as: "pia", json: "{}")
            #expect(more.status == .tooManyRequests && more.fields["Retry-After"] == "3600")
            #expect(try more.code == "too-many-invitations")
        }
    }

    @Test(arguments: [
        ("{\"email\": \"nora\"}", "/email"), ("{\"login\": \"\"}", "/login"),
        ("{\"expiresInMs\": 2592000001}", "/expiresInMs"), ("{\"expiresInMs\": 0}", "/expiresInMs"),
        ("{\"name\": \"nora\"}", "/administrator/name"),
    ])
    func anInvalidAdministratorPreventsTheCreationOfTheTenant(administrator: String, field: String) async throws {
        try await Stage.with { (stage) async throws in
            let answer = await Self.north(stage, administrator)
            #expect(answer.status == .unprocessableContent, "\(answer.text)")
            #expect(try answer.faults.map { $0.hasPrefix("/") ? $0 : "/" + $0 } == [field])
            #expect(await stage.send(.get, Self.tenants + "/north", as: "pia").status == .notFound)
        }
    }

    @Test func anInvitationRequiresATenantWithAHost() async throws {
        try await Stage.with { (stage) async throws in
            let json = "{\"slug\": \"north\", \"name\": \"North\", \"administrator\": {}}"
            let answer = await stage.send(.post, Self.tenants, as: "pia", json: json)
            #expect(try answer.status == .unprocessableContent && answer.faults == ["/hosts"])
            _ = await stage.send(
                .post, Self.tenants, as: "pia", json: "{\"slug\": \"north\", \"name\": \"North\"}")
            let refused = await stage.send(.post, Self.invitations, as: "pia", json: "{}")
            #expect(try refused.status == .conflict && refused.code == "no-host")
            let unknown = await stage.send(
                .post, Self.tenants + "/nowhere/administrator-invitations", as: "pia", json: "{}")
            #expect(unknown.status == .notFound)
        }
    }

    @Test func postPlatformTenantAdministrator() async throws {
        try await Stage.with { (stage) async throws in
            let (fields, csrf) = try await stage.platformBrowser()
            let form = "csrf=\(csrf)&slug=north&name=North&host=north.example&locale=&timeZone=&administrator="
            let wrong = await stage.post("/platform/tenants", form: form + "a@b@c", fields)
            #expect(
                wrong.status == .unprocessableContent
                    && wrong.text.contains("<a href=\"#administrator\">First administrator "))
            #expect(wrong.text.contains("value=\"a@b@c\""), "the form keeps the typed values")
            let hostless = await stage.post(
                "/platform/tenants", form: "csrf=\(csrf)&slug=north&name=North&administrator=nora", fields)
            #expect(hostless.status == .unprocessableContent)
            let made = await stage.post("/platform/tenants", form: form + "nora%40example.org", fields)
            #expect(made.status == .ok && made.fields["Cache-Control"] == "no-store", "\(made.text)")
            #expect(made.text.contains("http://north.example:8080/links/"))
            let path = "/platform/tenants/north"
            let page = await stage.send(.get, path, fields).text
            #expect(page.contains("An invitation is open until") && !page.contains("/links/"), "shown once")
            #expect(await stage.post(path + "/administrator", form: "administrator=nora", fields).status == .forbidden)
            let again = await stage.post(path + "/administrator", form: "csrf=\(csrf)&administrator=nora", fields)
            #expect(again.text.contains("http://north.example:8080/links/"))
            let there = await stage.send(.get, "/platform/tenants/there", fields).text
            #expect(there.contains("The tenant has an administrator.") && !there.contains("Create invitation"))
        }
    }
}

extension Response {
    /// The content as JSON.
    fileprivate func decoded<Value: Decodable>() throws -> Value {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let text = try decoder.singleValueContainer().decode(String.self)
            guard let instant = Instant(rfc3339: text) else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath, debugDescription: "no instant"))
            }
            return instant.date
        }
        return try decoder.decode(Value.self, from: Data(bytes))
    }
}
