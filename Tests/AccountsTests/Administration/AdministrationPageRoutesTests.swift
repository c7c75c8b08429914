import HTTP
import Testing
import Web

@testable import Accounts

@Suite struct AdministrationPageRoutesTests {
    private static let path = "/admin/accounts"

    /// Returns the secret that a page shows only once.
    private static func secret(_ page: Response) -> String? {
        page.text.firstRange(of: "class=\"secret\">").map { String(page.text[$0.upperBound...].prefix { $0 != "<" }) }
    }

    private static func eva(_ stage: Stage) async throws -> (id: User.ID, path: String) {
        let user = try #require(try await stage.users.user(login: "eva", in: stage.here.id))
        return (user.id, path + "/\(user.id)")
    }

    @Test func getAccountsPage() async throws {
        try await Stage.with { stage in
            try await stage.add("ada", .admin)
            try await stage.database.sql("update app.user_account set display_name = '<b>' where login = 'Eva';")
            let (fields, _) = try await stage.browser("ada")
            let page = await stage.get(Self.path, fields)
            #expect(page.status == .ok && page.fields["Cache-Control"] == "no-store")
            #expect(page.text.contains(">Eva</a>") && page.text.contains("&lt;b&gt;"))
            #expect(!page.text.contains(">ole</a>"))
            #expect(await stage.get(Self.path, query: "search=ad&role=", fields).text.contains(">Eva</a>") == false)
            let none = await stage.get(Self.path, query: "search=nobody", fields)
            #expect(none.text.contains("No matching accounts") && none.text.contains("href=\"#invite\""))
            // Callers with other roles get an error, and visitors are redirected to the sign-in page.
            let (hers, _) = try await stage.browser()
            #expect(await stage.get(Self.path, hers).status == .forbidden)
            #expect(await stage.get(Self.path).fields["Location"] == "/login?next=%2Fadmin%2Faccounts")
        }
    }

    @Test func theListOfAccountsLinksToItsNextPage() async throws {
        try await Stage.with { stage in
            try await stage.add("ada", .admin)
            try await stage.database.sql(
                """
                insert into app.user_account (tenant_id, login, password_hash, role)
                select \(stage.here.id), 'guest' || n, '-', 'listener' from generate_series(100, 160) n;
                """)
            let (fields, _) = try await stage.browser("ada")
            let page = await stage.get(Self.path, query: "role=listener", fields)
            #expect(page.text.contains(">guest149</a>") && !page.text.contains(">guest150</a>"))
            let link = try #require(page.text.firstRange(of: "/admin/accounts?role"))
            let query = page.text[link.lowerBound...].dropFirst("/admin/accounts?".count).prefix { $0 != "\"" }
            let next = await stage.get(Self.path, query: String(query).replacing("&amp;", with: "&"), fields)
            #expect(next.text.contains(">guest150</a>") && !next.text.contains(">Eva</a>"))
        }
    }

    @Test func postInvitation() async throws {
        try await Stage.with { stage in
            try await stage.add("ada", .admin)
            let (fields, csrf) = try await stage.browser("ada")
            let path = Self.path + "/invitations"
            #expect(await stage.post(path, form: "role=editor", fields).status == .forbidden)
            let page = await stage.post(path, form: "csrf=\(csrf)&role=editor&displayName=Uma&email=", fields)
            #expect(page.status == .ok)
            let url = try #require(Self.secret(page))
            #expect(await stage.get(String(url.dropFirst("http://here".count))).status == .ok)
            let later = await stage.get(Self.path, fields)
            #expect(later.text.contains("<strong>Uma</strong>") && !later.text.contains(url))
            let wrong = await stage.post(path, form: "csrf=\(csrf)&role=king", fields)
            #expect(wrong.status == .unprocessableContent && wrong.text.contains("role=\"alert\""))
            #expect(wrong.text.contains("<a href=\"#invited-role\">The role must be"))
            let address = "csrf=\(csrf)&role=editor&displayName=Uma&email=uma"
            let refused = await stage.post(path, form: address, fields)
            #expect(refused.text.contains("<a href=\"#email\">") && refused.text.contains("value=\"Uma\""))
            #expect(refused.text.contains("<option value=\"editor\" selected>"))
        }
    }

