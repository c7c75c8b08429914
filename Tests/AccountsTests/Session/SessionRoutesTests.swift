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
                    "{\"login\": \"EVA\", \"password\": \"\(Stage.password)\", \"device\": \"Eva's phone\", \"new\": 1}"
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

    @Test func anUnknownLoginAndAWrongPasswordAreAnsweredAlike() async throws {
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
            #expect(wrong.text.contains("\"code\":\"wrong-login\""))
        }
    }

    private static let faultyBodies = [
        ("", 400), ("{", 400), ("{}", 422), ("{\"login\": \"eva\"}", 422), ("{\"login\": 1, \"password\": \"x\"}", 422),
        ("{\"login\": \"eva\", \"login\": \"ole\", \"password\": \"x\"}", 400), ("[]", 422),
        ("{\"login\": \"e\\u0000va\", \"password\": \"x\"}", 400), ("{\"login\": \"\", \"password\": \"\"}", 401),
    ]

    @Test func aBodyThatCannotBeIsRefused() async throws {
        try await Stage.with { stage in
            for (body, status) in Self.faultyBodies {
                #expect(await stage.send(.post, "/api/v1/sessions", json: body).status.code == status)
            }
        }
    }

    @Test func aLongDeviceNameIs422() async throws {
        try await Stage.with { stage in
            let device = String(repeating: "x", count: 101)
            let response = await stage.send(
                .post, "/api/v1/sessions",
                json: "{\"login\": \"eva\", \"password\": \"\(Stage.password)\", \"device\": \"\(device)\"}")
            #expect(response.status == .unprocessableContent)
            #expect(response.text.contains("\"field\":\"/device\""))
        }
    }

    @Test func aTokenOfAnotherTenantIsAnsweredLikeAnUnknownOne() async throws {
        try await Stage.with { stage in
            let token = try await stage.logIn("ole", at: "there").pair.accessToken
            #expect(await stage.get("/api/v1/mine", at: "there", ["Authorization": "Bearer \(token)"]).status == .ok)
            let foreign = await stage.get("/api/v1/mine", ["Authorization": "Bearer \(token)"])
            let unknown = await stage.get("/api/v1/mine", ["Authorization": "Bearer \(Secret().text)"])
            #expect(foreign.status == .unauthorized)
            #expect(foreign.status == unknown.status)
            #expect(foreign.text == unknown.text)
            for malformed in ["Bearer", "Bearer x", "Basic ZXZhOng=", "Bearer \(token) x", ""] {
                let response = await stage.get("/api/v1/mine", ["Authorization": malformed])
                #expect(response.status == .unauthorized)
                #expect(response.text == unknown.text)
            }
        }
    }

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

    @Test func aRefreshTokenOpensNothing() async throws {
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

    @Test func aRoleThatIsTakenAwayIsGoneAtOnce() async throws {
        try await Stage.with { stage in
            let token = try await stage.tokens.create(login: "eva", in: stage.here.id)
            let fields: Fields = ["Authorization": "Bearer \(token)"]
            #expect(await stage.get("/operator", fields).status == .ok)
            try await stage.database.psql("update app.user_account set role = 'listener' where login = 'Eva';")
            #expect(await stage.get("/operator", fields).status == .forbidden)
            try await stage.database.psql("delete from app.user_account where login = 'Eva';")
            #expect(await stage.get("/api/v1/mine", fields).status == .unauthorized)
        }
    }

    @Test func guessesAreSlowedDownAndTheOwnerElsewhereIsNot() async throws {
        try await Stage.with { stage in
            for _ in 0..<LoginThrottle.free { #expect(await stage.logIn("eva", "wrong password").status.code == 401) }
            let slowed = await stage.logIn("eva")
            #expect(slowed.status == .tooManyRequests)
            #expect(slowed.fields["Retry-After"] == "1")
            // The same for a login that does not exist.
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
}
