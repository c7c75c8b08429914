import Testing
import Web

@testable import Accounts

@Suite struct LoginDeskTests {
    @Test func timeDoesNotTellWhoHasAnAccount() async throws {
        try await Stage.with { stage in
            func time(_ login: String, _ address: String) async -> Duration {
                await ContinuousClock().measure {
                    _ = await stage.logIn(login, "wrong password", from: address)
                }
            }
            var known: [Duration] = []
            var unknown: [Duration] = []
            // In turn, so that whatever else the machine does falls on both.
            for round in 1...40 {
                known.append(await time("eva", "10.0.0.\(round)"))
                unknown.append(await time("nobody", "10.0.1.\(round)"))
            }
            let ratio = known.sorted()[20] / unknown.sorted()[20]
            #expect(ratio > 0.5 && ratio < 2, "the medians are \(ratio) to 1")
        }
    }

    @Test func timeDoesNotTellWhoIsDisabled() async throws {
        try await Stage.with { stage in
            try await stage.add("uma", .listener)
            try await stage.database.psql("update app.user_account set disabled_at = now() where login = 'uma';")
            var disabled: [Duration] = []
            var wrong: [Duration] = []
            for round in 1...40 {
                disabled.append(
                    await ContinuousClock().measure { _ = await stage.logIn("uma", from: "10.0.0.\(round)") })
                wrong.append(
                    await ContinuousClock().measure { _ = await stage.logIn("eva", "wrong", from: "10.0.1.\(round)") })
            }
            let ratio = disabled.sorted()[20] / wrong.sorted()[20]
            #expect(ratio > 0.5 && ratio < 2, "the medians are \(ratio) to 1")
        }
    }

    @Test func anAttemptDuringAnOutageIsNotCharged() async throws {
        try await Stage.with { stage in
            try await stage.database.psql("revoke select on app.user_account from app_rt;")
            for _ in 0..<LoginThrottle.free * 2 { #expect(await stage.logIn("eva").status.code == 500) }
            try await stage.database.psql("grant select on app.user_account to app_rt;")
            #expect(await stage.logIn("eva").status.code == 201)
        }
    }
}
