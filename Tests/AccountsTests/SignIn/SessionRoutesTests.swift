import FoundationEssentials
import HTTP
import Testing
import Web

@testable import Accounts

@Suite struct SessionRoutesTests {
    @Test func createSession() async throws {
        try await Stage.with { stage in
            let response = await stage.send(
                .post, "/api/v1/sessions",
                json:
                    "{\"login\": \"EVA\", \"password\": \"\(Stage.password)\", \"device\": \"Eva's phone\"}"
            )
            #expect(response.status == .created)
            #expect(response.fields["Cache-Control"] == "no-store")
            #expect(response.fields["Set-Cookie"] == nil)
            let pair = try response.pair
            #expect(Instant(rfc3339: pair.expiresAt) != nil)
            let mine = await stage.get("/api/v1/mine", ["Authorization": "Bearer \(pair.accessToken)"])
            #expect(mine.text == "Eva")
        }
    }

    /// Spec S1.9.
    @Test func anUnknownLoginAndAWrongPasswordGiveTheSameResponse() async throws {
        try await Stage.with { stage in
            let wrong = await stage.logIn("eva", "not the password")
            let unknown = await stage.logIn("nobody", "not the password")
            let elsewhere = await stage.logIn("ole")
            #expect(wrong.status == .unauthorized)
            for other in [unknown, elsewhere] {
                #expect(other.status == wrong.status)
                #expect(other.text == wrong.text)
                #expect(other.fields.lines.map(\.name) == wrong.fields.lines.map(\.name))
            }
            #expect(wrong.text.contains("\"code\":\"invalid-credentials\""))
        }
    }

    private static let faultyBodies = [
        ("", 400), ("{", 400), ("{}", 422), ("{\"login\": \"eva\"}", 422), ("{\"login\": 1, \"password\": \"x\"}", 422),
        ("{\"login\": \"eva\", \"login\": \"ole\", \"password\": \"x\"}", 400), ("[]", 422),
        ("{\"login\": \"e\\u0000va\", \"password\": \"x\"}", 400), ("{\"login\": \"\", \"password\": \"\"}", 401),
    ]

    @Test func anInvalidSignInRequestIsRefused() async throws {
        try await Stage.with { stage in
            for (body, status) in Self.faultyBodies {
                #expect(await stage.send(.post, "/api/v1/sessions", json: body).status.code == status)
            }
        }
    }

    @Test func aDeviceNameThatIsTooLongIsRefused() async throws {
        try await Stage.with { stage in
            let device = String(repeating: "x", count: 101)
            let response = await stage.send(
                .post, "/api/v1/sessions",
                json: "{\"login\": \"eva\", \"password\": \"\(Stage.password)\", \"device\": \"\(device)\"}")
            #expect(response.status == .unprocessableContent)
            #expect(response.text.contains("\"field\":\"/device\""))
        }
    }

    @Test func tokensOfOtherTenantsAndUnknownTokensGiveTheSameResponse() async throws {
        try await Stage.with { stage in
            let token = try await stage.logIn("ole", at: "there").pair.accessToken
            #expect(await stage.get("/api/v1/mine", at: "there", ["Authorization": "Bearer \(token)"]).status == .ok)
            let foreign = await stage.get("/api/v1/mine", ["Authorization": "Bearer \(token)"])
            let unknown = await stage.get("/api/v1/mine", ["Authorization": "Bearer \(SecretKey().text)"])
            #expect(foreign.status == .unauthorized)
            #expect(foreign.status == unknown.status)
            #expect(foreign.text == unknown.text)
            for malformed in ["Bearer", "Bearer x", "Basic ZXZhOng=", "Bearer \(token) x", ""] {
                let response = await stage.get("/api/v1/mine", ["Authorization": malformed])
                #expect(response.status == .unauthorized)
                #expect(response.text.contains(#"must contain \"Bearer\""#), "\(malformed): \(response.text)")
            }
        }
    }

