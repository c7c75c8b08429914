import Foundation
import Postgres
import ScheduleCore
import TestSupport
import Testing
import Web

@testable import Radio

/// Compares `ScheduleCore` with PostgreSQL, which computes periods by `generate_series`, ordinals by window functions and local
/// times by `at time zone`.
struct CalendarOracleTests {
    @Test func twoThousandRandomRecurrencesHaveTheSameDaysAsInPostgreSQL() async throws {
        var random = Seeded(2026)
        var found = 0
        try await withDatabase(isMigrated: false) { database in
            for batch in 0..<10 {
                let cases = try (0..<200).map { try OracleCase.random($0, &random) }
                let json = String(decoding: try JSONEncoder().encode(cases), as: UTF8.self)
                let rows = try await database.superuser.rows(OracleCase.question(json))
                var expected: [Int: [Int]] = [:]
                for row in rows { expected[try row("number"), default: []].append(try row("day")) }
                for one in cases {
                    let days = RecurringDays(try Recurrence(one.text), from: one.first).days(in: one.range)
                    #expect(
                        days.map(\.daysSince1970) == expected[one.number] ?? [],
                        "\(batch): \(one.text) from \(one.first) in \(one.range)")
                    found += days.count
                }
            }
        }
        #expect(found > 20_000)
    }

    /// Nineteen months around a leap day; every quarter of an hour on the days around both clock changes.
    @Test(arguments: [
        ("Europe/Prague", "2024-03-31 2024-10-27"), ("America/New_York", "2024-03-10 2024-11-03"),
        ("Australia/Lord_Howe", "2024-04-07 2024-10-06"),
    ])
    func localTimesHaveTheSameInstantsAsInPostgreSQL(zone: String, changes: String) async throws {
        let about =
            Instant(rfc3339: "2023-01-01T00:00:00Z")!
            .milliseconds..<Instant(rfc3339: "2025-06-01T00:00:00Z")!
            .milliseconds
        let offsets = try #require(ZoneOffsets(timeZone: zone, in: about))
        let days = changes.split(separator: " ").map(String.init)
        var (checked, skipped) = (0, 0)
        try await withDatabase(isMigrated: false) { database in
            let rows = try await database.superuser.rows(
                """
                with walls as (
                    select w from generate_series(timestamp '2023-06-01', timestamp '2025-01-01', interval '7 hours') w
                    union
                    select w from unnest(\(days)::date[]) d,
                                  generate_series(d - interval '1 day', d + interval '2 days', interval '15 minutes') w
                    union
                    select w from generate_series(timestamp '2024-02-28', timestamp '2024-03-02', interval '1 hour') w
                ), guesses as (
                    select w, w at time zone \(zone) as later from walls
                )
                select w::date - date '1970-01-01' as day, extract(epoch from w::time)::bigint as second,
                       (extract(epoch from coalesce(first, later)) * 1000)::bigint as instant, first is not null as is_there
                  from guesses g
                  left join lateral (
                       select min(c) as first
                         from unnest(array[later, later - interval '1 hour', later - interval '30 minutes']) c
                        where c at time zone \(zone) = g.w) f on true
                """)
            for row in rows {
                let (day, second, instant, isThere): (Int, Int, Int64, Bool) = (
                    try row("day"), try row("second"), try row("instant"), try row("is_there")
                )
                let time = try #require(WallTime(secondsAfterMidnight: second))
                let found = offsets.instant(of: WallDate(daysSince1970: day), time)
                #expect(found.milliseconds == instant && found.exists == isThere, "\(zone) \(day) \(time)")
                #expect(!isThere || offsets.date(at: instant).daysSince1970 == day)
                checked += 1
                if !isThere { skipped += 1 }
            }
        }
        #expect(checked > 2000)
        #expect(skipped == (zone == "Australia/Lord_Howe" ? 2 : 4))
    }
}

/// A random recurrence, and the query that computes its days.
private struct OracleCase: Encodable {
    let number: Int
    let text: String
    let first: WallDate
    let range: ClosedRange<WallDate>
    let recurrence: Recurrence

