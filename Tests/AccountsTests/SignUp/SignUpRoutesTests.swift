import FoundationEssentials
import HTTP
import Tenancy
import Testing
import Web

@testable import Accounts

@Suite struct SignUpRoutesTests {
    private static let path = "/api/v1/accounts"

    private static func body(_ login: String, _ rest: String = "") -> String {
        "{\"login\": \"\(login)\", \"password\": \"\(Stage.password)\"\(rest)}"
    }

    private static func open(_ stage: Stage) async throws {
        try await stage.database.sql(
            "insert into app.tenant_profile (tenant_id, sign_up) values (\(stage.here.id), true);")
    }

    @Test func createOwnAccount() async throws {
        try await Stage.with { stage in
            let closed = await stage.send(.post, Self.path, json: Self.body("uma"))
            #expect(closed.status == .forbidden && closed.code == "sign-up-closed")
            try await Self.open(stage)
            // A visitor cannot choose a role.
            let asking = await stage.send(.post, Self.path, json: Self.body("uma", ", \"role\": \"admin\""))
            #expect(asking.status == .unprocessableContent && asking.text.contains("/role"))
            let answer = await stage.send(
                .post, Self.path, json: Self.body("uma", ", \"email\": \"uma@example.org\""))
            #expect(answer.status == .created && answer.text.contains("\"role\":\"listener\""))
            #expect(await stage.logIn("uma").status == .created)
            #expect(try await stage.record() == ["account.create uma"])
            #expect(await stage.send(.post, Self.path, json: Self.body("UMA")).code == "login-taken")
            #expect(await stage.send(.post, Self.path, json: Self.body("uma"), at: "there").status == .forbidden)
            for wrong in [
                "{}", "{\"login\": \"x\", \"password\": \"short\"}", Self.body(""),
                Self.body("x", ", \"email\": \"x\""),
            ] {
                #expect(await stage.send(.post, Self.path, json: wrong).status.code == 422, "\(wrong)")
            }
        }
    }

    @Test func signUpsFromOneAddressAreLimited() async throws {
        try await Stage.with { stage in
            try await Self.open(stage)
            var statuses: [Int] = []
            for number in 0..<(Int(SignUpThrottle.most) + 2) {
                statuses.append(await stage.send(.post, Self.path, json: Self.body("uma\(number)")).status.code)
            }
            #expect(statuses == [Int](repeating: 201, count: Int(SignUpThrottle.most)) + [429, 429])
            let refused = await stage.send(.post, Self.path, json: Self.body("late"))
            #expect(refused.fields["Retry-After"] == "60")
            #expect(await stage.send(.post, Self.path, json: Self.body("far"), from: "192.0.2.2").status == .created)
            stage.clock.advance(seconds: 60)
            #expect(await stage.send(.post, Self.path, json: Self.body("late")).status == .created)
        }
    }

    @Test func aTenantAtItsLimitOfAccountsRefusesSignUps() async throws {
        try await Stage.with(limits: TenantLimits(accounts: 1)) { stage in
            try await Self.open(stage)
            let answer = await stage.send(.post, Self.path, json: Self.body("uma"))
            #expect(answer.status == .conflict && answer.code == "too-many-accounts")
        }
    }

    @Test func getSignUpPage() async throws {
        try await Stage.with { stage in
            #expect(await !stage.get("/sign-up").text.contains("<form"))
            #expect(await !stage.get("/login").text.contains("/sign-up"))
            try await Self.open(stage)
            #expect(await stage.get("/sign-up").text.contains("action=\"/sign-up\""))
            #expect(await stage.get("/login").text.contains("href=\"/sign-up\""))
            #expect(await !stage.get("/login", at: "there").text.contains("/sign-up"))
        }
    }

    @Test func postSignUpPage() async throws {
        try await Stage.with { stage in
            let form = "login=uma&displayName=&email=&password=" + Stage.password.percentEncoded
            #expect(await stage.post("/sign-up", form: form).status == .forbidden)
            try await Self.open(stage)
            let wrong = await stage.post("/sign-up", form: "login=%3Cuma%3E&password=short")
            #expect(wrong.status == .unprocessableContent && wrong.text.contains("value=\"&lt;uma&gt;\""))
            #expect(wrong.text.contains("<a href=\"#password\">The password must have 8 to 128 characters"))
            #expect(wrong.text.contains("id=\"password-fault\""))
            let answer = await stage.post("/sign-up", form: form)
            #expect(answer.status == .seeOther && answer.fields["Location"] == "/welcome?notice=account")
            #expect(await stage.logIn("uma").status == .created)
            let again = await stage.post("/sign-up", form: form)
            #expect(
                again.status == .conflict
                    && again.text.contains("<a href=\"#login\">The login already belongs to another account"))
        }
    }
}
