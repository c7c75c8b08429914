import HTTP
import Synchronization
import Tenancy
import Testing
import TestSupport
import WebTestSupport
import Web

@testable import Radio

/// The segments of a broadcast, as programmers write them and as listeners skip them.
struct SegmentStoreTests {
    private struct Station {
        let stage: RouteStage
        let hub: PlayingHub
        let channel: Int64
        let airing: Int64

        var path: String { "/api/v1/admin/airings/\(airing)/segments" }

        func put(_ segments: String, as role: Role? = .programmer, at host: String = "here") async -> StageAnswer {
            await stage.send(.put, path, #"{"segments": [\#(segments)]}"#, as: role, at: host)
        }

        /// Returns the segments in the timeline of listeners: seconds after noon, length, kind, and whether they can be skipped.
        func heard() async throws -> [[String]] {
            hub.tenantChanged(ChangeNotice(tenant: stage.here.id, kind: "radio"))
            let answer = await stage.send(.get, "/api/v1/channels/\(channel)/timeline?at=2026-06-15T13:00:00Z")
            return try answer.objects("segments").map { segment in
                let start = try #require(Instant(rfc3339: segment["startsAt"] as? String ?? ""))
                return [
                    "\((start.milliseconds - instant("2026-06-15T12:00:00Z").milliseconds) / 1000)",
                    "\((segment["durationMs"] as? Int ?? -1000) / 1000)", segment["kind"] as? String ?? "",
                    segment["skippable"] as? Bool == true ? "skippable" : "held",
                ]
            }
        }
    }

    private static func with(_ body: (Station) async throws -> Void) async throws {
        let made = Mutex<PlayingHub?>(nil)
        try await RouteStage.with(
            at: "2026-06-15T13:00:00Z",
            routes: { database, clock in
                let hub = PlayingHub(database: database, logger: RouteStage.silence, now: clock)
                made.withLock { $0 = hub }
                return PlayingRoutes(hub: hub, database: database).routes
                    + AiringRoutes(database: database, now: clock).routes
            }
        ) { stage in
            guard let hub = made.withLock({ $0 }) else { return }
            let channel = try await stage.database.channel("one", in: stage.here)
            let show = try await stage.database.show("Show", on: [channel], in: stage.here)
            let airing = try await stage.database.airing(
                of: show, on: channel, from: "2026-06-15T12:00:00Z", to: "2026-06-15T12:10:00Z", in: stage.here)
            try await body(Station(stage: stage, hub: hub, channel: channel, airing: airing))
        }
    }

    @Test func segmentsAreStoredInTheOrderOfTheirOffsets() async throws {
        try await Self.with { (station) async throws in
            let answer = await station.put(
                """
                {"offsetMs": 120000, "durationMs": 60000, "kind": "talk", "isSkippable": false, "title": "Guest"},
                {"offsetMs": 0, "durationMs": 120000, "kind": "news"}
                """)
            #expect(answer.status == 200)
            let segments = answer.objects("segments")
            #expect(segments.map { $0["kind"] as? String } == ["news", "talk"])
            // The defaults are an empty title and skippable.
            #expect(segments.map { $0["isSkippable"] as? Bool } == [true, false])
            #expect(segments.map { $0["title"] as? String } == ["", "Guest"])
            #expect(Set(segments.compactMap { $0["id"] as? String }).count == 2)
            let airing = await station.stage.send(.get, "/api/v1/admin/airings/\(station.airing)", as: .programmer)
            #expect(airing.objects("segments").map { $0["id"] as? String } == segments.map { $0["id"] as? String })
            #expect(try await station.heard() == [["0", "120", "news", "skippable"], ["120", "60", "talk", "held"]])
        }
    }

    @Test func aSegmentWithoutLengthIsStoredAndMergedForListeners() async throws {
        try await Self.with { (station) async throws in
            let answer = await station.put(
                """
                {"offsetMs": 0, "durationMs": 0, "kind": "jingle"}, {"offsetMs": 5000, "durationMs": 55000, "kind": "news"},
                {"offsetMs": 60000, "durationMs": 1000, "kind": "link", "isSkippable": false},
                {"offsetMs": 61000, "durationMs": 0, "kind": "end"}
                """)
            #expect(answer.objects("segments").map { $0["durationMs"] as? Int } == [0, 55_000, 1000, 0])
            #expect(try await station.heard() == [["0", "60", "news", "skippable"], ["60", "1", "link", "held"]])
        }
    }

