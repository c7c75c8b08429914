import Testing

@testable import RadioImports

/// Cases from the week of WMUC (github.com/mwong125/wmuc, model/schedule_data.js, ISC).
struct WMUCReaderTests {
    /// A week of `fm` with this Sunday and other days without shows.
    static func week(_ sunday: String) -> String {
        let off =
            #"[{"name": "Off The Air", "dj": [], "description": "", "genres": "", "start_hour": 0.0, "duration": 24.0, "show_id": 0}]"#
        return "{\"fm\": [\n\(sunday),\n\(Array(repeating: off, count: 6).joined(separator: ",\n"))\n]}"
    }

    static func slot(_ id: Int, _ name: String, _ start: Double, _ length: Double, dj: String = "") -> String {
        #"{"name": "\#(name)", "dj": [\#(dj)], "description": "", "genres": "folk, oldies, indie", "start_hour": \#(start), "duration": \#(length), "show_id": \#(id)}"#
    }

    private static func read(_ text: String) throws -> ListSink {
        try ListSink.reading(WMUCReader(timeZone: nil), "week.json", text)
    }

    @Test func theFirstDayOfAWMUCWeekIsSunday() throws {
        let sink = try Self.read(Self.week("[\(Self.slot(4549, "The Longest Hour", 12, 1))]"))
        let rule = try #require(sink.rules.first)
        #expect(rule.recurrence == "FREQ=WEEKLY;BYDAY=SU")
        #expect(rule.startMinute == 720)
        #expect(rule.durationMs == 3_600_000)
        #expect(sink.rules.map(\.startsOn.daysSince1970) == [3, 4, 5, 6, 7, 8, 9])
        #expect(sink.channels.map(\.timeZone) == ["America/New_York"])
    }

    @Test func theShowWithIDZeroIsAPlaceholder() throws {
        let sink = try Self.read(Self.week("[\(Self.slot(4549, "The Longest Hour", 12, 1))]"))
        #expect(sink.shows.map(\.key) == ["0", "4549"])
        #expect(sink.shows.map(\.isPlaceholder) == [true, false])
    }

    @Test func aFractionalStartHourIsConvertedToMinutes() throws {
        let sink = try Self.read(Self.week("[\(Self.slot(1, "The Traffic Jam", 6.5, 1))]"))
        #expect(sink.rules.first?.startMinute == 390)
    }

    @Test func aHostOfSeveralShowsBecomesOnePerson() throws {
        let sink = try Self.read(
            Self.week("[\(Self.slot(1, "One", 6, 1, dj: #""Ann", """#)), \(Self.slot(2, "Two", 7, 1, dj: #""Ann""#))]"))
        let people = sink.items.compactMap { if case .person(let draft) = $0.item { draft.name } else { nil } }
        #expect(people == ["Ann"])
        #expect(sink.notices.count == 1)
        #expect(sink.shows.filter { !$0.isPlaceholder }.map { $0.credits.map(\.person) } == [["Ann"], ["Ann"]])
    }

    @Test func aSlotThatEndsAfterMidnightIsRefusedWithItsLine() throws {
        let sink = try Self.read(Self.week("[\(Self.slot(1, "Late", 23, 2)), \(Self.slot(2, "Good", 3, 2))]"))
        #expect(
            sink.faults == [
                "week.json:2 /fm/0/0: start_hour and duration must add up to at most 24 hours, found 25.0"
            ])
        #expect(sink.shows.map(\.key) == ["0", "2"])
    }
}
