import Dispatch
import Logging
import Tenancy
import TestSupport
import Testing
import Web

@testable import Accounts

@Suite struct PasswordLoginTests {
    /// The test compares the least processor times of some sign-in attempts, which other tests do not lengthen. Without the dummy hash, an attempt
    /// with an unknown login would take only a small part of the time. Spec S1.9.
    @Test func signInTimeDoesNotRevealUnknownOrDisabledAccounts() async throws {
        try await Stage.with { stage in
            try await stage.add("uma", .listener)
            try await stage.database.sql("update app.user_account set disabled_at = now() where login = 'uma';")
            let hasher = PasswordHasher(cost: PasswordCost(logN: 10))
            let passwordLogin = PasswordLogin(users: stage.users, hasher: hasher, now: { 0 })
            let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
            func work(_ login: String, _ password: String) async -> Duration {
                var least = Duration.seconds(3600)
                for round in 1...20 {
                    let before = hasher.work
                    _ = try? await passwordLogin.user(
                        login: login, password: password, from: "10.0.0.\(round)", in: stage.here.id, logger: logger)
                    least = min(least, hasher.work - before)
                }
                return least
            }
            let known = await work("eva", "wrong password")
            #expect(known > .zero)
            for (login, password) in [
                ("nobody", "wrong password"), ("uma", "wrong password"), ("uma", Stage.password),
                ("eva", Stage.password),
            ] {
                let ratio = await work(login, password) / known
                #expect(ratio > 0.4 && ratio < 2.5, "\(login), \(password): \(ratio) to 1")
            }
        }
    }

    @Test func aDatabaseErrorDuringSignInIsNotCountedAsAFailedAttempt() async throws {
        try await Stage.with { stage in
            try await stage.database.sql("revoke select on app.user_account from app_rt;")
            for _ in 0..<LoginThrottle.free * 2 { #expect(await stage.logIn("eva").status.code == 500) }
            try await stage.database.sql("grant select on app.user_account to app_rt;")
            #expect(await stage.logIn("eva").status.code == 201)
        }
    }

    /// A botnet guesses the password of one account, with one guess every 10 ms, and uses its turns.
    @Test func tenThousandGuessesFromManyAddressesDoNotLockTheOwnerOut() async throws {
        try await Stage.with { stage in
            let first = try await stage.logIn("eva", from: "192.0.2.1").decoded(as: DevicePair.self)
            var askedAt: Int?
            var wait = 0
            var gotInAfter: Int?
            var checked = 0
            for guess in 0..<10_000 {
                if guess.isMultiple(of: 100) { stage.clock.advance(seconds: 1) }
                let status = await stage.logIn("eva", "guess \(guess)", from: Self.guesser(guess)).status
                if status == .unauthorized { checked += 1 }
                #expect(status == .unauthorized || status == .tooManyRequests)
                if guess % 1000 == 999 {
                    // This sign-in uses the known device, at a new address.
                    let answer = await stage.logIn(
                        "eva", from: "198.51.100.\(guess / 1000)", deviceToken: first.deviceToken)
                    #expect(answer.status == .created, "guess \(guess)")
                }
                // During the attack, a person with the right password signs in from an unknown address.
                let second = guess / 100
                if askedAt == nil, second == 20 {
                    let answer = await stage.logIn("eva", from: "203.0.113.9")
                    #expect(answer.status == .tooManyRequests)
                    wait = Int(answer.fields["Retry-After"] ?? "") ?? 1000
                    askedAt = second
                } else if let asked = askedAt, gotInAfter == nil, second == asked + wait {
                    if await stage.logIn("eva", from: "203.0.113.9").status == .created { gotInAfter = second - asked }
                }
            }
            if gotInAfter == nil, let asked = askedAt {
                // The attack ends before the assigned turn.
                stage.clock.advance(seconds: Int64(asked + wait - 99))
                #expect(await stage.logIn("eva", from: "203.0.113.9").status == .created)
            }
            #expect(wait > 0 && wait <= 120, "told to wait \(wait) s")
            // The checked guesses are the allowance of 100, three more from its refill, and turns of 0.5 s and 5 s within 100 s.
            #expect(checked > 100 && checked < 100 + 3 + 200 + 20 + 2, "\(checked) guesses were checked")
        }
    }

    /// Returns one of 5,000 addresses.
    private static func guesser(_ guess: Int) -> String { "10.1.\(guess % 5000 / 250).\(guess % 250 + 1)" }

    @Test func fullSignInSlotsOfOneTenantDoNotBlockAnotherTenant() async throws {
        try await Stage.with { stage in
            // The hasher is blocked, so that slots stay taken.
            let hasher = PasswordHasher(cost: PasswordCost(logN: 10))
            let gate = DispatchSemaphore(value: 0)
            let blocking = (0..<2).map { _ in Task { try await hasher.workers.run { gate.wait() } } }
            let passwordLogin = PasswordLogin(users: stage.users, hasher: hasher, now: { 0 })
            let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
            func attempt(_ number: Int, at tenant: TenantID, device: SecretKey? = nil) async -> Int {
                do {
                    _ = try await passwordLogin.user(
                        login: "eva", password: Stage.password, device: device, from: "10.0.0.\(number)", in: tenant,
                        logger: logger)
                    return 200
                } catch {
                    return (error as? APIError)?.status.code ?? 500
                }
            }
            let eva = try #require(try await stage.users.user(login: "eva", in: stage.here.id))
            let devices = KnownDeviceStore(database: stage.database.tenants)
            let device = try await devices.remember(nil, of: eva.id, in: stage.here.id)
            try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<LoginSlots.unknownDevices {
                    group.addTask { await attempt(number, at: stage.here.id) }
                }
                #expect(await eventually(within: .seconds(120)) { passwordLogin.taken == LoginSlots.unknownDevices })
                #expect(await attempt(100, at: stage.here.id) == 503)
                group.addTask { await attempt(101, at: stage.here.id, device: device) }
                group.addTask { await attempt(102, at: stage.there.id) }
                #expect(
                    await eventually(within: .seconds(120)) { passwordLogin.taken == LoginSlots.unknownDevices + 2 })
                for _ in blocking { gate.signal() }
                var statuses: [Int] = []
                for try await status in group { statuses.append(status) }
                #expect(statuses.filter { $0 == 200 }.count == LoginSlots.unknownDevices + 1)
                #expect(statuses.filter { $0 == 401 }.count == 1)
            }
        }
    }

    @Test func theRightPasswordOfALapsedListenerIsNotCountedAsAFailure() async throws {
        try await Stage.with { stage in
            try await stage.addListener("ann", Subscription(.lapsed))
            for _ in 0..<LoginThrottle.free * 3 { #expect(await stage.logIn("ann").status == .forbidden) }
        }
    }

    @Test func aLapsedListenerGetsNoSession() async throws {
        try await Stage.with { stage in
            try await stage.addListener("ann", Subscription(.lapsed))
            #expect(await stage.logIn("ann").status == .forbidden)
            let rows = try await stage.database.sql(
                "select (select count(*) from app.session) + (select count(*) from app.known_device);")
            #expect(rows == "0")
        }
    }
}

/// The response to `createSession`, with the device token.
struct DevicePair: Decodable {
    let accessToken: String
    let deviceToken: String
}