    @Test func segmentsMoveAndAreShortenedWithTheirAiring() async throws {
        try await Self.with { (station) async throws in
            _ = await station.put(
                """
                {"offsetMs": 0, "durationMs": 300000, "kind": "one"}, {"offsetMs": 300000, "durationMs": 300000, "kind": "two"},
                {"offsetMs": 600000, "durationMs": 1000, "kind": "beyond"}
                """)
            #expect(
                try await station.heard() == [["0", "300", "one", "skippable"], ["300", "300", "two", "skippable"]])
            try await station.stage.database.sql(
                "update app.airing set actual_start = '2026-06-15T12:01Z', actual_end = '2026-06-15T12:08Z'")
            try await station.stage.database.sql(
                "insert into app.radio_revision (tenant_id) values (\(station.stage.here.id)) on conflict (tenant_id) do update set revision = app.radio_revision.revision + 1"
            )
            #expect(
                try await station.heard() == [["60", "300", "one", "skippable"], ["360", "120", "two", "skippable"]])
        }
    }

    @Test func replacingSegmentsByEqualSegmentsChangesNothing() async throws {
        try await Self.with { (station) async throws in
            let text = #"{"offsetMs": 0, "durationMs": 1000, "kind": "news"}"#
            let first = await station.put(text)
            func revision() async throws -> String {
                try await station.stage.database.sql("select revision from app.radio_revision")
            }
            let before = try await revision()
            #expect(await station.put(text).text == first.text)
            #expect(try await revision() == before)
            let change = "programmer schedule.segments.change \(station.airing)"
            #expect(try await station.stage.audit() == [change])
            #expect(await station.put("").objects("segments").isEmpty)
            #expect(try await revision() != before)
            #expect(try await station.stage.audit() == [change, change])
            #expect(try await station.heard().isEmpty)
        }
    }

    @Test func theErrorOfInvalidSegmentsNamesEveryFault() async throws {
        try await Self.with { (station) async throws in
            _ = await station.put(#"{"offsetMs": 0, "durationMs": 1000, "kind": "news"}"#)
            let bad = await station.put(
                """
                {"offsetMs": -1, "durationMs": 691200001, "kind": "News", "title": "a\\u0001b"},
                {"offsetMs": 0, "durationMs": 0, "kind": ""}, {"offsetMs": 0, "durationMs": 0, "kind": "-a"}
                """)
            #expect(bad.status == 422)
            #expect(
                bad.faults == [
                    "/segments/0/offsetMs", "/segments/0/durationMs", "/segments/0/kind", "/segments/0/title",
                    "/segments/1/kind", "/segments/2/kind",
                ])
            let one = #"{"offsetMs": 0, "durationMs": 1, "kind": "part"}"#
            let many = Array(repeating: one, count: SegmentStore.limit + 1).joined(separator: ",")
            #expect(await station.put(many).faults == ["/segments"])
            let kind = "{\"offsetMs\": 0, \"durationMs\": 1, \"kind\": \"\(String(repeating: "a", count: 51))\"}"
            #expect(await station.put(kind).faults == ["/segments/0/kind"])
            #expect(await station.stage.send(.put, station.path, "{}", as: .programmer).status == 422)
            #expect(try await station.heard() == [["0", "1", "news", "skippable"]])
        }
    }

    @Test func onlyProgrammersOfTheTenantWriteSegments() async throws {
        try await Self.with { (station) async throws in
            let text = #"{"offsetMs": 0, "durationMs": 1000, "kind": "news"}"#
            #expect(await station.put(text, as: nil).status == 401)
            #expect(await station.put(text, as: .listener).status == 403)
            let theirs = await station.put(text, at: "there")
            #expect(theirs.status == 404)
            let unknown = await station.stage.send(
                .put, "/api/v1/admin/airings/999999999/segments", #"{"segments": []}"#, as: .programmer)
            #expect(theirs.text == unknown.text)
            #expect(try await station.stage.database.sql("select count(*) from app.segment").hasPrefix("0"))
        }
    }
}
