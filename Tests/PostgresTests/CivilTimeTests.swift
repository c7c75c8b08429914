import FoundationEssentials
import Testing

@testable import Postgres

@Suite struct CivilTimeTests {
    private func time(_ text: String) -> CivilTime? { CivilTime(text: Array(text.utf8).span) }

    @Test(arguments: [
        ("1970-01-01 00:00:00+00", 0),
        ("1969-12-31 23:59:59.999999+00", -1),
        ("2000-02-29 12:00:00+00", 951_825_600_000_000),
        ("2013-05-06 19:30:00.5+02", 1_367_861_400_500_000),
        ("2013-05-06 19:30:00.123456+02", 1_367_861_400_123_456),
        ("2013-05-06 23:00:00+05:30", 1_367_861_400_000_000),
        ("1890-01-01 00:19:32+00:19:32", -2_524_521_600_000_000),
        ("2013-05-06 12:30:00-05", 1_367_861_400_000_000),
        ("0001-01-01 00:00:00+00", -62_135_596_800_000_000),
        ("0001-12-31 00:00:00+00 BC", -62_135_683_200_000_000),
        ("10000-01-01 00:00:00+00", 253_402_300_800_000_000),
    ])
    func theTextOfAnInstantIsReadExactly(text: String, microseconds: Int64) {
        #expect(time(text)?.microseconds == microseconds)
    }

    @Test(arguments: [
        "", "infinity", "-infinity", "2013-05-06 19:30:00", "2013-05-06", "2013-13-06 19:30:00+00",
        "2013-02-29 00:00:00+00",
        "2013-05-06T19:30:00+00", "2013-05-06 24:00:00+00", "2013-05-06 19:30:00+00 AD", "2013-05-06 19:30:00.+00",
        "06/05/2013 19:30:00+00", "2013-05-06 19:30:00+00 ", "２013-05-06 19:30:00+00",
    ])
    func aMalformedInstantIsRefused(text: String) {
        #expect(time(text) == nil)
    }

    @Test func anInstantIsReadBackFromItsText() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            let time = CivilTime(
                microseconds: .random(in: -62_200_000_000_000_000...253_500_000_000_000_000, using: &generator))
            #expect(self.time(time.text) == time)
        }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300])
    func aDateOutOfRangeIsSentAsAnInvalidValue(seconds: Double) {
        let date = Date(timeIntervalSinceReferenceDate: seconds)
        #expect(date.bind.bytes.map { String(decoding: $0, as: UTF8.self) } == "out of range")
    }
}