    /// Spec R3.
    @Test func refreshSession() async throws {
        try await Stage.with { stage in
            let first = try await stage.logIn("eva").pair
            let body = "{\"refreshToken\": \"\(first.refreshToken)\"}"
            let response = await stage.send(.post, "/api/v1/sessions/refresh", json: body)
            #expect(response.status == .ok)
            let second = try response.pair
            #expect(await stage.get("/api/v1/mine", ["Authorization": "Bearer \(second.accessToken)"]).status == .ok)
            #expect(
                await stage.get("/api/v1/mine", ["Authorization": "Bearer \(first.accessToken)"]).status.code == 401)
            #expect(await stage.send(.post, "/api/v1/sessions/refresh", json: body).status == .unauthorized)
            #expect(
                await stage.get("/api/v1/mine", ["Authorization": "Bearer \(second.accessToken)"]).status.code == 401)
        }
    }

    @Test func aRefreshTokenIsRefusedAsAnAccessToken() async throws {
        try await Stage.with { stage in
            let pair = try await stage.logIn("eva").pair
            for part in [pair.refreshToken] + pair.refreshToken.split(separator: ".").map(String.init) {
                #expect(await stage.get("/api/v1/mine", ["Authorization": "Bearer \(part)"]).status == .unauthorized)
            }
        }
    }

    @Test func deleteCurrentSession() async throws {
        try await Stage.with { stage in
            let one = try await stage.logIn("eva").pair
            let two = try await stage.logIn("eva").pair
            let gone = await stage.send(.delete, "/api/v1/sessions/current", json: "", token: one.accessToken)
            #expect(gone.status == .noContent)
            #expect(await stage.get("/api/v1/mine", ["Authorization": "Bearer \(one.accessToken)"]).status.code == 401)
            #expect(await stage.get("/api/v1/mine", ["Authorization": "Bearer \(two.accessToken)"]).status == .ok)
            let refresh = "{\"refreshToken\": \"\(one.refreshToken)\"}"
            #expect(await stage.send(.post, "/api/v1/sessions/refresh", json: refresh).status == .unauthorized)
            #expect(await stage.send(.delete, "/api/v1/sessions/current", json: "").status == .unauthorized)
        }
    }

    /// Sends a request with only a bearer token.
    private static func send(
        _ stage: Stage, _ method: HTTP.Method, _ path: String, _ token: String, at host: String = "here"
    ) async -> Response {
        await stage.application.respond(
            to: Request(method: method, path: path, authority: host, fields: ["Authorization": "Bearer \(token)"]))
    }

    /// Returns whether the access token and the refresh token of a pair are valid. The check uses up the refresh token.
    private static func isAlive(_ pair: Pair, _ stage: Stage) async -> [Bool] {
        let mine = await send(stage, .get, "/api/v1/mine", pair.accessToken)
        let body = "{\"refreshToken\": \"\(pair.refreshToken)\"}"
        let renewed = await stage.send(.post, "/api/v1/sessions/refresh", json: body)
        return [mine.status == .ok, renewed.status == .ok]
    }

    @Test func findSessions() async throws {
        try await Stage.with { stage in
            let body = "{\"login\": \"eva\", \"password\": \"\(Stage.password)\", \"device\": \"Eva's phone\"}"
            let phone = try await stage.send(.post, "/api/v1/sessions", json: body).pair
            let script = try await stage.tokens.create(login: "eva", in: stage.here.id)
            _ = try await stage.logIn("ole", at: "there").pair
            let response = await Self.send(stage, .get, "/api/v1/sessions", phone.accessToken)
            #expect(response.status == .ok)
            #expect(response.fields["Cache-Control"] == "no-store")
            let listing = try response.listing
            #expect(Set(listing.map(\.id)).count == 2)
            #expect(listing.map(\.kind) == ["token", "device"])
            #expect(listing.map(\.device) == [nil, "Eva's phone"])
            #expect(listing.map(\.isCurrent) == [false, true])
            for item in listing {
                let instants = try [item.createdAt, item.lastUsedAt, item.expiresAt].map {
                    try #require(Instant(rfc3339: $0))
                }
                #expect(instants[0] <= instants[1] && instants[1] < instants[2])
            }
            for secret in [phone.accessToken, phone.refreshToken, script] {
                #expect(!response.text.contains(secret))
            }
            #expect(await stage.get("/api/v1/sessions").status == .unauthorized)
        }
    }

    /// Spec R3.
    @Test func deleteSession() async throws {
        try await Stage.with { stage in
            let lost = try await stage.logIn("eva").pair
            let mine = try await stage.logIn("eva").pair
            let listing = try await Self.send(stage, .get, "/api/v1/sessions", mine.accessToken).listing
            let id = try #require(listing.first { !$0.isCurrent }).id
            let path = "/api/v1/sessions/\(id)"
            #expect(await Self.send(stage, .delete, path, mine.accessToken).status == .noContent)
            #expect(await Self.isAlive(lost, stage) == [false, false])
            #expect(await Self.send(stage, .delete, path, mine.accessToken).status == .notFound)
            #expect(await Self.isAlive(mine, stage) == [true, true])
        }
    }

    @Test func aSessionMayEndItselfByItsID() async throws {
        try await Stage.with { stage in
            let mine = try await stage.logIn("eva").pair
            let listing = try await Self.send(stage, .get, "/api/v1/sessions", mine.accessToken).listing
            let id = try #require(listing.first).id
            #expect(await Self.send(stage, .delete, "/api/v1/sessions/\(id)", mine.accessToken).status == .noContent)
            #expect(await Self.isAlive(mine, stage) == [false, false])
        }
    }

    @Test func foreignAndUnknownSessionsGiveTheSameResponse() async throws {
        try await Stage.with { stage in
            _ = try await stage.users.add(
                login: "ida", role: .listener, password: Stage.password, hasher: Stage.hasher, in: stage.here.id)
            let mine = try await stage.logIn("eva").pair
            let neighbour = try await stage.logIn("ida").pair
            let stranger = try await stage.logIn("ole", at: "there").pair
            let absent = await Self.send(stage, .delete, "/api/v1/sessions/999999999", mine.accessToken)
            #expect(absent.status == .notFound)
            #expect(absent.text.contains("\"code\":\"no-such-session\""))
            let others = [
                try await Self.send(stage, .get, "/api/v1/sessions", neighbour.accessToken).listing,
                try await Self.send(stage, .get, "/api/v1/sessions", stranger.accessToken, at: "there").listing,
            ]
            #expect(others.map(\.count) == [1, 1])
            let ids = others.flatMap { $0 }.map(\.id)
            for id in ids + ["0", "-1", "+1", "0\(ids[0])", "x", "9223372036854775808"] {
                let answer = await Self.send(stage, .delete, "/api/v1/sessions/\(id)", mine.accessToken)
                #expect(answer.status == absent.status && answer.text == absent.text, "\(id)")
                #expect(answer.fields.lines.map(\.name) == absent.fields.lines.map(\.name))
            }
            #expect(await Self.isAlive(neighbour, stage) == [true, true])
            #expect(
                await Self.send(stage, .get, "/api/v1/mine", stranger.accessToken, at: "there").status == .ok)
            #expect(await Self.isAlive(mine, stage) == [true, true])
        }
    }

    @Test func deleteOtherSessions() async throws {
        try await Stage.with { stage in
            let lost = try await stage.logIn("eva").pair
            let script = try await stage.tokens.create(login: "eva", in: stage.here.id)
            let browser = try await stage.sessions.startBrowser(
                try #require(try await stage.users.user(login: "eva", in: stage.here.id)).id, in: stage.here.id)
            let mine = try await stage.logIn("eva").pair
            let stranger = try await stage.logIn("ole", at: "there").pair
            #expect(await Self.send(stage, .delete, "/api/v1/sessions", mine.accessToken).status == .noContent)
            #expect(await Self.isAlive(lost, stage) == [false, false])
            #expect(await Self.send(stage, .get, "/api/v1/mine", script).status == .unauthorized)
            #expect(
                await stage.get("/api/v1/mine", ["Cookie": "session=\(browser.text)"]).status == .unauthorized)
            #expect(try await Self.send(stage, .get, "/api/v1/sessions", mine.accessToken).listing.count == 1)
            #expect(await Self.isAlive(mine, stage) == [true, true])
            #expect(
                await Self.send(stage, .get, "/api/v1/mine", stranger.accessToken, at: "there").status == .ok)
        }
    }

    @Test func aBrowserNeedsItsFormTokenToEndSessions() async throws {
        try await Stage.with { stage in
            let lost = try await stage.logIn("eva").pair
            let user = try #require(try await stage.users.user(login: "eva", in: stage.here.id))
            let secret = try await stage.sessions.startBrowser(user.id, in: stage.here.id)
            var fields: Fields = ["Cookie": "session=\(secret.text)", "Origin": "http://here"]
            func delete() async -> Response {
                await stage.application.respond(
                    to: Request(method: .delete, path: "/api/v1/sessions", authority: "here", fields: fields))
            }
            #expect(await delete().status == .forbidden)
            fields["X-CSRF-Token"] = secret.formToken
            #expect(await delete().status == .noContent)
            #expect(await Self.isAlive(lost, stage) == [false, false])
            #expect(await stage.get("/api/v1/mine", fields).status == .ok)
        }
    }

    @Test func theWordsRefreshAndCurrentAreNotReadAsSessionIDs() async throws {
        try await Stage.with { stage in
            let mine = try await stage.logIn("eva").pair
            let refresh = await Self.send(stage, .delete, "/api/v1/sessions/refresh", mine.accessToken)
            #expect(refresh.status == .methodNotAllowed)
            #expect(
                await Self.send(stage, .delete, "/api/v1/sessions/current", mine.accessToken).status == .noContent)
            #expect(await Self.isAlive(mine, stage) == [false, false])
        }
    }

    @Test func theLossOfARoleOrAnAccountTakesEffectImmediately() async throws {
        try await Stage.with { stage in
            let token = try await stage.tokens.create(login: "eva", in: stage.here.id)
            let fields: Fields = ["Authorization": "Bearer \(token)"]
            #expect(await stage.get("/operator", fields).status == .ok)
            try await stage.database.sql("update app.user_account set role = 'listener' where login = 'Eva';")
            #expect(await stage.get("/operator", fields).status == .forbidden)
            try await stage.database.sql("delete from app.user_account where login = 'Eva';")
            #expect(await stage.get("/api/v1/mine", fields).status == .unauthorized)
        }
    }

    @Test func repeatedGuessesAreSlowedDownForTheirAddressOnly() async throws {
        try await Stage.with { stage in
            for _ in 0..<LoginThrottle.free { #expect(await stage.logIn("eva", "wrong password").status.code == 401) }
            let slowed = await stage.logIn("eva")
            #expect(slowed.status == .tooManyRequests)
            #expect(slowed.fields["Retry-After"] == "1")
            // An unknown login is slowed down in the same way.
            for _ in 0..<LoginThrottle.free {
                #expect(await stage.logIn("nobody", "wrong password").status.code == 401)
            }
            let nobody = await stage.logIn("nobody")
            #expect(nobody.text == slowed.text)
            #expect(await stage.logIn("eva", from: "192.0.2.2").status == .created)
            stage.clock.advance(seconds: 1)
            #expect(await stage.logIn("eva").status == .created)
        }
    }

    /// Spec R4.
    @Test func aRefusedListenerGetsTheReasonAndActions() async throws {
        try await Stage.with { stage in
            try await stage.setHelp()
            try await stage.addListener("ann", Subscription(.lapsed))
            try await stage.addListener("bob", Subscription(.supportRequired))
            try await stage.addListener("cyd", Subscription(.active, until: Date(timeIntervalSinceNow: -1)))
            let ann = await stage.logIn("ann")
            #expect(ann.status == .forbidden)
            #expect(ann.fields["Content-Type"] == "application/problem+json")
            let problem = try ann.problem
            #expect(problem.code == "subscription-required" && problem.title == "Předplatné <skončilo>")
            #expect(
                problem.actions == [
                    .init(
                        id: "subscribe", label: "Subscription options", url: "https://radio.example/join?a=1&b=2",
                        clearsCredentials: true),
                    .init(id: "exit", label: "Exit", clearsCredentials: false),
                ])
            #expect(try await stage.logIn("bob").problem.actions?.map(\.id) == ["call", "support-page", "exit"])
            #expect(try await stage.logIn("cyd").problem.code == "subscription-required")
            // Without the right password, the response does not reveal the refusal.
            let guesses = [await stage.logIn("ann", "wrong"), await stage.logIn("nobody", "wrong")]
            #expect(guesses.map(\.status) == [.unauthorized, .unauthorized])
            #expect(guesses[0].text == guesses[1].text)
            #expect(try guesses[0].problem.actions?.map(\.label) == ["Try again", "Konec"])
            try await stage.subscribe("ann", Subscription(.active))
            #expect(await stage.logIn("ann").status == .created)
        }
    }

    @Test func anOperatorWithALapsedSubscriptionCanSignIn() async throws {
        try await Stage.with { stage in
            try await stage.subscribe("Eva", Subscription(.lapsed))
            #expect(await stage.logIn("eva").status == .created)
        }
    }

    @Test func aSessionRemainsWhenTheSubscriptionLapses() async throws {
        try await Stage.with { stage in
            try await stage.addListener()
            let pair = try await stage.logIn("ann").pair
            try await stage.subscribe("ann", Subscription(.lapsed))
            let own = await stage.get("/api/v1/mine", ["Authorization": "Bearer \(pair.accessToken)"])
            #expect(own.text == "ann")
            let renewed = await stage.send(
                .post, "/api/v1/sessions/refresh", json: "{\"refreshToken\": \"\(pair.refreshToken)\"}")
            #expect(renewed.status == .ok)
        }
    }

    @Test func aDeviceTokenGivesNoAccess() async throws {
        try await Stage.with { stage in
            let token = try await stage.logIn("eva").decoded(as: DevicePair.self).deviceToken
            #expect(await stage.get("/api/v1/mine", ["Authorization": "Bearer \(token)"]).status == .unauthorized)
            #expect(await stage.logIn("eva", "wrong", deviceToken: token).status == .unauthorized)
            // An unknown device token is ignored.
            #expect(await stage.logIn("eva", deviceToken: "nonsense").status == .created)
            let again = try await stage.logIn("eva", deviceToken: token).decoded(as: DevicePair.self)
            #expect(again.deviceToken == token)
        }
    }
}
