import FoundationEssentials
import Testing

@testable import Accounts

@Suite struct PlainDurationTests {
    private static let cases: [(seconds: Double, words: String)] = [
        (-5, "less than a minute"), (0, "less than a minute"), (59, "less than a minute"), (60, "1 minute"),
        (150, "3 minutes"), (3569, "59 minutes"), (3570, "1 hour"), (12 * 3600, "12 hours"), (36 * 3600, "36 hours"),
        (170_999, "47 hours"), (171_000, "2 days"), (60 * 86_400, "60 days"), (730 * 86_400, "2 years"),
        (5 * 365 * 86_400, "5 years"),
    ]

    @Test(arguments: cases)
    func aDurationIsRoundedAndStatedInOneUnit(seconds: Double, words: String) {
        let start = Date(timeIntervalSince1970: 1_750_000_000)
        #expect(PlainDuration(from: start, to: start.addingTimeInterval(seconds)).description == words)
    }
}
