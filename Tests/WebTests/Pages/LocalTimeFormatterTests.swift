import Tenancy
import Testing
import Web

struct LocalTimeFormatterTests {
    private static let prague = LocalTimeFormatter(timeZone: "Europe/Prague")
    private static let evening = Instant(rfc3339: "2027-01-31T18:30:05Z") ?? .now

    @Test(arguments: [
        ("2026-07-13T22:03:59Z", "Europe/Prague", "2026-07-14 00:03"),
        ("2026-01-13T22:03:59Z", "Europe/Prague", "2026-01-13 23:03"),
        ("2026-07-13T02:30:00Z", "America/St_Johns", "2026-07-13 00:00"),
        ("2026-07-13T02:30:00Z", "UTC", "2026-07-13 02:30"), ("2026-07-13T02:30:00Z", "Moon/Sea", "2026-07-13 02:30"),
    ])
    func timesAreShownInTheTimeZoneOfTheTenant(instant: String, zone: String, shown: String) throws {
        let tenant = Tenant(
            id: TenantID(rawValue: 1), slug: "hall", name: "Hall", locale: "en", integerSeconds: false,
            multicast: MulticastScope(), timeZone: zone)
        let moment = try #require(Instant(rfc3339: instant))
        #expect(LocalTimeFormatter(tenant).minute(moment) == shown)
        let element = LocalTimeFormatter(tenant).minuteElement(moment)
        #expect(element.text == "<time datetime=\"\(moment)\">\(shown)</time>")
    }

    @Test func aTimeIsWrittenInFiveForms() {
        let (prague, evening) = (Self.prague, Self.evening)
        #expect(prague.day(evening) == "2027-01-31")
        #expect(prague.second(evening) == "2027-01-31 19:30:05")
        #expect(prague.long(evening) == "31 January 2027, 19:30")
        #expect(prague.short(evening) == "31 Jan 2027, 19:30")
        #expect(prague.shortDay(evening) == "31 Jan 2027")
    }

    @Test func localTimesFollowTheTimeZoneAndItsSummerTime() {
        let prague = Self.prague
        #expect(prague.instant(day: "2027-01-31", time: "19:30") == Instant(rfc3339: "2027-01-31T18:30:00Z"))
        #expect(prague.instant(day: "2027-07-01", time: "19:30") == Instant(rfc3339: "2027-07-01T17:30:00Z"))
    }

    @Test(arguments: [("2027-02-30", "19:30"), ("2027-02-03", "24:30"), ("", ""), ("2027-2-3", "19:30")])
    func anInvalidDayOrTimeHasNoInstant(day: String, time: String) {
        #expect(Self.prague.instant(day: day, time: time) == nil)
    }
}
