import ScheduleCore
import Testing

struct ZoneOffsetsTests {
    /// Prague in 2026: summer time from 29 March, 01:00 UTC, to 25 October, 01:00 UTC.
    private static let prague = ZoneOffsets(
        first: 3600,
        transitions: [
            .init(at: 1_774_746_000_000, offset: 7200), .init(at: 1_792_890_000_000, offset: 3600),
        ])

    @Test(arguments: [
        ("2026-03-29", "01:59", 1_774_745_940_000, true),
        // Does not exist: moved an hour later, to 03:30.
        ("2026-03-29", "02:30", 1_774_747_800_000, false),
        ("2026-03-29", "03:00", 1_774_746_000_000, true),
        // Occurs twice: the first occurrence.
        ("2026-10-25", "02:30", 1_792_888_200_000, true),
        ("2026-10-25", "03:00", 1_792_893_600_000, true),
        ("2026-07-01", "00:00", 1_782_856_800_000, true),
    ])
    func localTimesAreConvertedToInstants(date: String, time: String, milliseconds: Int64, exists: Bool) throws {
        let found = Self.prague.instant(of: try #require(WallDate(date)), try #require(WallTime(time)))
        #expect(found.milliseconds == milliseconds)
        #expect(found.exists == exists)
    }

    @Test func theDayChangesAtLocalMidnight() {
        #expect(Self.prague.date(at: 1_782_856_799_999).description == "2026-06-30")
        #expect(Self.prague.date(at: 1_782_856_800_000).description == "2026-07-01")
        #expect(ZoneOffsets.utc.date(at: -1).description == "1969-12-31")
    }
}
