import FoundationEssentials
import HTTP
import Testing
import Web

@testable import Accounts

@Suite struct AccountAdminRoutesTests {
    struct Item: Decodable {
        let id: String
        let login: String
        let displayName: String
        let email: String?
        let role: String
        let disabled: Bool?
    }

    struct List: Decodable {
        let items: [Item]
        let next: String?
    }

    struct Created: Decodable {
        let account: Item
        let link: NewLinkBody?
    }

    private static let path = "/api/v1/admin/accounts"

    @Test func findAccounts() async throws {
        try await Stage.with { stage in
            let token = try await stage.administrator()
            for number in 1...5 { try await stage.add("guest\(number)", .listener) }
            var logins: [String] = []
            var query = "limit=3"
            while true {
                let page: List = try await stage.send(.get, Self.path, query: query, token: token).json()
                logins += page.items.map(\.login)
                guard let next = page.next else { break }
                #expect(page.items.count == 3)
                query = "limit=3&cursor=" + next
            }
            #expect(logins == ["ada", "Eva", "guest1", "guest2", "guest3", "guest4", "guest5"])
        }
    }

    @Test func accountsAreFoundByPartsOfNamesAndEmailAddressesAndByRole() async throws {
        try await Stage.with { stage in
            let token = try await stage.administrator()
            try await stage.database.sql(
                "update app.user_account set display_name = '100%_Sure', email = 'Choir@example.org' where login = 'Eva';"
            )
            func found(_ query: String) async throws -> [String] {
                let list: List = try await stage.send(.get, Self.path, query: query, token: token).json()
                return list.items.map(\.login)
            }
            #expect(try await found("search=VA") == ["Eva"])
            #expect(try await found("search=100%25_s") == ["Eva"])
            #expect(try await found("search=choir") == ["Eva"])
            #expect(try await found("search=%25") == ["Eva"], "a percent sign is a character like any other")
            #expect(try await found("role=admin") == ["ada"])
            #expect(try await found("search=ole") == [], "an account of another tenant is not found")
            for wrong in ["role=king", "limit=0", "limit=201", "cursor=%21", "cursor=_w"] {
                let status = await stage.send(.get, Self.path, query: wrong, token: token).status
                #expect(status == .unprocessableContent, "\(wrong)")
            }
        }
    }

    @Test func createAccount() async throws {
        try await Stage.with { stage in
            let token = try await stage.administrator()
            let body = """
                {"login": "uma", "role": "editor", "password": "\(Stage.password)", "displayName": "Uma", \
                "email": "uma@example.org"}
                """
            let answer = await stage.send(.post, Self.path, json: body, token: token)
            #expect(answer.status == .created)
            let created: Created = try answer.json()
            #expect(created.account.role == "editor" && created.account.disabled == false && created.link == nil)
            #expect(await stage.logIn("uma").status == .created)
            #expect(await stage.send(.post, Self.path, json: body, token: token).code == "login-taken")
            #expect(try await stage.record().filter { $0.hasPrefix("account.") } == ["account.create uma"])
            for wrong in [
                "{\"login\": \"x\"}", "{\"login\": \"x\", \"role\": \"king\"}",
                "{\"login\": \"\", \"role\": \"admin\"}",
                "{\"login\": \"x\", \"role\": \"admin\", \"password\": \"short\"}",
            ] {
                #expect(await stage.send(.post, Self.path, json: wrong, token: token).status.code == 422, "\(wrong)")
            }
        }
    }

    @Test func anAccountWithoutAPasswordGetsALinkToSetAPassword() async throws {
        try await Stage.with { stage in
            let token = try await stage.administrator()
            let answer = await stage.send(
                .post, Self.path, json: "{\"login\": \"uma\", \"role\": \"editor\"}", token: token)
            let created: Created = try answer.json()
            let link = try #require(created.link)
            #expect(link.url.hasPrefix("http://here/links/") && !link.mailed)
            #expect(await stage.logIn("uma").status == .unauthorized)
            let path = "/api/v1" + link.url.dropFirst("http://here".count)
            let used = await stage.send(.post, path, json: "{\"password\": \"\(Stage.password)\"}")
            #expect(used.status == .noContent)
            #expect(await stage.logIn("uma").status == .created)
        }
    }

