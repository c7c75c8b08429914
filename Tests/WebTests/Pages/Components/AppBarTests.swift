import HTTP
import Tenancy
import Testing

@testable import Web

struct AppBarTests {
    private static let map = SiteMap([
        .init("/operator", "Operator", "", icon: .concert, access: .permission(.viewOperator), look: .hall),
        .init("/library", "Library", "", icon: .library, access: .account),
        .init("/libraryman", "Other", "", icon: .library, access: .permission(.viewAdmin)),
    ])

    private static func text(_ role: Role?, at path: String) -> String {
        let caller = role.map { Caller(userID: 1, login: "<eva>", role: $0, proof: .cookie(csrfToken: "abc")) }
        return Page(
            "Now", tenant: OneTenant.hall, caller: caller, navigation: Navigation(map, path: path), content: ""
        ).response().text
    }

    @Test func theAppBarLinksOnlyToAreasOfTheCallersRole() {
        let listener = Self.text(.listener, at: "/account")
        #expect(listener.contains("href=\"/library\"") && listener.contains("href=\"/\""))
        #expect(!listener.contains("href=\"/operator\""))
        #expect(Self.text(.admin, at: "/account").contains("href=\"/operator\""))
    }

    @Test(arguments: ["/library", "/library/songs"])
    func theAreaOfThePageIsMarkedInTheAppBar(path: String) {
        let text = Self.text(.admin, at: path)
        #expect(text.contains("<a href=\"/library\" aria-current=\"true\">"))
        #expect(!text.contains("<a href=\"/libraryman\" aria-current"))
        #expect(text.contains("<summary><b class=\"hidden\">Area:</b>"))
    }

    @Test func bothAreaListsOfTheAppBarHaveTheSameAreasInTheSameOrder() {
        let lists = Self.text(.admin, at: "/library").split(separator: "<ul>").dropFirst().prefix(2)
        for list in lists {
            let areas = list.split(separator: "</ul>")[0].split(separator: "href=\"").dropFirst().map {
                $0.prefix { $0 != "\"" }
            }
            #expect(areas.filter { $0 != "/" } == ["/operator", "/library", "/libraryman"])
        }
        #expect(lists.count == 2)
    }

    @Test func aPageOutsideAllAreasMarksNoAreaAsCurrent() {
        #expect(!Self.text(.admin, at: "/account").contains("aria-current"))
        #expect(!Self.text(.admin, at: "/libraries").contains("aria-current"))
    }

    @Test func theAccountMenuOpensWithoutScript() {
        let text = Self.text(.operator, at: "/")
        #expect(text.contains("<summary aria-label=\"Account: &lt;eva&gt;\">"))
        #expect(text.contains("<a href=\"/account\" aria-label=\"&lt;eva&gt;, your account\">"))
        #expect(text.contains("action=\"/logout\"><input type=\"hidden\" name=\"csrf\" value=\"abc\">"))
        #expect(text.contains("Sign out") && !text.contains("<script"))
    }

    @Test func aVisitorGetsASignInLinkInTheAppBar() {
        let text = Self.text(nil, at: "/")
        #expect(text.contains("<a href=\"/login\">Sign in</a>") && !text.contains("/logout"))
        #expect(!text.contains("href=\"/library\""))
    }

    @Test func aPageForUseInAConcertHallIsAlwaysDark() {
        #expect(Self.text(.admin, at: "/operator").contains("<html lang=\"en\" class=\"hall\">"))
        let other = Self.text(.admin, at: "/library")
        #expect(other.contains("<html lang=\"en\">") && other.contains("content=\"light dark\""))
    }

    @Test func anErrorPageKeepsTheAppBar() async throws {
        let route = Route("getShow", .get, "/library/shows", access: .account, errors: .page) { _, _ in
            throw APIError(.notFound, code: .noSuchPath, "no such show")
        }
        let request = Request.hall(.get, "/library/shows", fields: ["Cookie": "who=listener"])
        let answer = try await application([route], siteMap: Self.map).respond(to: request)
        #expect(answer.status == .notFound)
        #expect(answer.text.contains("<a href=\"/library\" aria-current=\"true\">"))
        #expect(answer.text.contains("Account: listener"))
    }
}