    private enum Member: String, CodingKey {
        case number, freq, every, months, monthdays, weekdays, nths, wkst, start, lo, hi, until, count
    }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Member.self)
        try members.encode(number, forKey: .number)
        try members.encode(recurrence.frequency.rawValue, forKey: .freq)
        try members.encode(recurrence.interval, forKey: .every)
        try members.encode(recurrence.months, forKey: .months)
        try members.encode(recurrence.monthDays, forKey: .monthdays)
        try members.encode(recurrence.days.map(\.weekday.rawValue), forKey: .weekdays)
        try members.encode(recurrence.days.map { $0.ordinal ?? 0 }, forKey: .nths)
        try members.encode(recurrence.weekStart.rawValue, forKey: .wkst)
        try members.encode(first.description, forKey: .start)
        try members.encode(range.lowerBound.description, forKey: .lo)
        try members.encode(range.upperBound.description, forKey: .hi)
        switch recurrence.end {
        case .never: break
        case .until(let date): try members.encode(date.description, forKey: .until)
        case .count(let count): try members.encode(count, forKey: .count)
        }
    }

    static func random(_ number: Int, _ random: inout Seeded) throws -> OracleCase {
        // The ranges are in the years from 2023 to 2029, which have two leap days.
        let lower = WallDate(daysSince1970: Int.random(in: 19_400...21_200, using: &random))
        let first = lower + Int.random(in: -700...100, using: &random)
        var text = Recurrence.randomText(&random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0: text += ";COUNT=\(Int.random(in: 1...60, using: &random))"
        case 1:
            let until = first + Int.random(in: 0...900, using: &random)
            text += ";UNTIL=\(until.description.replacing("-", with: ""))"
        default: break
        }
        return OracleCase(
            number: number, text: text, first: first, range: lower...(lower + 400), recurrence: try Recurrence(text))
    }

    static func question(_ json: String) -> SQL {
        """
        with r as (
            select *
              from jsonb_to_recordset(\(json)::jsonb)
                   as r (number integer, freq text, every integer, months integer[], monthdays integer[],
                         weekdays integer[], nths integer[], wkst integer, start date, lo date, hi date, until date,
                         count integer)
        ), periods as (
            select r.*, p,
                   p + case freq when 'DAILY' then interval '1 day' when 'WEEKLY' then interval '7 days'
                                 when 'MONTHLY' then interval '1 month' else interval '1 year' end as next
              from r, generate_series(
                   case freq when 'DAILY' then start::timestamp
                             when 'WEEKLY'
                             then start - make_interval(days => (extract(isodow from start)::integer - wkst + 7) % 7)
                             when 'MONTHLY' then date_trunc('month', start::timestamp)
                             else date_trunc('year', start::timestamp) end,
                   hi::timestamp,
                   case freq when 'DAILY' then make_interval(days => every)
                             when 'WEEKLY' then make_interval(days => 7 * every)
                             when 'MONTHLY' then make_interval(months => every)
                             else make_interval(years => every) end) p
        ), days as (
            select periods.*, d,
                   row_number() over (forwards) as nth,
                   -row_number() over (backwards) as nth_from_end
              from periods, generate_series(p, next - interval '1 day', interval '1 day') d
            window forwards as (partition by number, extract(isodow from d),
                                             date_trunc(case when freq = 'YEARLY' and months = '{}' then 'year'
                                                             else 'month' end, d) order by d),
                   backwards as (partition by number, extract(isodow from d),
                                              date_trunc(case when freq = 'YEARLY' and months = '{}' then 'year'
                                                              else 'month' end, d) order by d desc)
        ), chosen as (
            select number, d::date as day, lo, hi, count,
                   row_number() over (partition by number order by d) as place
              from days
             where d >= start
               and (until is null or d <= until)
               and (months = '{}' or extract(month from d) = any (months))
               and (monthdays = '{}' or extract(day from d) = any (monthdays)
                    or extract(day from d)
                       - extract(day from date_trunc('month', d) + interval '1 month' - interval '1 day') - 1
                       = any (monthdays))
               and case when weekdays <> '{}'
                        then exists (select from unnest(weekdays, nths) as w (weekday, n)
                                      where extract(isodow from d) = w.weekday and w.n in (0, nth, nth_from_end))
                        when freq = 'WEEKLY' then extract(isodow from d) = extract(isodow from start)
                        when freq = 'DAILY' or monthdays <> '{}' then true
                        when freq = 'MONTHLY' or months <> '{}' then extract(day from d) = extract(day from start)
                        else to_char(d, 'MMDD') = to_char(start, 'MMDD') end
        )
        select number, day - date '1970-01-01' as day
          from chosen
         where day between lo and hi
           and (count is null or place <= count)
         order by number, day
        """
    }
}
