import HTTP
import Logging
import Testing
import Web

@testable import Accounts

@Suite struct SessionStoreLaunchTests {
    /// Returns whether a launch with this token is the first launch.
    private static func isFirst(_ token: String, _ stage: Stage) async throws -> Bool {
        let request = Request(method: .get, path: "/", fields: ["Authorization": "Bearer \(token)"])
        let context = RequestContext(
            tenant: stage.here, caller: Caller(userID: 1, login: "eva", role: .operator, proof: .bearer),
            requestID: "1", logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
        let mark = try stage.sessions.launchMark(of: request, context)
        let row = try #require(try await stage.database.tenants.rows(in: stage.here.id, mark).first)
        return try row("is_first")
    }

    @Test func aLaunchRepeatedWithinAMinuteStillCountsAsTheFirst() async throws {
        try await Stage.with { stage in
            let token = try await stage.logIn("eva").pair.accessToken
            #expect(try await Self.isFirst(token, stage))
            #expect(try await Self.isFirst(token, stage), "an app that lost the answer asks again")
            try await stage.database.sql("update app.session set bootstrapped_at = now() - interval '61 seconds'")
            #expect(try await !Self.isFirst(token, stage))
        }
    }

    @Test func aLaunchAfterATokenRefreshIsNotTheFirstOfItsSession() async throws {
        try await Stage.with { stage in
            let pair = try await stage.logIn("eva").pair
            #expect(try await Self.isFirst(pair.accessToken, stage))
            try await stage.database.sql("update app.session set bootstrapped_at = now() - interval '1 hour'")
            let renewed = try await stage.send(
                .post, "/api/v1/sessions/refresh", json: "{\"refreshToken\": \"\(pair.refreshToken)\"}"
            ).pair
            #expect(try await !Self.isFirst(renewed.accessToken, stage))
            #expect(try await Self.isFirst(try await stage.logIn("eva").pair.accessToken, stage))
        }
    }
}