    @Test func postInvitationEnd() async throws {
        try await Stage.with { stage in
            try await stage.add("ada", .admin)
            let (fields, csrf) = try await stage.browser("ada")
            let page = await stage.post(Self.path + "/invitations", form: "csrf=\(csrf)&role=editor", fields)
            let url = try #require(Self.secret(page))
            let id = try await stage.database.sql("select link_id from app.account_link;")
            let list = await stage.get(Self.path, fields).text
            #expect(
                list.contains(
                    "<p id=\"end-\(id)\">The link stops working. For another invitation, create a new link.</p>"))
            #expect(list.contains("aria-describedby=\"end-\(id)\">Withdraw invitation</button>"))
            for notice in ["withdrawn", "invitation-ended"] {
                let answer = await stage.post(
                    Self.path + "/invitations/end", form: "csrf=\(csrf)&invitation=\(id)", fields)
                #expect(answer.fields["Location"] == "/admin/accounts?notice=\(notice)")
            }
            #expect(await stage.get(String(url.dropFirst("http://here".count))).status == .notFound)
            #expect(try await stage.record().filter { $0.hasPrefix("invitation.delete") }.count == 1)
        }
    }

    @Test func getAccountDetailPage() async throws {
        try await Stage.with { stage in
            try await stage.add("ada", .admin)
            _ = await stage.logIn("eva")
            let (fields, _) = try await stage.browser("ada")
            let eva = try await Self.eva(stage)
            let page = await stage.get(eva.path, query: "notice=saved", fields)
            #expect(page.text.contains("<option value=\"operator\" selected>"))
            #expect(
                page.text.contains(
                    "<nav class=\"up\" aria-label=\"Back\"><a href=\"/admin/accounts\">Accounts</a></nav>"))
            #expect(
                page.text.contains("<summary class=\"button grave\">Delete account</summary>"), "a second press")
            #expect(page.text.contains("role=\"status\">Account saved.") && page.text.contains("device"))
            #expect(await stage.get(Self.path + "/999999", fields).status == .notFound)
        }
    }

    @Test func postAccount() async throws {
        try await Stage.with { stage in
            let ada = try await stage.add("ada", .admin)
            let (fields, csrf) = try await stage.browser("ada")
            let eva = try await Self.eva(stage)
            let form = "csrf=\(csrf)&role=editor&displayName=Eva+N&email=eva%40example.org"
            let answer = await stage.post(eva.path, form: form, fields)
            #expect(answer.fields["Location"] == "/admin/accounts/\(eva.id)?notice=saved")
            let account = try await stage.accounts.account(eva.id, in: stage.here.id)
            #expect(account?.user.role == .editor && account?.email == "eva@example.org")
            let wrong = await stage.post(eva.path, form: "csrf=\(csrf)&role=editor&email=eva", fields)
            #expect(wrong.text.contains("<a href=\"#email\">") && wrong.text.contains("id=\"email-fault\""))
            let last = await stage.post(Self.path + "/\(ada.id)", form: "csrf=\(csrf)&role=editor", fields)
            #expect(last.status == .conflict && last.text.contains("last administrator"))
        }
    }

    @Test func postAccountDisable() async throws {
        try await Stage.with { stage in
            try await stage.add("ada", .admin)
            let (fields, csrf) = try await stage.browser("ada")
            let eva = try await Self.eva(stage)
            #expect(await stage.post(eva.path + "/disable", form: "", fields).status == .forbidden)
            let answer = await stage.post(eva.path + "/disable", form: "csrf=\(csrf)", fields)
            #expect(answer.fields["Location"] == "/admin/accounts/\(eva.id)?notice=disabled")
            #expect(await stage.logIn("eva").status == .unauthorized)
            let page = await stage.get(eva.path, fields).text
            #expect(page.contains("<strong>Disabled: nobody can sign in with this account.</strong>"))
        }
    }

    @Test func postAccountEnable() async throws {
        try await Stage.with { stage in
            try await stage.add("ada", .admin)
            let (fields, csrf) = try await stage.browser("ada")
            let eva = try await Self.eva(stage)
            _ = await stage.post(eva.path + "/disable", form: "csrf=\(csrf)", fields)
            let answer = await stage.post(eva.path + "/enable", form: "csrf=\(csrf)", fields)
            #expect(answer.fields["Location"] == "/admin/accounts/\(eva.id)?notice=enabled")
            #expect(await stage.logIn("eva").status == .created)
        }
    }

    @Test func postAccountPasswordReset() async throws {
        try await Stage.with { stage in
            try await stage.add("ada", .admin)
            let (fields, csrf) = try await stage.browser("ada")
            let eva = try await Self.eva(stage)
            let page = await stage.post(eva.path + "/password-resets", form: "csrf=\(csrf)", fields)
            let url = try #require(Self.secret(page))
            #expect(await stage.get(String(url.dropFirst("http://here".count))).text.contains("<strong>Eva</strong>"))
            _ = await stage.post(eva.path + "/disable", form: "csrf=\(csrf)", fields)
            let refused = await stage.post(eva.path + "/password-resets", form: "csrf=\(csrf)", fields)
            #expect(refused.status == .conflict)
        }
    }

    @Test func postAccountSessionsEnd() async throws {
        try await Stage.with { stage in
            try await stage.add("ada", .admin)
            let token = try await stage.token()
            let (fields, csrf) = try await stage.browser("ada")
            let eva = try await Self.eva(stage)
            let answer = await stage.post(eva.path + "/sessions/end", form: "csrf=\(csrf)", fields)
            #expect(answer.fields["Location"] == "/admin/accounts/\(eva.id)?notice=sessions-ended")
            #expect(await stage.send(.get, "/api/v1/mine", token: token).status == .unauthorized)
        }
    }

    @Test func postAccountDelete() async throws {
        try await Stage.with { stage in
            try await stage.add("ada", .admin)
            let (fields, csrf) = try await stage.browser("ada")
            let eva = try await Self.eva(stage)
            #expect(await stage.post(eva.path + "/delete", form: "", fields).status == .forbidden)
            let answer = await stage.post(eva.path + "/delete", form: "csrf=\(csrf)", fields)
            #expect(answer.fields["Location"] == "/admin/accounts?notice=deleted")
            #expect(await stage.get(eva.path, fields).status == .notFound)
        }
    }
}
