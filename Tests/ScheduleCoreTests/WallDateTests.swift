import ScheduleCore
import Testing

struct WallDateTests {
    @Test func anEarlierDayIsLessThanALaterDay() {
        #expect(WallDate(daysSince1970: 1) < WallDate(daysSince1970: 2))
    }

    @Test func everyDayOfFourCenturiesIsReadBackFromItsText() throws {
        var expected = Weekday.saturday
        for day in WallDate(year: 1800, month: 3, day: 1)!
            .daysSince1970...WallDate(year: 2200, month: 2, day: 28)!
            .daysSince1970
        {
            let date = WallDate(daysSince1970: day)
            let civil = date.civil
            #expect(WallDate(year: civil.year, month: civil.month, day: civil.day) == date)
            #expect(WallDate(date.description) == date)
            #expect(date.weekday == expected)
            expected = Weekday(rawValue: expected.rawValue % 7 + 1)!
        }
    }

    @Test(arguments: ["2026-02-29", "2026-13-01", "2026-00-10", "2026-1-1", "0000-01-01", "+026-01-01", "2026-01-01 "])
    func aTextThatIsNotAValidDateIsRefused(text: String) {
        #expect(WallDate(text) == nil)
    }

    @Test func aDateIsReadInTheBasicFormatWithoutHyphens() {
        #expect(WallDate(basic: "20260615") == WallDate("2026-06-15"))
    }

    @Test(arguments: [
        "20260230", "2026061", "202606155", "2026-6-1", "+2026061", "", "2026061a", "00000101", "2026-06-15",
    ])
    func aTextThatIsNotAValidDateInTheBasicFormatIsRefused(text: String) {
        #expect(WallDate(basic: text) == nil)
    }

    @Test func leapYearsFollowTheGregorianCalendar() {
        #expect([1900, 2000, 2024, 2026, 2100].map { WallDate.days(in: 2, of: $0) } == [28, 29, 29, 28, 28])
    }

    @Test(arguments: [("00:00", 0), ("08:05", 29_100), ("23:59:59", 86_399)])
    func aTimeOfDayIsReadBackFromItsText(text: String, seconds: Int) {
        #expect(WallTime(text)?.secondsAfterMidnight == seconds)
        #expect(WallTime(text)?.description == text)
    }

    @Test(arguments: ["24:00", "8:00", "08:60", "08:00:60", "08:00:0", "08.00", "+8:00"])
    func aTextThatIsNotATimeOfDayIsRefused(text: String) {
        #expect(WallTime(text) == nil)
    }
}
