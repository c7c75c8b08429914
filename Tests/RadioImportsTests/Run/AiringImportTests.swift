import Testing

@testable import RadioImports

/// Broadcasts of one channel never overlap (decision 0028).
struct AiringImportTests {
    private static func schedule(_ broadcasts: [(String, String, String)]) -> [(String, String)] {
        let elements = broadcasts.map { CRoPages.broadcast($0.0, since: $0.1, till: $0.2, show: "s1") }
        return [("schedule.json", "{\"data\": [\n\(elements.joined(separator: ",\n"))\n]}")]
    }

    private static func day(_ hour: Int) -> String { "2027-03-20T\(hour < 10 ? "0" : "")\(hour):00:00Z" }

    @Test func theEarlierOfTwoOverlappingBroadcastsIsKept() async throws {
        try await ImportRig.with { rig in
            let report = try await rig.importFile(
                "cro",
                CRoPages.station
                    + Self.schedule([
                        ("b", Self.day(11), Self.day(13)), ("a", Self.day(10), Self.day(12)),
                        ("c", Self.day(12), Self.day(14)),
                    ]))
            #expect(
                report.faults.first.map(\.message) == [
                    "broadcast b is not imported: it overlaps broadcast a, which begins or is listed earlier"
                ])
            #expect(try await rig.rows("select source_key from app.airing order by 1") == ["a", "c"])
        }
    }

    @Test func anImportCanMoveABroadcastIntoTheOldTimeOfAnother() async throws {
        try await ImportRig.with { rig in
            try await rig.importFile(
                "cro",
                CRoPages.station
                    + Self.schedule([("a", Self.day(10), Self.day(11)), ("b", Self.day(11), Self.day(12))]))
            let report = try await rig.importFile(
                "cro", Self.schedule([("a", Self.day(11), Self.day(12)), ("b", Self.day(12), Self.day(13))]))
            #expect(report.faults.total == 0)
            #expect(report.counts.first { $0.kind == "airing" }?.changed == 2)
            #expect(report.losses.total == 2)
            #expect(
                try await rig.rows("select source_key, revision, is_cancelled from app.airing order by 1")
                    == ["a|2|f", "b|2|f"])
        }
    }

    @Test func listenersWithAnAlertOnAMovedBroadcastAreCountedOnce() async throws {
        try await ImportRig.with { rig in
            try await rig.importFile(
                "cro",
                CRoPages.station
                    + Self.schedule([
                        ("a", Self.day(10), Self.day(11)), ("b", Self.day(11), Self.day(12)),
                        ("c", Self.day(12), Self.day(13)),
                    ]))
            _ = try await rig.rows(
                """
                insert into app.user_account (tenant_id, login, password_hash, role)
                select tenant_id, 'listener' || i, 'none', 'listener' from control.tenant, generate_series(1, 3) i;
                insert into app.airing_alert (tenant_id, user_id, airing_id)
                select a.tenant_id, u.user_id, a.airing_id from app.airing a join app.user_account u using (tenant_id)
                 where (a.source_key, u.login) in (('a', 'listener1'), ('b', 'listener1'), ('c', 'listener1'),
                                                   ('b', 'listener2'));
                """)
            let moved = Self.schedule([
                ("a", Self.day(14), Self.day(15)), ("b", Self.day(15), Self.day(16)), ("c", Self.day(12), Self.day(13)),
            ])
            let dry = try await rig.importFile("cro", moved, isDryRun: true)
            #expect(
                dry.losses.first.map { $0.message.split(separator: "; ").dropFirst().joined() } == [
                    "1 listener has an alert on it", "2 listeners have an alert on it",
                ])
            // An account with an alert on the whole show is counted once.
            _ = try await rig.rows(
                """
                insert into app.show_alert (tenant_id, user_id, show_id)
                select s.tenant_id, u.user_id, s.show_id from app.show s join app.user_account u using (tenant_id)
                 where u.login in ('listener1', 'listener3')
                """)
            let real = try await rig.importFile("cro", moved)
            #expect(
                real.losses.first.map { $0.message.split(separator: "; ").dropFirst().joined() } == [
                    "2 listeners have an alert on it", "3 listeners have an alert on it",
                ])
            // The alerts moved with the broadcasts.
            #expect(try await rig.rows("select count(*) from app.airing_alert") == ["4"])
        }
    }

    @Test func aNewBroadcastCancelsAnOverlappingBroadcastOfItsSource() async throws {
        try await ImportRig.with { rig in
            try await rig.importFile("cro", CRoPages.station + Self.schedule([("a", Self.day(10), Self.day(12))]))
            let report = try await rig.importFile("cro", Self.schedule([("b", Self.day(11), Self.day(13))]))
            #expect(report.faults.total == 0)
            #expect(report.counts.first { $0.kind == "airing" }?.gone == 1)
            #expect(report.losses.total == 1)
            #expect(
                try await rig.rows("select source_key, is_cancelled from app.airing order by 1") == ["a|t", "b|f"])
        }
    }

    @Test func anImportedBroadcastDoesNotReplaceAManuallyAddedBroadcast() async throws {
        try await ImportRig.with { rig in
            try await rig.importFile("cro", CRoPages.station)
            let (channel, show) = ("select channel_id from app.channel", "select show_id from app.show")
            try await rig.database.sql(
                """
                insert into app.airing (tenant_id, channel_id, show_id, planned_start, planned_end)
                values (\(rig.here.id), (\(channel)), (\(show)), '\(Self.day(10))', '\(Self.day(12))')
                """)
            let report = try await rig.importFile("cro", Self.schedule([("b", Self.day(11), Self.day(13))]))
            #expect(report.faults.total == 1)
            #expect(try await rig.rows("select count(*) from app.airing") == ["1"])
        }
    }

    @Test func importingTheSameScheduleKeepsARecordedActualEnd() async throws {
        try await ImportRig.with { rig in
            let files = CRoPages.station + Self.schedule([("a", Self.day(10), Self.day(12))])
            try await rig.importFile("cro", files)
            try await rig.database.sql("update app.airing set actual_end = '\(Self.day(13))'")
            #expect(try await rig.importFile("cro", files).outcome == .unchanged)
            #expect(try await rig.rows("select actual_end is not null from app.airing") == ["t"])
        }
    }

    @Test func aDryRunCountsTheAlertsOnAScheduleThatEnds() async throws {
        try await ImportRig.with { rig in
            let two = WMUCReaderTests.week(
                "[\(WMUCReaderTests.slot(1, "One", 6, 1)), \(WMUCReaderTests.slot(2, "Two", 7, 1))]")
            let one = WMUCReaderTests.week("[\(WMUCReaderTests.slot(1, "One", 6, 1))]")
            try await rig.importFile("wmuc", [("week.json", two)])
            _ = try await rig.rows(
                """
                insert into app.user_account (tenant_id, login, password_hash, role)
                select tenant_id, 'listener' || i, 'none', 'listener' from control.tenant, generate_series(1, 2) i;
                insert into app.airing_alert (tenant_id, user_id, airing_id)
                select a.tenant_id, u.user_id, max(a.airing_id)
                  from app.airing a join app.show s using (tenant_id, show_id) join app.user_account u using (tenant_id)
                 where s.title = 'Two' and u.login = 'listener1'
                 group by 1, 2;
                insert into app.show_alert (tenant_id, user_id, show_id)
                select s.tenant_id, u.user_id, s.show_id from app.show s join app.user_account u using (tenant_id)
                 where s.title = 'Two' and u.login = 'listener2';
                """)
            #expect(try await rig.rows("select count(*) from app.airing_alert") == ["1"])
            let dry = try await rig.importFile("wmuc", [("week.json", one)], isDryRun: true)
            #expect(
                dry.losses.first.map(\.message) == [
                    "show Two is no longer listed and becomes inactive; 1 listener has an alert on it",
                    "the schedule of Two ends; 2 listeners have an alert on the show or a broadcast",
                ])
            #expect(try await rig.importFile("wmuc", [("week.json", one)]).losses == dry.losses)
        }
    }

    @Test func aWeekWithoutAnyUsableBroadcastIsRefusedAndEndsNothing() async throws {
        try await ImportRig.with { rig in
            let week = WMUCReaderTests.week("[\(WMUCReaderTests.slot(1, "One", 6, 1))]")
            let first = try await rig.importFile("wmuc", [("week.json", week)])
            #expect(first.outcome == .published)
            let state =
                "select title, active, ends_on from app.show left join app.schedule_rule using (tenant_id, show_id)"
            let before = try await rig.rows(state)
            #expect(before.first == "One|t|")
            let report = try await rig.importFile("wmuc", [("week.json", #"{"error": "maintenance"}"#)])
            #expect(report.outcome == .refused && report.faults.total == 1)
            let after = try await rig.rows(state)
            #expect(after == before)
        }
    }

    @Test func aScheduleRuleMissingInTheNewWeekEnds() async throws {
        try await ImportRig.with { rig in
            let two = WMUCReaderTests.week(
                "[\(WMUCReaderTests.slot(1, "One", 6, 1)), \(WMUCReaderTests.slot(2, "Two", 7, 1))]")
            let one = WMUCReaderTests.week("[\(WMUCReaderTests.slot(1, "One", 6, 1))]")
            try await rig.importFile("wmuc", [("week.json", two)])
            let report = try await rig.importFile("wmuc", [("week.json", one)])
            #expect(report.counts.first { $0.kind == "rule" }?.gone == 1)
            #expect(report.losses.first.map(\.message) == ["show Two is no longer listed and becomes inactive"])
            #expect(try await rig.rows("select count(*) from app.schedule_rule where ends_on is not null") == ["1"])
            #expect(try await rig.rows("select title from app.show where not active") == ["Two"])
            #expect(try await rig.importFile("wmuc", [("week.json", one)]).outcome == .unchanged)
        }
    }
}
