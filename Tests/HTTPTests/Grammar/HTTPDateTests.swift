import Testing

@testable import HTTP

struct HTTPDateTests {
    /// The example of RFC 9110 §5.6.7.
    private let example: Int64 = 784_111_777

    private func parse(_ text: String, now: Int64 = 1_700_000_000) -> Int64? {
        withBytes(text) { HTTPDate.parse($0, now: now) }
    }

    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ])
    func anHTTPDateIsReadInAllThreeFormats(_ text: String) {
        #expect(parse(text) == example)
    }

    @Test(arguments: [
        (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
        (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"),
        (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"), (-5, "Thu, 01 Jan 1970 00:00:00 GMT"),
    ])
    func anHTTPDateIsWrittenAsIMFFixdate(_ seconds: Int64, _ text: String) {
        #expect(HTTPDate.format(seconds) == text)
    }

    @Test func aWrittenHTTPDateIsReadAsTheSameTime() {
        for seconds in stride(from: Int64(0), to: 8_000_000_000, by: 12_345_677) {
            #expect(parse(HTTPDate.format(seconds)) == seconds)
        }
    }

    @Test func aTwoDigitYearIsAtMostFiftyYearsAhead() {
        // In 2023, 73 means 2073 and 74 means 1974.
        #expect(parse("Sunday, 01-Jan-73 00:00:00 GMT") == HTTPDate.days(year: 2073, month: 1, day: 1) * 86_400)
        #expect(parse("Sunday, 01-Jan-74 00:00:00 GMT") == HTTPDate.days(year: 1974, month: 1, day: 1) * 86_400)
    }

    @Test(arguments: [
        "", "yesterday at noon", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC",
        "Sun, 31 Feb 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 6 Nov 1994 08:49:37 GMT",
        "Sun, 06 nov 1994 08:49:37 GMT", "Sun, +6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT ",
        "Sunday, 06-Nov-1994 08:49:37 GMT", "Sun Nov 6 08:49:37 1994", "784111777",
    ])
    func aMalformedHTTPDateIsRefused(_ text: String) {
        #expect(parse(text) == nil)
    }
}
