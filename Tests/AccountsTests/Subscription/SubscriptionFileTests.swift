import Foundation
import Testing
import Web

@testable import Accounts

@Suite struct SubscriptionFileTests {
    private static func faults(_ text: String) -> [String] {
        let file = SubscriptionFile(Array(text.utf8))
        #expect(file.faults.isEmpty || file.entries.isEmpty)
        return file.faults.map { "\($0.field) \($0.reason)" }
    }

    @Test func theColumnsOfASubscriptionFileCanBeInAnyOrder() throws {
        let file = SubscriptionFile(
            Array("until,login,state\n2027-01-31T01:00:00+01:00,ann,active\n,\"bob, jr\",support-required\n".utf8))
        #expect(file.faults.isEmpty)
        let end = try #require(Instant(rfc3339: "2027-01-31T00:00:00Z")).date
        #expect(
            file.entries == [
                .init(line: 2, login: "ann", subscription: Subscription(.active, until: end)),
                .init(line: 3, login: "bob, jr", subscription: Subscription(.supportRequired)),
            ])
        #expect(SubscriptionFile(Array("login,state\nann,lapsed\n".utf8)).entries.count == 1)
    }

    /// A subscription lasts to the end of its last day in the tenant's time zone, even if this day has 23 hours.
    @Test(arguments: [
        ("2027-01-31", "Europe/Prague", "2027-01-31T23:00:00Z"),
        ("2027-03-28", "Europe/Prague", "2027-03-28T22:00:00Z"),
        ("2027-12-31", "America/New_York", "2028-01-01T05:00:00Z"), ("2028-02-29", "UTC", "2028-03-01T00:00:00Z"),
    ])
    func theDateInASubscriptionFileIsTheLastDayOfTheSubscription(day: String, zone: String, end: String) throws {
        let clock = try #require(TimeZone(identifier: zone))
        let file = SubscriptionFile(Array("login,state,until\nann,active,\(day)\n".utf8), timeZone: clock)
        #expect(file.faults == [])
        #expect(file.entries.first?.subscription.until == Instant(rfc3339: end)?.date)
    }

    private static let rule =
        "must be the last day of the subscription, such as 2027-01-31, or the date-time at which the subscription ends, "
        + "such as 2027-01-31T18:00:00Z, from 1970 to 2199"

    @Test(
        arguments: [
            ("", "line 1 must name the columns login and state; the file is empty"),
            ("login\nann\n", "line 1 must name the columns login and state, found \"login\""),
            (
                "login,state,password\n",
                "line 1, column 3 must be \"login\", \"state\" or \"until\", found \"password\""
            ),
            ("login,state,login\n", "line 1, column 3 repeats the name \"login\"; name each column once"),
            ("login,state\nann\n", "line 2 must have 2 fields, like line 1, found 1"),
            (
                "login,state\nann,paid\n",
                "line 2, column state must be active, lapsed or support-required, found \"paid\""
            ),
            (
                "login,state\n\"\",active\n",
                "line 2, column login must have 1 to 254 characters, found 0"
            ),
            (
                "login,state\nann,active\nbob,lapsed\nANN,active\n",
                "line 4, column login is already on line 2; list each login once"
            ),
            (
                "login,state,until\nann,active,tomorrow\n",
                "line 2, column until \(rule), found \"tomorrow\""
            ),
            ("login,state,until\nann,active,2027-02-30\n", "line 2, column until \(rule), found \"2027-02-30\""),
            (
                "login,state,until\nann,active,2200-01-01T00:00:00Z\n",
                "line 2, column until \(rule), found \"2200-01-01T00:00:00Z\""
            ),
            (
                "login,state\nann,active\n\"bob,active\n",
                "line 3 has an opening quote without a closing quote; add the closing quote"
            ),
        ])
    func theErrorForAFaultInASubscriptionFileNamesItsLine(text: String, fault: String) {
        #expect(Self.faults(text) == [fault])
    }

    @Test func eachRepeatedLoginInASubscriptionFileIsReportedWithItsFirstLine() {
        #expect(
            Self.faults("login,state\nann,active\nann,active\nann,active\n") == [
                "line 3, column login is already on line 2; list each login once",
                "line 4, column login is already on line 2; list each login once",
            ])
    }

    @Test func atMostAHundredFaultsOfASubscriptionFileAreReported() {
        #expect(Self.faults("login,state,until\nann,x,y\n,active,\n").count == 3)
        #expect(Self.faults("login,state\n" + String(repeating: "x\n", count: 500)).count == 100)
    }

    @Test func loginsThatDifferOnlyInUnicodeNormalizationAreDifferentLogins() {
        // The letter é occurs as one scalar and as two. The strings are equal, but the logins differ.
        #expect(Self.faults("login,state\nren\u{E9},active\nrene\u{301},active\n").isEmpty)
    }
}
