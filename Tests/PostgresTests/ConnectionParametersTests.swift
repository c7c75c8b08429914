import Testing

@testable import Postgres

@Suite struct ConnectionParametersTests {
    /// Spec O3.3.
    @Test func timeoutsAreSetUnlessTheConnectionStringSetsThem() throws {
        let parameters = try ConnectionParameters(conninfo: "host=a connect_timeout=5")
        let keywords = try #require(parameters.attempts.first)
        #expect(keywords["tcp_user_timeout"] == "3000")
        #expect(keywords["keepalives_idle"] == "10")
        #expect(parameters.connectTimeout == .seconds(5))
        #expect(try ConnectionParameters(conninfo: "").connectTimeout == .seconds(2))
    }

    @Test func optionsAreAppendedToTheOptionsOfTheConnectionString() throws {
        let conninfo = "host=a options='-c work_mem=1MB'"
        let options = try ConnectionParameters(conninfo: conninfo, options: "-c role=x").attempts.first?["options"]
        #expect(options == "-c work_mem=1MB -c role=x -c timezone=UTC -c datestyle=ISO")
        let plain = try ConnectionParameters(conninfo: "host=a", setsSession: false)
        #expect(plain.attempts.first?["options"] == nil)
    }

    @Test(arguments: [
        ("host=a,b,c port=1,2,3", ["a:1", "b:2", "c:3"]),
        ("host=a,b port=1", ["a:1", "b:1"]),
        ("postgresql://u:p@a:1,b:2/d?target_session_attrs=primary", ["a:1", "b:2"]),
        ("host=a", ["a:"]),
        ("hostaddr=10.0.0.1,10.0.0.2", [":", ":"]),
        ("host=a,b port=1,2,3", ["a,b:1,2,3"]),
        ("", [":"]),
        ("host=a,b target_session_attrs=prefer-standby", ["a:", "b:", "a:", "b:"]),
    ])
    func eachHostOfAConnectionStringIsTriedInOrder(conninfo: String, tried: [String]) throws {
        let attempts = try ConnectionParameters(conninfo: conninfo).attempts
        #expect(attempts.map { "\($0["host"] ?? ""):\($0["port"] ?? "")" } == tried)
    }

    @Test func preferStandbyTriesStandbysBeforeOtherServers() throws {
        let attempts = try ConnectionParameters(conninfo: "host=a,b target_session_attrs=prefer-standby").attempts
        #expect(attempts.map { $0["target_session_attrs"] } == ["standby", "standby", "any", "any"])
    }

    @Test func theErrorForAnInvalidConnectionStringDoesNotQuoteTheString() {
        do throws(PostgresError) {
            _ = try ConnectionParameters(conninfo: "password=verysecret nonsense")
            Issue.record("it was taken")
        } catch {
            #expect(!"\(error)".contains("verysecret"))
        }
    }

    @Test func pausesBetweenAttemptsDoubleUpToTheirCap() {
        let backoff = Backoff(first: .milliseconds(100), cap: .seconds(1))
        #expect(
            (0...6).map { backoff.pause(before: $0, spread: 0.5) } == [
                .zero, .milliseconds(100), .milliseconds(200), .milliseconds(400), .milliseconds(800), .seconds(1),
                .seconds(1),
            ])
        #expect(backoff.pause(before: 1_000, spread: 1) == .milliseconds(1_250))
        #expect(backoff.pause(before: 1, spread: 0) == .milliseconds(75))
    }

    @Test func theDurationOfAnOutageCountsFromItsFirstFailure() {
        var outage = Outage()
        let start = ContinuousClock.now
        #expect(!outage.hasLasted(.zero, at: start))
        outage.began(.unavailable(reason: "a"), at: start)
        outage.began(.unavailable(reason: "b"), at: start + .seconds(1))
        #expect(outage.hasLasted(.seconds(2), at: start + .seconds(2)))
        #expect(!outage.hasLasted(.seconds(2), at: start + .seconds(1)))
        #expect(outage.reason == .unavailable(reason: "b"))
        outage.ended()
        #expect(!outage.hasLasted(.zero, at: start + .seconds(9)))
    }

    @Test func hostNamesAreResolvedToAddresses() async throws {
        let attempts = await (try ConnectionParameters(conninfo: "host=localhost port=5")).resolved()
        #expect(!attempts.isEmpty)
        #expect(attempts.allSatisfy { ["127.0.0.1", "::1"].contains($0["hostaddr"]) && $0["host"] == "localhost" })
    }

    @Test(arguments: ["host=/run/postgresql", "host=127.0.0.1", "host=::1", "host=db.example hostaddr=192.0.2.1", ""])
    func hostsThatAreNotNamesAreNotResolved(conninfo: String) async throws {
        let parameters = try ConnectionParameters(conninfo: conninfo)
        #expect(await parameters.resolved() == parameters.attempts)
    }

    @Test func anUnknownHostNameIsPassedToLibpqUnchanged() async throws {
        let parameters = try ConnectionParameters(conninfo: "host=nobody.invalid")
        #expect(await parameters.resolved() == parameters.attempts)
    }
}
