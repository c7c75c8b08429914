import ScheduleCore
import Testing
import Web

@testable import RadioExports

struct WallClockTests {
    @Test(arguments: [
        ("Europe/Prague", "2023-04-27T23:48:00Z", "20230428014800 +0200", "2023-04-28T01:48:00+02:00"),
        ("Europe/London", "2023-04-27T23:48:00Z", "20230428004800 +0100", "2023-04-28T00:48:00+01:00"),
        // Instants before and after the repeated hour and the skipped hour.
        ("Europe/Prague", "2026-10-25T00:30:00Z", "20261025023000 +0200", "2026-10-25T02:30:00+02:00"),
        ("Europe/Prague", "2026-10-25T01:30:00Z", "20261025023000 +0100", "2026-10-25T02:30:00+01:00"),
        ("Europe/Prague", "2026-03-29T00:59:59Z", "20260329015959 +0100", "2026-03-29T01:59:59+01:00"),
        ("Europe/Prague", "2026-03-29T01:00:00Z", "20260329030000 +0200", "2026-03-29T03:00:00+02:00"),
        ("America/New_York", "2026-01-01T03:00:00Z", "20251231220000 -0500", "2025-12-31T22:00:00-05:00"),
        ("America/St_Johns", "2026-01-01T00:00:00Z", "20251231203000 -0330", "2025-12-31T20:30:00-03:30"),
        ("UTC", "2024-02-29T23:59:59.999Z", "20240229235959 +0000", "2024-02-29T23:59:59+00:00"),
        ("Nowhere/At_All", "2026-06-15T12:00:00Z", "20260615120000 +0000", "2026-06-15T12:00:00+00:00"),
    ])
    func anInstantIsWrittenInLocalTimeWithItsUTCOffset(zone: String, instant: String, xmltv: String, iso: String) throws
    {
        let clock = WallClock(zone)
        let instant = try #require(Instant(rfc3339: instant))
        #expect(clock.xmltv(instant) == xmltv)
        #expect(clock.iso(instant) == iso)
    }

    @Test(arguments: [
        ("Europe/Prague", "20260615", "2026-06-14T22:00:00.000Z", "2026-06-15T22:00:00.000Z"),
        // Days of 23 and 25 hours.
        ("Europe/Prague", "20260329", "2026-03-28T23:00:00.000Z", "2026-03-29T22:00:00.000Z"),
        ("Europe/Prague", "20261025", "2026-10-24T22:00:00.000Z", "2026-10-25T23:00:00.000Z"),
        ("America/New_York", "20260308", "2026-03-08T05:00:00.000Z", "2026-03-09T04:00:00.000Z"),
        // The clock skips midnight, so the day begins at 01:00.
        ("Asia/Beirut", "20250330", "2025-03-29T22:00:00.000Z", "2025-03-30T21:00:00.000Z"),
        // Midnight is delayed by an hour or occurs twice.
        ("Asia/Beirut", "20251026", "2025-10-25T22:00:00.000Z", "2025-10-26T22:00:00.000Z"),
        ("America/Havana", "20251102", "2025-11-02T04:00:00.000Z", "2025-11-03T05:00:00.000Z"),
        ("Pacific/Kiritimati", "20260101", "2025-12-31T10:00:00.000Z", "2026-01-01T10:00:00.000Z"),
        ("UTC", "20240229", "2024-02-29T00:00:00.000Z", "2024-03-01T00:00:00.000Z"),
    ])
    func aDayLastsFromMidnightToMidnightInTheTimeZoneOfTheChannel(zone: String, day: String, start: String, end: String)
        throws
    {
        let span = WallClock(zone).span(of: try #require(WallDate(basic: day)))
        #expect(span.lowerBound.description == start)
        #expect(span.upperBound.description == end)
    }
}
