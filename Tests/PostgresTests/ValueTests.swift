import FoundationEssentials
import Postgres
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(30))) struct ValueTests {
    private struct Count: RawRepresentable, PostgresCodable, PostgresArrayElement, Hashable { var rawValue: Int32 }
    private enum Colour: String, PostgresCodable { case red, blue }

    /// Sends each value to the server, which must recognise its type, and compares the returned value.
    private func expectRoundTrip<Value: PostgresCodable & Equatable & Sendable>(
        _ values: [Value], type: String, through database: Database
    ) async throws {
        for value in values {
            let row = try #require(
                try await database.rows("select \(value) as value, pg_typeof(\(value))::text as type").first)
            #expect(try row("type") == type)
            #expect(try row("value", as: Value.self) == value)
        }
    }

    @Test func valuesAreReadBackAsTheyWereSent() async throws {
        try await withDatabase { test in
            let database = test.runtime
            try await expectRoundTrip([0, 1, -1, .max, .min] as [Int], type: "bigint", through: database)
            try await expectRoundTrip([0, .max, .min] as [Int64], type: "bigint", through: database)
            try await expectRoundTrip([0, .max, .min] as [Int32], type: "integer", through: database)
            try await expectRoundTrip([0, .max, .min] as [Int16], type: "smallint", through: database)
            try await expectRoundTrip([true, false], type: "boolean", through: database)
            try await expectRoundTrip(
                [0, -0.1, 1e300, .leastNonzeroMagnitude, .pi, .infinity, -.infinity, .greatestFiniteMagnitude]
                    as [Double],
                type: "double precision", through: database)
            try await expectRoundTrip([0, 0.1, .infinity, .pi] as [Float], type: "real", through: database)
            try await expectRoundTrip(
                ["", " ", "'", "\"", "\\", "$1", "%s", "Å\u{301}♪🎻", "\u{1}\r\n\t", "NULL", "{}"], type: "text",
                through: database)
            try await expectRoundTrip(
                [[], [0], [0, 255, 92, 39], Array(0...255)] as [[UInt8]], type: "bytea", through: database)
            try await expectRoundTrip([UUID(), UUID()], type: "uuid", through: database)
            try await expectRoundTrip([Count(rawValue: 7)], type: "integer", through: database)
            try await expectRoundTrip([Colour.red, .blue], type: "text", through: database)
        }
    }

    @Test func notANumberIsReadBackAsNotANumber() async throws {
        try await withDatabase { test in
            let value: Double = try await test.runtime.rows("select \(Double.nan) as value").value()
            #expect(value.isNaN)
        }
    }

    @Test func arraysAreReadBackAsTheyWereSent() async throws {
        try await withDatabase { test in
            let database = test.runtime
            try await expectRoundTrip([[], [1], [.min, 0, .max]] as [[Int]], type: "bigint[]", through: database)
            try await expectRoundTrip([[1, 2]] as [[Int32]], type: "integer[]", through: database)
            try await expectRoundTrip([[1, 2]] as [[Int16]], type: "smallint[]", through: database)
            try await expectRoundTrip([[true, false]], type: "boolean[]", through: database)
            try await expectRoundTrip([[0.1, -1e9]] as [[Double]], type: "double precision[]", through: database)
            try await expectRoundTrip(
                [[], ["", "NULL", "a,b", "\"", "\\", "{}", " "]], type: "text[]", through: database)
            try await expectRoundTrip([["a", nil, "c"]] as [[String?]], type: "text[]", through: database)
            try await expectRoundTrip([[[], [0, 1], [92, 34]]] as [[[UInt8]]], type: "bytea[]", through: database)
            try await expectRoundTrip([[UUID()]], type: "uuid[]", through: database)
            try await expectRoundTrip(
                [[Date(timeIntervalSince1970: 1.5)]], type: "timestamp with time zone[]", through: database)
            try await expectRoundTrip([[Count(rawValue: 1), Count(rawValue: 2)]], type: "integer[]", through: database)
        }
    }

    @Test(arguments: ["UTC", "Europe/Stockholm", "Asia/Kolkata", "America/St_Johns"])
    func instantsAreTheSameInEveryTimeZone(zone: String) async throws {
        try await withDatabase { test in
            for seconds in [0, -1.5, 1_367_861_400.123, 1_711_846_799.999_999, 951_825_600, -2_000_000_000.25, 4e9] {
                let date = Date(timeIntervalSince1970: seconds)
                let rows = try await test.runtime.rows(
                    "select \(date) as value, extract(epoch from \(date))::float8 as epoch, \(date) = to_timestamp(\(seconds)) as same",
                    settings: [LocalSetting("timezone", zone)])
                let back: Date = try rows.value()
                #expect(abs(back.timeIntervalSince1970 - seconds) < 0.000_000_5)
                #expect(back.bind == date.bind)
                #expect(try rows.value("same") == true)
            }
        }
    }

    @Test func sessionsUseUTCAndISODates() async throws {
        try await withDatabase { test in
            let rows = try await test.runtime.rows(
                "select '2013-05-06 19:30+02'::timestamptz::text as value, current_setting('datestyle') as style")
            #expect(try rows.value() == "2013-05-06 17:30:00+00")
            #expect(try rows.value("style", as: String.self).hasPrefix("ISO"))
        }
    }

    @Test func nilIsSentAndReadAsNull() async throws {
        try await withDatabase { test in
            let none: String? = nil
            let row = try #require(
                try await test.runtime.rows("select \(none) as value, \(Int?.none) is null as isnull").first)
            #expect(try row.optional("value", as: String.self) == nil)
            #expect(try row("isnull") == true)
            #expect(throws: PostgresError.decoding(column: "value", reason: "is NULL")) {
                try row("value", as: String.self)
            }
        }
    }

    @Test func aDecodingErrorContainsTheNameOfTheColumn() async throws {
        try await withDatabase { test in
            let row = try #require(
                try await test.runtime.rows(
                    "select 'x' as word, 300000 as big, 'infinity'::timestamptz as never, 1.5 as part, '{{1}}'::int[] as nested"
                ).first)
            func column(_ read: () throws -> Void) -> String? {
                do {
                    try read()
                } catch PostgresError.decoding(let column, _) {
                    return column
                } catch {}
                return nil
            }
            #expect(column { _ = try row("absent", as: Int.self) } == "absent")
            #expect(column { _ = try row.optional("absent", as: Int.self) } == "absent")
            #expect(column { _ = try row("word", as: Int.self) } == "word")
            #expect(column { _ = try row("big", as: Int16.self) } == "big")
            #expect(column { _ = try row("part", as: Int.self) } == "part")
            #expect(column { _ = try row("never", as: Date.self) } == "never")
            #expect(column { _ = try row("nested", as: [Int].self) } == "nested")
            #expect(column { _ = try row("word", as: Colour.self) } == "word")
        }
    }

    @Test func manyRowsAreInsertedFromArrays() async throws {
        try await withDatabase { test in
            _ = try await test.owner.rows("create table note (id bigint primary key, title text, picture bytea)")
            let ids = Array(1...5_000)
            let titles = ids.map { $0.isMultiple(of: 7) ? nil : "It's \"\($0)\", {yes}\\" }
            let pictures = ids.map { [UInt8(truncatingIfNeeded: $0), 0, 92] }
            _ = try await test.owner.rows(
                "insert into note select * from unnest(\(ids), \(titles), \(pictures)) as row (id, title, picture)")
            let rows = try await test.owner.rows("select * from note order by id")
            #expect(try rows.map { try $0("id") } == ids)
            #expect(try rows.map { try $0.optional("title") } == titles)
            #expect(try rows.map { try $0("picture") } == pictures)
        }
    }

    @Test func aColumnIsFoundOnlyByItsExactName() async throws {
        try await withDatabase { test in
            let rows = try await test.runtime.rows(#"select 1 as "a", 2 as "ab", 3 as "a b", 4 as "ab", 5 as "é""#)
            let row = try #require(rows.first)
            #expect(try ["a", "ab", "a b", "é"].map { try row($0, as: Int.self) } == [1, 2, 3, 5])
            for name in ["", "b", "abc", "ab\0", "e\u{301}"] {
                #expect(throws: PostgresError.decoding(column: name, reason: "is not in the result")) {
                    try row(name, as: Int.self)
                }
            }
            #expect(throws: PostgresError.decoding(column: "a", reason: "is not a valid Bool")) {
                try row("a", as: Bool.self)
            }
        }
    }
}
