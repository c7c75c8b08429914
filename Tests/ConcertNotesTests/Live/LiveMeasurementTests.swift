import HTTP
import TestSupport
import Testing
import Web

@testable import ConcertNotes

@Suite struct DelayHistogramTests {
    @Test func aPercentileIsInterpolatedWithinItsBucket() {
        var histogram = DelayHistogram()
        #expect(histogram.percentile(0.5) == nil)
        histogram.add(10, at: 100)
        #expect(histogram.percentile(1) == 100)
        #expect(histogram.percentile(0.5) == 88)
        histogram.add(90, at: 10)
        #expect(histogram.percentile(0.5) == 6)
        #expect(histogram.percentile(0.95) == 88)
        #expect(histogram.count == 100)
    }

    @Test(arguments: [(0, 10), (10, 10), (11, 20), (60_000, 60_000), (60_001, nil)] as [(Int64, Int64?)])
    func aDelayBelongsToTheBucketWithTheLowestSufficientBound(delay: Int64, bound: Int64?) {
        #expect(DelayHistogram.bound(of: delay) == bound)
    }
}

@Suite struct LiveMeasurementTests {
    private static func report(
        _ steps: [(Int64, Int64)], transport: String = "sse", offset: Int64 = 0, track: String? = nil
    ) -> String {
        let steps = steps.map { #"{"revision":\#($0.0),"shownAtMs":\#($0.1)}"# }.joined(separator: ",")
        let track = track.map { #","track":"\#($0)""# } ?? ""
        return #"{"transport":"\#(transport)","clockOffsetMs":\#(offset),"steps":[\#(steps)]\#(track)}"#
    }

    /// Spec T19.
    @Test func theReportShowsDelaysByTransportCorrectedByTheClockOffset() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            let at = try #require(try await stage.hub.topic(of: tenant.id).feed.position).at.milliseconds
            let path = "/api/v1/live/shown"
            // The clock of the device is an hour ahead.
            let hour: Int64 = 3_600_000
            let body = Self.report([(1, at + hour + 84), (99, at + hour)], offset: -hour)
            #expect(await stage.send(.post, path, body, to: tenant, as: nil).status == 204)
            #expect(
                await stage.send(.post, path, Self.report([(1, at + 2900)], transport: "poll"), to: tenant, as: nil)
                    .status == 204)
            await stage.measurements.flush()
            let answer = await stage.send(.get, "/api/v1/live/report", to: tenant)
            #expect(answer.json["concert"] == "evening")
            #expect(answer.text.contains(#"{"p50Ms":88,"p95Ms":99,"steps":1,"transport":"sse"}"#))
            #expect(answer.text.contains(#""steps":1,"transport":"poll""#))
            #expect(await stage.load(of: tenant).text.contains("Event stream: half of the notes appeared within 88 ms"))
            #expect(await stage.load("/operator/report", of: tenant).text.contains("88 ms"))
            #expect(await stage.load("/operator/report.csv", of: tenant).text.contains("delay,sse,1,88,99"))
        }
    }

    /// A device reports up to 20 s after a step; meanwhile the second half of the evening may have begun.
    @Test func aDelayIsCountedForTheConcertOfItsStep() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            let first = try #require(try await stage.hub.topic(of: tenant.id).feed.position).at.milliseconds
            let next = try await LiveFixture.concert(in: database, for: tenant, slug: "encore")
            let store = LiveStore(database: database.tenants)
            let second = try await store.activate(next, in: tenant, defaultScope: LiveFixture.scope).at.milliseconds
            await stage.hub.caughtUp(in: tenant.id)
            _ = await stage.send(
                .post, "/api/v1/live/shown", Self.report([(1, first + 40), (2, second + 40)]), to: tenant, as: nil)
            try await store.takeOffAir(in: tenant.id)
            await stage.hub.caughtUp(in: tenant.id)
            _ = await stage.send(
                .post, "/api/v1/live/shown", Self.report([(2, second + 40)]), to: tenant, as: nil)
            await stage.measurements.flush()
            let counts = try await database.sql(
                """
                select string_agg(c.slug || ' ' || m.count, ', ' order by c.slug)
                  from app.live_measurement m join app.concert c using (tenant_id, concert_id)
                """)
            #expect(counts == "encore 2, evening 1")
        }
    }

    @Test func theReportAddsTheDelaysCountedBySeveralServers() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stages = [try LiveStage(database, tenant), try LiveStage(database, tenant)]
            for stage in stages {
                let at = try #require(try await stage.hub.topic(of: tenant.id).feed.position).at.milliseconds
                _ = await stage.send(.post, "/api/v1/live/shown", Self.report([(1, at + 40)]), to: tenant, as: nil)
                await stage.measurements.flush()
            }
            #expect(
                await stages[0].send(.get, "/api/v1/live/report", to: tenant).text
                    .contains(#""steps":2,"transport":"sse""#))
        }
    }

    @Test func aReportedTrackThatTheConcertDoesNotHaveIsNotCounted() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            try await database.sql(
                """
                set app.tenant_id = '\(tenant.id)';
                insert into app.annotation_track (tenant_id, piece_id, position, name)
                select tenant_id, piece_id, 1, 'The Music' from app.piece where position = 1;
                """)
            let stage = try LiveStage(database, tenant)
            let at = try #require(try await stage.hub.topic(of: tenant.id).feed.position).at.milliseconds
            for track in ["The Music", "Spam"] {
                _ = await stage.send(
                    .post, "/api/v1/live/shown", Self.report([(1, at)], track: track), to: tenant, as: nil)
            }
            await stage.measurements.flush()
            let text = await stage.send(.get, "/api/v1/live/report", to: tenant).text
            #expect(text.contains(#""tracks":[{"name":"The Music","reports":1}]"#))
        }
    }

    @Test func theReportCountsListenersThatWaitInLongPolls() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            let topic = try await stage.hub.topic(of: tenant.id)
            let poll = Task { await topic.change(from: 1, within: .seconds(600)) }
            #expect(await eventually { topic.followerCount == 1 })
            stage.measurements.countListeners()
            await stage.measurements.flush()
            poll.cancel()
            _ = await poll.value
            #expect(
                await stage.send(.get, "/api/v1/live/report", to: tenant).text.contains(#""listeners":1}"#))
        }
    }

    @Test func measurementsOfADeletedConcertAreRemoved() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            try await database.sql(
                """
                set app.tenant_id = '\(tenant.id)';
                insert into app.live_measurement (tenant_id, concert_id, kind, label, number, count)
                values (\(tenant.id), 4711, 'track', 'x', 0, 1);
                """)
            let stage = try LiveStage(database, tenant)
            let at = try #require(try await stage.hub.topic(of: tenant.id).feed.position).at.milliseconds
            _ = await stage.send(.post, "/api/v1/live/shown", Self.report([(1, at)]), to: tenant, as: nil)
            await stage.measurements.flush()
            #expect(try await database.sql("select string_agg(kind, ',') from app.live_measurement") == "delay")
        }
    }

    @Test(arguments: [
        #"{"transport":"sse","clockOffsetMs":0,"steps":[]}"#,
        #"{"transport":"pigeon","clockOffsetMs":0,"steps":[{"revision":1,"shownAtMs":1}]}"#,
        #"{"transport":"sse","clockOffsetMs":9223372036854775807,"steps":[{"revision":1,"shownAtMs":1}]}"#,
        #"{"transport":"sse","clockOffsetMs":0,"steps":[{"revision":1,"shownAtMs":-1}]}"#,
        #"{"transport":"sse","clockOffsetMs":0,"steps":[{"revision":1,"shownAtMs":1}],"device":"x"}"#,
    ])
    func anInvalidReportOfShownStepsIsRefused(body: String) async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            #expect(await stage.send(.post, "/api/v1/live/shown", body, to: tenant, as: nil).status == 422)
        }
    }

    @Test func aTenantHasNoLiveReportBeforeItsFirstConcert() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            let stage = try LiveStage(database, tenant)
            #expect(await stage.send(.get, "/api/v1/live/report", to: tenant).json["code"] == "no-live-concert")
            #expect(
                await stage.load("/operator/report", of: tenant).text.contains("No concert has been on the air yet."))
            #expect(
                await stage.send(
                    .post, "/api/v1/live/shown", Self.report([(1, 1)]), to: tenant, as: nil
                ).status == 204)
        }
    }
}
