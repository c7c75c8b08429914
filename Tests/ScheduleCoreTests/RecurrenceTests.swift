import ScheduleCore
import Testing

struct RecurrenceTests {
    @Test(arguments: [
        ("FREQ=DAILY", "FREQ=DAILY"),
        ("freq=weekly;byday=fr,mo;interval=2", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR"),
        ("BYDAY=-1SU,1MO;FREQ=MONTHLY", "FREQ=MONTHLY;BYDAY=-1SU,1MO"),
        ("FREQ=YEARLY;BYMONTHDAY=13,-1,13;BYMONTH=12,2", "FREQ=YEARLY;BYMONTH=2,12;BYMONTHDAY=-1,13"),
        ("FREQ=DAILY;UNTIL=20240229", "FREQ=DAILY;UNTIL=20240229"),
        ("FREQ=WEEKLY;COUNT=10;WKST=SU;INTERVAL=1", "FREQ=WEEKLY;WKST=SU;COUNT=10"),
    ])
    func aRecurrenceIsWrittenInCanonicalForm(text: String, canonical: String) throws {
        #expect(try Recurrence(text).description == canonical)
        #expect(try Recurrence(canonical) == Recurrence(text))
    }

    @Test(arguments: [
        ("", "NAME=VALUE"), ("FREQ", "NAME=VALUE"), ("FREQ=DAILY;", "NAME=VALUE"), ("COUNT=3", "no FREQ"),
        ("FREQ=HOURLY", "FREQ=HOURLY"), ("FREQ=DAILY;FREQ=DAILY", "twice"), ("RRULE:FREQ=DAILY", "RRULE:FREQ"),
        ("FREQ=DAILY;INTERVAL=0", "INTERVAL"), ("FREQ=DAILY;INTERVAL=00001", "INTERVAL"),
        ("FREQ=DAILY;COUNT=3;UNTIL=20260101", "both"), ("FREQ=DAILY;UNTIL=20260229", "UNTIL"),
        ("FREQ=DAILY;UNTIL=20260101T000000Z", "without a time"), ("FREQ=WEEKLY;BYMONTHDAY=3", "forbids"),
        ("FREQ=WEEKLY;BYDAY=1MO", "numbers"), ("FREQ=MONTHLY;BYDAY=6MO", "must be from -5 to 5"),
        ("FREQ=YEARLY;BYDAY=54MO", "from -53 to 53"), ("FREQ=YEARLY;BYMONTH=2;BYDAY=6MO", "must be from -5 to 5"),
        ("FREQ=MONTHLY;BYDAY=0MO", "number 0"), ("FREQ=MONTHLY;BYMONTHDAY=0", "number 0"),
        ("FREQ=MONTHLY;BYMONTHDAY=32", "BYMONTHDAY"), ("FREQ=YEARLY;BYMONTH=13", "BYMONTH"),
        ("FREQ=MONTHLY;BYDAY=1MO;BYMONTHDAY=1", "together with BYMONTHDAY"), ("FREQ=MONTHLY;BYDAY=XX", "end in MO"),
        ("FREQ=MONTHLY;BYDAY=MO;BYSETPOS=-1", "BYSETPOS"), ("FREQ=YEARLY;BYWEEKNO=20", "BYWEEKNO"),
        ("FREQ=YEARLY;BYYEARDAY=1", "BYYEARDAY"), ("FREQ=DAILY;BYHOUR=9", "time"), ("FREQ=DAILY;WKST=XX", "WKST"),
        ("FREQ=DAILY;X-MARK=A", "X-MARK"), ("FREQ=DAILY;BYDAY=MO,,TU", "end in MO"),
    ])
    func anUnsupportedRecurrenceIsRefusedWithItsReason(text: String, part: String) {
        #expect {
            _ = try Recurrence(text)
        } throws: { error in
            (error as? RecurrenceFault)?.reason.contains(part) == true
        }
    }

