import ScheduleCore
import Testing
import Web

@testable import StationPages

struct WeekGridTests {
    private static let hour: Int64 = 3_600_000

    private static func clock(_ zone: String, round text: String) throws -> WeekClock {
        try #require(WeekClock(zone, round: try at(text)))
    }

    private static func at(_ text: String) throws -> Int64 { try #require(Instant(rfc3339: text)).milliseconds }

    private static func date(_ text: String) throws -> WallDate { try #require(WallDate(text)) }

    private static func item(_ from: String, _ to: String, isCancelled: Bool = false) throws -> WeekGrid.Item {
        WeekGrid.Item(period: try at(from)..<(try at(to)), isCancelled: isCancelled)
    }

    private static func grid(
        _ zone: String, from first: String, _ items: [WeekGrid.Item] = []
    ) throws -> WeekGrid {
        WeekGrid(from: try date(first), clock: try clock(zone, round: first + "T12:00:00Z"), items)
    }

    @Test func aBroadcastIsPlacedAtItsLocalTime() throws {
        let grid = try Self.grid(
            "Europe/Prague", from: "2026-06-15", [Self.item("2026-06-16T06:05:00Z", "2026-06-16T07:00:30Z")])
        #expect(grid.days.map(\.date.description) == (15...21).map { "2026-06-\($0)" })
        #expect(grid.days[0].pieces.isEmpty)
        let piece = try #require(grid.days[1].pieces.first)
        #expect(piece.seconds == (8 * 3600 + 300)..<(9 * 3600 + 30))
        #expect(!piece.isContinued && !piece.goesOn && !piece.isBeside)
        #expect(grid.days[1].gaps.map(\.seconds) == [0..<29_100, 32_430..<86_400])
    }

    @Test func aBroadcastAcrossMidnightHasAPieceInEachDay() throws {
        let grid = try Self.grid(
            "UTC", from: "2026-06-15", [Self.item("2026-06-15T22:00:00Z", "2026-06-17T01:00:00Z")])
        #expect(grid.days[0].pieces.map(\.seconds) == [79_200..<86_400])
        #expect(grid.days[1].pieces.map(\.seconds) == [0..<86_400])
        #expect(grid.days[2].pieces.map(\.seconds) == [0..<3600])
        #expect(grid.days.prefix(3).flatMap(\.pieces).map(\.isContinued) == [false, true, true])
        #expect(grid.days.prefix(3).flatMap(\.pieces).map(\.goesOn) == [true, true, false])
        #expect(grid.days[1].gaps.isEmpty)
    }

    @Test func aBroadcastThatEndsAtMidnightHasNoPieceInTheNextDay() throws {
        let grid = try Self.grid(
            "UTC", from: "2026-06-15", [Self.item("2026-06-15T23:00:00Z", "2026-06-16T00:00:00Z")])
        #expect(grid.days[0].pieces.map(\.goesOn) == [false])
        #expect(grid.days[1].pieces.isEmpty)
    }

    @Test func theDayOfTheSpringClockChangeHas23Hours() throws {
        // Clocks go forward from 02:00 to 03:00 on Sunday 29 March 2026.
        let grid = try Self.grid(
            "Europe/Prague", from: "2026-03-23", [Self.item("2026-03-29T00:30:00Z", "2026-03-29T01:30:00Z")])
        let day = grid.days[6]
        #expect(day.seconds == 23 * 3600)
        #expect(day.changes.map(\.by) == [3600])
        #expect(day.marks.map(\.hour) == [0, 1] + Array(3...23))
        #expect(day.marks.map(\.second) == (0..<23).map { $0 * 3600 })
        // One elapsed hour, regardless of the local times.
        #expect(day.pieces.map(\.seconds) == [5400..<9000])
        #expect(day.gaps.last?.seconds.upperBound == 23 * 3600)
        #expect(grid.days[5].seconds == 86_400)
        #expect(grid.seconds == 86_400)
    }

    @Test func theDayOfTheAutumnClockChangeHas25Hours() throws {
        let grid = try Self.grid(
            "Europe/Prague", from: "2026-10-19", [Self.item("2026-10-25T01:00:00Z", "2026-10-25T02:00:00Z")])
        let day = grid.days[6]
        #expect(day.seconds == 25 * 3600)
        #expect(day.changes.map(\.by) == [-3600])
        #expect(day.marks.map(\.hour) == [0, 1, 2, 2] + Array(3...23))
        // The second occurrence of 02:00.
        #expect(day.pieces.map(\.seconds) == [10_800..<14_400])
        #expect(grid.seconds == 25 * 3600)
    }

    @Test func aClockChangeOfHalfAnHourShiftsTheHourMarksByHalfAnHour() throws {
        let day = try Self.grid("Australia/Lord_Howe", from: "2026-10-04").days[0]
        #expect(day.seconds == 23 * 3600 + 1800)
        #expect(day.marks.map(\.second).prefix(4) == [0, 3600, 9000, 12_600])
    }

    @Test func lessThanAMinuteBetweenTwoBroadcastsIsNotAGap() throws {
        let grid = try Self.grid(
            "UTC", from: "2026-06-15",
            [
                Self.item("2026-06-15T00:00:00Z", "2026-06-15T10:00:00Z"),
                Self.item("2026-06-15T10:00:59Z", "2026-06-15T20:00:00Z"),
                Self.item("2026-06-15T20:01:00Z", "2026-06-16T00:00:00Z"),
            ])
        #expect(grid.days[0].gaps.map(\.seconds) == [72_000..<72_060])
    }

    @Test func theTimeOfACancelledBroadcastIsAGapUnlessAnotherBroadcastFillsIt() throws {
        let grid = try Self.grid(
            "UTC", from: "2026-06-15",
            [
                Self.item("2026-06-15T08:00:00Z", "2026-06-15T09:00:00Z", isCancelled: true),
                Self.item("2026-06-15T08:30:00Z", "2026-06-15T09:00:00Z"),
                Self.item("2026-06-15T10:00:00Z", "2026-06-15T11:00:00Z", isCancelled: true),
            ])
        #expect(grid.days[0].pieces.map(\.isBeside) == [true, false, false])
        #expect(grid.days[0].gaps.map(\.seconds) == [0..<30_600, 32_400..<86_400])
    }

    @Test func hoursOfTheWeekGridAreTallerIfBroadcastsAreShort() throws {
        func height(_ minutes: Int64) throws -> Int {
            let start = try Self.at("2026-06-15T00:00:00Z")
            let items = (0..<20).map { index in
                let from = start + Int64(index) * minutes * 60_000
                return WeekGrid.Item(period: from..<(from + minutes * 60_000), isCancelled: false)
            }
            return try Self.grid("UTC", from: "2026-06-15", items).hourHeight
        }
        #expect(try height(60) == 12)
        #expect(try height(20) == 18)
        #expect(try height(15) == 24)
        #expect(try height(3) == 30)
        #expect(try Self.grid("UTC", from: "2026-06-15").hourHeight == 12)
    }

    // MARK: - The clock

    @Test func aRepeatedLocalTimeIsConvertedToItsFirstOrSecondInstant() throws {
        let clock = try Self.clock("Europe/Prague", round: "2026-10-25T12:00:00Z")
        let day = try Self.date("2026-10-25")
        let time = try #require(WallTime("02:30"))
        let (first, second) = (try Self.at("2026-10-25T00:30:00Z"), try Self.at("2026-10-25T01:30:00Z"))
        #expect(clock.instant(day, time) == first)
        #expect(clock.instant(day, time, isSecond: true) == second)
        #expect(!clock.isSecond(first) && clock.isSecond(second))
        #expect(!clock.isSecond(first + 250) && clock.isSecond(second + 250))
        #expect(clock.time(at: second) == time)
        let once = try #require(WallTime("04:30"))
        #expect(clock.instant(day, once, isSecond: true) == clock.instant(day, once))
    }

    @Test func aSkippedLocalTimeHasNoInstant() throws {
        let clock = try Self.clock("Europe/Prague", round: "2026-03-29T12:00:00Z")
        #expect(clock.instant(try Self.date("2026-03-29"), try #require(WallTime("02:30"))) == nil)
        #expect(clock.instant(try Self.date("2026-03-28"), try #require(WallTime("02:30"))) != nil)
    }

    @Test(
        arguments: [
            (5_400_000, "90"), (270_000, "4.5"), (3_599_000, "59.98333"), (1000, "0.01666"), (604_800_000, "10080"),
        ] as [(Int64, String)])
    func minutesAreReadBackFromTheirText(_ milliseconds: Int64, _ text: String) {
        #expect(TimeTexts.minutes(milliseconds).hasPrefix(text))
        #expect(TimeTexts.milliseconds(minutes: TimeTexts.minutes(milliseconds)) == milliseconds)
    }

    @Test(arguments: ["", "-5", "1e3", "half", "1.2.3", "+5"])
    func aTextThatIsNotANumberOfMinutesIsRefused(_ text: String) {
        #expect(TimeTexts.milliseconds(minutes: text) == nil)
    }

    @Test(
        arguments: [
            ("cs", Weekday.monday), ("en-US", .sunday), ("en-GB", .monday), ("und", .monday), ("", .monday),
            ("ar-EG", .saturday),
        ] as [(String, Weekday)])
    func theFirstDayOfTheWeekDependsOnTheLocale(_ locale: String, _ day: Weekday) {
        #expect(Weekday(firstOf: locale) == day)
    }
}