    @Test func getAccount() async throws {
        try await Stage.with { stage in
            let token = try await stage.administrator()
            let eva = try #require(try await stage.users.user(login: "eva", in: stage.here.id))
            let ole = try #require(try await stage.users.user(login: "ole", in: stage.there.id))
            let item: Item = try await stage.send(.get, Self.path + "/\(eva.id)", token: token).json()
            #expect(item.login == "Eva" && item.disabled == false)
            // The responses for a foreign and an unknown account are equal byte for byte.
            let foreign = await stage.send(.get, Self.path + "/\(ole.id)", token: token)
            let none = await stage.send(.get, Self.path + "/999999", token: token)
            #expect(foreign.status == .notFound && foreign.text == none.text)
            for wrong in ["x", "+1", "01", "99999999999999999999"] {
                #expect(await stage.send(.get, Self.path + "/" + wrong, token: token).status == .notFound)
            }
        }
    }

    @Test func updateAccount() async throws {
        try await Stage.with { stage in
            let token = try await stage.administrator()
            let eva = try #require(try await stage.users.user(login: "eva", in: stage.here.id))
            let hers = try await stage.token()
            #expect(await stage.send(.get, "/operator", token: hers).status == .ok)
            let path = Self.path + "/\(eva.id)"
            let body = "{\"role\": \"listener\", \"displayName\": \"E\", \"email\": \"e@example.org\"}"
            let item: Item = try await stage.send(.patch, path, json: body, token: token).json()
            #expect(item.role == "listener" && item.displayName == "E" && item.email == "e@example.org")
            #expect(await stage.send(.get, "/operator", token: hers).status == .forbidden, "at once")
            #expect(try await stage.record().suffix(2) == ["account.role Eva", "account.update Eva"])
            for member in ["login", "id", "password", "subscription", "tenantId", "passwordHash"] {
                let answer = await stage.send(.patch, path, json: "{\"\(member)\": \"x\"}", token: token)
                #expect(answer.status == .unprocessableContent, "\(member)")
            }
            #expect(await stage.send(.patch, Self.path + "/999999", json: "{}", token: token).status == .notFound)
        }
    }

    @Test func aDisabledAccountLosesAccessImmediately() async throws {
        try await Stage.with { stage in
            let token = try await stage.administrator()
            let eva = try #require(try await stage.users.user(login: "eva", in: stage.here.id))
            let pair = try await stage.logIn("eva").pair
            let script = try await stage.token()
            let (fields, _) = try await stage.browser()
            let path = Self.path + "/\(eva.id)"
            #expect(await stage.send(.patch, path, json: "{\"disabled\": true}", token: token).status == .ok)
            for dead in [pair.accessToken, script] {
                #expect(await stage.send(.get, "/api/v1/mine", token: dead).status == .unauthorized)
            }
            #expect(await stage.get("/api/v1/mine", fields).status == .unauthorized)
            let body = "{\"refreshToken\": \"\(pair.refreshToken)\"}"
            #expect(await stage.send(.post, "/api/v1/sessions/refresh", json: body).status == .unauthorized)
            let right = await stage.logIn("eva")
            let wrong = await stage.logIn("eva", "wrong password")
            #expect(right.status == .unauthorized && right.text == wrong.text)
            #expect(await stage.send(.patch, path, json: "{\"disabled\": false}", token: token).status == .ok)
            #expect(await stage.logIn("eva", from: "192.0.2.7").status == .created)
            #expect(await stage.send(.get, "/api/v1/mine", token: script).status == .unauthorized, "it stays ended")
            #expect(try await stage.record().suffix(2) == ["account.disable Eva", "account.enable Eva"])
        }
    }

