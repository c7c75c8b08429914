import FoundationEssentials
import Testing

@testable import Web

@Suite struct InstantTests {
    /// Spec Decided 1.
    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"), (1_777_656_600_250, "2026-05-01T17:30:00.250Z"),
            (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"), (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
            (4_107_542_399_999, "2100-02-28T23:59:59.999Z"), (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
        ] as [(Int64, String)])
    func anInstantIsWrittenAndReadWithMilliseconds(milliseconds: Int64, text: String) {
        #expect(Instant(milliseconds: milliseconds).description == text)
        #expect(Instant(rfc3339: text)?.milliseconds == milliseconds)
    }

    @Test(
        arguments: [
            ("2026-05-01t17:30:00z", 1_777_656_600_000), ("2026-05-01T19:30:00+02:00", 1_777_656_600_000),
            ("2026-05-01T12:00:00.5-05:30", 1_777_656_600_500), ("2026-05-01T17:30:00.123456789Z", 1_777_656_600_123),
            ("2016-12-31T23:59:60Z", 1_483_228_799_999),
        ] as [(String, Int64)])
    func offsetsFractionsAndLeapSecondsOfRFC3339AreRead(text: String, milliseconds: Int64) {
        #expect(Instant(rfc3339: text)?.milliseconds == milliseconds)
    }

    @Test(arguments: [
        "", "2026-05-01", "2026-05-01T17:30:00", "2026-05-01 17:30:00Z", "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z",
        "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z",
        "2026-01-01T00:00:61Z", "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00+24:00", "2026-01-01T00:00:00+0200",
        "+026-01-01T00:00:00Z", "２026-01-01T00:00:00Z", "2026-01-01T00:00:00Zx", "2026-01-01T00:00:00ZZ",
    ])
    func invalidDateTimesAreRefused(text: String) {
        #expect(Instant(rfc3339: text) == nil)
    }

    @Test func convertingADayNumberToADateAndBackReturnsTheNumber() {
        for days in Int64(-146_097)...146_097 {
            let date = CivilDate(daysSince1970: days)
            #expect(date.daysSince1970 == days)
        }
    }

    @Test(
        arguments: [
            (253_402_300_800_000, "10000-01-01T00:00:00.000Z"), (-62_167_219_200_001, "-001-12-31T23:59:59.999Z"),
        ] as [(Int64, String)])
    func anInstantOutsideTheYearsOfRFC3339IsStillWritten(milliseconds: Int64, text: String) {
        #expect(Instant(milliseconds: milliseconds).description == text)
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300, -1e300])
    func convertingAnExtremeDateDoesNotTrap(seconds: Double) {
        #expect(!Instant(Date(timeIntervalSince1970: seconds)).description.isEmpty)
    }
}