    /// The supported examples of RFC 5545 §3.8.5.3, with the days that the standard gives.
    @Test(arguments: [
        ("FREQ=DAILY;COUNT=10", "1997-09-02", "09-02 09-03 09-04 09-05 09-06 09-07 09-08 09-09 09-10 09-11"),
        ("FREQ=DAILY;INTERVAL=10;COUNT=5", "1997-09-02", "09-02 09-12 09-22 10-02 10-12"),
        (
            "FREQ=WEEKLY;COUNT=10", "1997-09-02",
            "09-02 09-09 09-16 09-23 09-30 10-07 10-14 10-21 10-28 11-04"
        ),
        (
            "FREQ=WEEKLY;UNTIL=19971007;WKST=SU;BYDAY=TU,TH", "1997-09-02",
            "09-02 09-04 09-09 09-11 09-16 09-18 09-23 09-25 09-30 10-02 10-07"
        ),
        (
            "FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224;WKST=SU;BYDAY=MO,WE,FR", "1997-09-01",
            "09-01 09-03 09-05 09-15 09-17 09-19 09-29 10-01 10-03 10-13 10-15 10-17 10-27 10-29 10-31 11-10 11-12 "
                + "11-14 11-24 11-26 11-28 12-08 12-10 12-12 12-22 12-24"
        ),
        (
            "FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH", "1997-09-02",
            "09-02 09-04 09-16 09-18 09-30 10-02 10-14 10-16"
        ),
        ("FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO", "1997-08-05", "08-05 08-10 08-19 08-24"),
        ("FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU", "1997-08-05", "08-05 08-17 08-19 08-31"),
        ("FREQ=MONTHLY;COUNT=4;BYDAY=1FR", "1997-09-05", "09-05 10-03 11-07 12-05"),
        ("FREQ=MONTHLY;INTERVAL=2;COUNT=4;BYDAY=1SU,-1SU", "1997-09-07", "09-07 09-28 11-02 11-30"),
        ("FREQ=MONTHLY;COUNT=4;BYDAY=-2MO", "1997-09-22", "09-22 10-20 11-17 12-22"),
        ("FREQ=MONTHLY;BYMONTHDAY=-3;UNTIL=19971231", "1997-09-28", "09-28 10-29 11-28 12-29"),
        ("FREQ=MONTHLY;COUNT=6;BYMONTHDAY=2,15", "1997-09-02", "09-02 09-15 10-02 10-15 11-02 11-15"),
        ("FREQ=MONTHLY;COUNT=5;BYMONTHDAY=1,-1", "1997-09-30", "09-30 10-01 10-31 11-01 11-30"),
        ("FREQ=MONTHLY;INTERVAL=18;COUNT=3;BYMONTHDAY=10,11", "1997-09-10", "09-10 09-11 03-10"),
        ("FREQ=YEARLY;COUNT=4;BYMONTH=6,7", "1997-06-10", "06-10 07-10 06-10 07-10"),
        ("FREQ=YEARLY;INTERVAL=3;COUNT=2;BYMONTH=1,3", "1997-03-10", "03-10 01-10"),
        ("FREQ=YEARLY;COUNT=3;BYDAY=20MO", "1997-05-19", "05-19 05-18 05-17"),
        ("FREQ=YEARLY;COUNT=3;BYMONTH=3;BYDAY=TH", "1997-03-13", "03-13 03-20 03-27"),
        ("FREQ=MONTHLY;COUNT=4;BYDAY=FR;BYMONTHDAY=13", "1998-02-01", "02-13 03-13 11-13 08-13"),
        ("FREQ=MONTHLY;COUNT=3;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13", "1997-09-13", "09-13 10-11 11-08"),
        (
            "FREQ=YEARLY;INTERVAL=4;COUNT=3;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8", "1996-11-05",
            "11-05 11-07 11-02"
        ),
        ("FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5", "2007-01-15", "01-15 01-30 02-15 03-15 03-30"),
        ("FREQ=YEARLY;COUNT=2", "2024-02-29", "02-29 02-29"),
    ])
    func theExamplesOfRFC5545GiveTheDaysOfTheStandard(text: String, first: String, expected: String) throws {
        let first = try #require(WallDate(first))
        let days = RecurringDays(try Recurrence(text), from: first).days(in: first...(first + 4_000))
        #expect(days.map { String($0.description.dropFirst(5)) }.joined(separator: " ") == expected)
    }

    @Test func aRuleWithoutRecurrenceHasOneDay() throws {
        let first = try #require(WallDate("2026-01-05"))
        let days = RecurringDays(nil, from: first, until: first + 30)
        #expect(days.days(in: (first - 9)...(first + 9)) == [first])
    }

    @Test func aRecurrenceWithACountThatIsNeverReachedEndsAfterAHundredYears() throws {
        let first = try #require(WallDate("2026-01-05"))
        let never = RecurringDays(try Recurrence("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=2"), from: first)
        #expect(never.last == first + 36_525)
        #expect(never.days(in: first...(first + 3000)) == [])
    }

    @Test func splittingARangeOfDatesGivesTheSameRecurringDays() throws {
        var random = Seeded(1)
        for _ in 0..<300 {
            let recurrence = try Recurrence.random(&random)
            let first = WallDate(daysSince1970: Int.random(in: 15_000...25_000, using: &random))
            let days = RecurringDays(recurrence, from: first)
            let (from, length) = (first + Int.random(in: -50...900, using: &random), 400)
            let middle = from + Int.random(in: 0..<length, using: &random)
            #expect(
                days.days(in: from...middle) + days.days(in: (middle + 1)...(from + length + 1))
                    == days.days(in: from...(from + length + 1)))
            #expect(try Recurrence(recurrence.description) == recurrence)
        }
    }
}
