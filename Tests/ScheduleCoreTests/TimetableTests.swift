import Testing

@testable import ScheduleCore

struct TimetableTests {
    /// Monday 5 January 2026.
    private static let monday = WallDate(daysSince1970: 20_458)
    private static let hour: Int64 = 3_600_000

    private static func rule(_ key: Int64, _ time: String, hours: Double, priority: Int = 0) throws -> Timetable.Rule {
        Timetable.Rule(
            key: key, days: RecurringDays(try Recurrence("FREQ=DAILY"), from: monday),
            time: try #require(WallTime(time)), durationMs: Int64(hours * Double(hour)), priority: priority)
    }

    /// Returns the broadcasts of a day as "rule from-to", in hours after midnight UTC.
    private static func day(
        _ rules: [Timetable.Rule], exceptions: [Timetable.Slot: Timetable.Exception] = [:],
        taken: [Range<Int64>] = [], _ date: WallDate = monday
    ) -> [String] {
        let start = Int64(date.daysSince1970) * 86_400_000
        func text(_ instant: Int64) -> String {
            let hours = Double(instant - start) / Double(hour)
            return hours == hours.rounded() ? String(Int(hours)) : String(hours)
        }
        return Timetable(rules: rules, exceptions: exceptions, zone: .utc).periods(in: date...date, taken: taken)
            .sorted { $0.value.lowerBound < $1.value.lowerBound }
            .map { "\($0.key.rule) \(text($0.value.lowerBound))-\(text($0.value.upperBound))" }
    }

    @Test func aRuleWithAHigherPriorityShortensAnOverlappingBroadcast() throws {
        #expect(
            try Self.day([Self.rule(1, "08:00", hours: 4), Self.rule(2, "10:00", hours: 4, priority: 1)])
                == ["1 8-10", "2 10-14"])
        #expect(
            try Self.day([Self.rule(1, "08:00", hours: 4, priority: 1), Self.rule(2, "10:00", hours: 4)])
                == ["1 8-12", "2 12-14"])
    }

    @Test func theLaterOfTwoOverlappingRulesWithEqualPriorityGetsTheTime() throws {
        #expect(
            try Self.day([Self.rule(1, "08:00", hours: 4), Self.rule(2, "10:00", hours: 4)]) == ["1 8-10", "2 10-14"])
        #expect(
            try Self.day([Self.rule(2, "08:00", hours: 4), Self.rule(1, "10:00", hours: 4)]) == ["2 8-10", "1 10-14"])
        #expect(
            try Self.day([Self.rule(2, "08:00", hours: 4), Self.rule(1, "08:00", hours: 2)]) == ["1 8-10", "2 10-12"])
    }

    @Test func aBroadcastThatAnotherCutsInTwoKeepsItsLongestPiece() throws {
        let news = try Self.rule(2, "01:00", hours: 0.5, priority: 5)
        #expect(try Self.day([Self.rule(1, "00:00", hours: 6), news]) == ["2 1-1.5", "1 1.5-6"])
    }

    @Test func aBroadcastWithLessThanAMinuteLeftIsOmitted() throws {
        let tooLong = try Self.rule(2, "08:00", hours: 3.99, priority: 1)
        #expect(try Self.day([Self.rule(1, "08:00", hours: 4), tooLong]) == ["2 8-11.99"])
    }

    @Test func anExceptionOfARuleTakesPrecedenceOverHigherPriorities() throws {
        let exceptions = [
            Timetable.Slot(rule: 1, date: Self.monday): Timetable.Exception(
                startsAt: Int64(Self.monday.daysSince1970) * 86_400_000 + 12 * Self.hour, durationMs: 2 * Self.hour),
            Timetable.Slot(rule: 3, date: Self.monday): Timetable.Exception(isCancelled: true),
        ]
        #expect(
            try Self.day(
                [
                    Self.rule(1, "08:00", hours: 1), Self.rule(2, "11:00", hours: 4, priority: 9),
                    Self.rule(3, "15:00", hours: 1),
                ], exceptions: exceptions) == ["2 11-12", "1 12-14"])
    }

    @Test func aBroadcastOfARuleIsShortenedByTimeThatIsAlreadyTaken() throws {
        let start = Int64(Self.monday.daysSince1970) * 86_400_000
        let taken = [(start + 9 * Self.hour)..<(start + 10 * Self.hour)]
        #expect(try Self.day([Self.rule(1, "08:00", hours: 4, priority: 1000)], taken: taken) == ["1 10-12"])
    }

    @Test func aRuleAtASkippedLocalTimeYieldsToARuleAtAnExistingTime() throws {
        let march = WallDate("2026-03-29")!
        let zone = ZoneOffsets(first: 3600, transitions: [.init(at: 1_774_746_000_000, offset: 7200)])
        let rules = [try Self.rule(1, "02:00", hours: 1), try Self.rule(2, "03:00", hours: 1)]
        let found = Timetable(rules: rules, zone: zone).periods(in: march...march)
        #expect(found == [Timetable.Slot(rule: 2, date: march): 1_774_746_000_000..<1_774_749_600_000])
    }

    @Test func aBroadcastAcrossMidnightBelongsToTheDayOnWhichItBegins() throws {
        #expect(
            try Self.day([Self.rule(1, "22:00", hours: 4), Self.rule(2, "01:00", hours: 1)]) == ["2 1-2", "1 22-25"])
    }

    /// Two broadcasts of seven days, 20 days apart, that exceptions move towards each other by seven days each.
    @Test func broadcastsThatAreMovedTowardsEachOtherDoNotOverlap() throws {
        let (first, second) = (Self.monday, Self.monday + 20)
        func rule(_ key: Int64, on day: WallDate, priority: Int) throws -> Timetable.Rule {
            Timetable.Rule(
                key: key, days: RecurringDays(nil, from: day), time: try #require(WallTime("12:00")),
                durationMs: 7 * 24 * Self.hour, priority: priority)
        }
        func noon(_ day: WallDate) -> Int64 { Int64(day.daysSince1970) * 86_400_000 + 12 * Self.hour }
        let (early, late) = (Timetable.Slot(rule: 1, date: first), Timetable.Slot(rule: 2, date: second))
        let table = Timetable(
            rules: [try rule(1, on: first, priority: 0), try rule(2, on: second, priority: 1)],
            exceptions: [
                early: Timetable.Exception(startsAt: noon(first + 7)),
                late: Timetable.Exception(startsAt: noon(second - 7)),
            ], zone: .utc)
        #expect(table.periods(in: first...first) == [early: noon(first + 7)..<noon(first + 13)])
        #expect(table.periods(in: second...second) == [late: noon(first + 13)..<noon(first + 20)])
    }

    private static let zone = ZoneOffsets(
        first: 3600,
        transitions: [.init(at: 1_774_746_000_000, offset: 7200), .init(at: 1_792_890_000_000, offset: 3600)])
    private static let range = (monday + 60)...(monday + 120)

    /// Calls `body` with the rules of 150 random timetables, which overlap.
    private static func withRandomRules(_ body: ([Timetable.Rule], inout Seeded) throws -> Void) throws {
        var random = Seeded(7)
        for _ in 0..<150 {
            let rules = try (1...Int64.random(in: 1...8, using: &random)).map { key in
                Timetable.Rule(
                    key: key, days: RecurringDays(try .random(&random), from: monday),
                    time: try #require(WallTime(secondsAfterMidnight: Int.random(in: 0..<288, using: &random) * 300)),
                    durationMs: Int64.random(in: 1...72, using: &random) * 300_000,
                    priority: Int.random(in: 0...2, using: &random))
            }
            try body(rules, &random)
        }
    }

    @Test func broadcastsOfRandomRulesDoNotOverlap() throws {
        try Self.withRandomRules { rules, _ in
            let sorted = Timetable(rules: rules, zone: Self.zone).periods(in: Self.range).values
                .sorted { $0.lowerBound < $1.lowerBound }
            #expect(zip(sorted, sorted.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
        }
    }

    @Test func theOrderOfRulesDoesNotChangeTheBroadcasts() throws {
        try Self.withRandomRules { rules, _ in
            let reversed = Timetable(rules: rules.reversed(), zone: Self.zone).periods(in: Self.range)
            #expect(reversed == Timetable(rules: rules, zone: Self.zone).periods(in: Self.range))
        }
    }

    @Test func aRangeReadInTwoPartsHasTheSameBroadcasts() throws {
        try Self.withRandomRules { rules, random in
            let table = Timetable(rules: rules, zone: Self.zone)
            let middle = Self.monday + Int.random(in: 60..<120, using: &random)
            let parts = table.periods(in: Self.range.lowerBound...middle)
                .merging(table.periods(in: (middle + 1)...Self.range.upperBound)) { $1 }
            #expect(parts == table.periods(in: Self.range))
        }
    }
}