    @Test func deleteAccount() async throws {
        try await Stage.with { stage in
            let token = try await stage.administrator()
            let eva = try #require(try await stage.users.user(login: "eva", in: stage.here.id))
            let ole = try #require(try await stage.users.user(login: "ole", in: stage.there.id))
            let hers = try await stage.token()
            #expect(await stage.send(.delete, Self.path + "/\(ole.id)", token: token).status == .notFound)
            #expect(await stage.send(.delete, Self.path + "/\(eva.id)", token: token).status == .noContent)
            #expect(await stage.send(.delete, Self.path + "/\(eva.id)", token: token).status == .notFound)
            #expect(await stage.send(.get, "/api/v1/mine", token: hers).status == .unauthorized)
            #expect(try await stage.record().last == "account.delete Eva")
            #expect(await stage.logIn("ole", at: "there").status == .created)
        }
    }

    @Test func findAccountSessions() async throws {
        try await Stage.with { stage in
            let token = try await stage.administrator()
            let eva = try #require(try await stage.users.user(login: "eva", in: stage.here.id))
            _ = await stage.logIn("eva")
            let answer = await stage.send(.get, Self.path + "/\(eva.id)/sessions", token: token)
            let list = try answer.listing
            #expect(list.count == 1 && list.allSatisfy { !$0.isCurrent && $0.kind == "device" })
            #expect(await stage.send(.get, Self.path + "/999999/sessions", token: token).status == .notFound)
        }
    }

    @Test func deleteAccountSessions() async throws {
        try await Stage.with { stage in
            let token = try await stage.administrator()
            let eva = try #require(try await stage.users.user(login: "eva", in: stage.here.id))
            let pair = try await stage.logIn("eva").pair
            let path = Self.path + "/\(eva.id)/sessions"
            #expect(await stage.send(.delete, path, token: token).status == .noContent)
            #expect(await stage.send(.get, "/api/v1/mine", token: pair.accessToken).status == .unauthorized)
            #expect(await stage.send(.get, "/api/v1/mine", token: token).status == .ok)
            #expect(try await stage.record().last == "account.sessions.end Eva")
            #expect(await stage.send(.delete, Self.path + "/0/sessions", token: token).status == .notFound)
        }
    }

    @Test func createPasswordReset() async throws {
        try await Stage.with { stage in
            let token = try await stage.administrator()
            let eva = try #require(try await stage.users.user(login: "eva", in: stage.here.id))
            let path = Self.path + "/\(eva.id)/password-resets"
            let made: NewLinkBody = try await stage.send(.post, path, token: token).json()
            #expect(!made.mailed && stage.postbox.messages.isEmpty, "there is no address")
            try await stage.database.sql("update app.user_account set email = 'eva@example.org' where login = 'Eva';")
            let mailed: NewLinkBody = try await stage.send(.post, path, token: token).json()
            #expect(mailed.mailed && stage.postbox.messages.map(\.to) == ["eva@example.org"])
            #expect(stage.postbox.messages.first?.text.contains(mailed.url) == true)
            // The new link has made the earlier link invalid.
            #expect(await stage.get("/api/v1" + made.path).status == .notFound)
            #expect(await stage.get("/api/v1" + mailed.path).status == .ok)
            #expect(try await stage.record().last == "password-reset.create Eva")
            #expect(await stage.send(.post, Self.path + "/0/password-resets", token: token).status == .notFound)
        }
    }
}

/// The response to the creation of a link.
struct NewLinkBody: Decodable {
    let id: String
    let url: String
    let expiresAt: String
    let mailed: Bool

    /// The URL without scheme and authority.
    var path: String { "/" + url.split(separator: "/").dropFirst(2).joined(separator: "/") }
}
