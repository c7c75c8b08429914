import HTTP
import Tenancy
import TestSupport
import Testing
import Web

@testable import ConcertNotes

/// The operator page around the position: the next measures, the leading source, the search for measures, the log and the rehearsal.
@Suite struct OperatorCockpitTests {
    /// A concert whose first piece has a track with two annotations.
    private func onAir(_ database: TestDatabase) async throws -> Tenant {
        let tenant = try await LiveFixture.onAir(in: database)
        try await database.sql(
            """
            with t as (
                insert into app.annotation_track (tenant_id, piece_id, position, name)
                select tenant_id, piece_id, 1, 'History' from app.piece where position = 1 returning tenant_id, track_id
            )
            insert into app.annotation (tenant_id, track_id, position, measure, start_ms, text)
            select tenant_id, track_id, n, m, m * 1000, text
              from t, (values (1, 1, 'The oboe begins'), (2, 4, 'Enter the trombones')) as v (n, m, text);
            update app.concert set revision = revision + 1;
            """)
        return tenant
    }

    private func form(_ id: String, of page: String) throws -> PageForm {
        try #require(PageForm.all(in: page).first { $0.id == id }, "no form \(id)")
    }

    @Test func theOperatorPageShowsTheAdjacentMeasuresAndTheNotes() async throws {
        try await withDatabase { database in
            let tenant = try await onAir(database)
            let stage = try LiveStage(database, tenant)
            _ = await stage.send(.put, "/api/v1/live", #"{"measure":3}"#, to: tenant)
            let page = await stage.load(of: tenant).text
            #expect(page.contains("<dt>Previous</dt><dd><strong>m. 2, 1st time</strong></dd>"))
            #expect(page.contains("<dt>Next</dt><dd><strong>m. 2, 2nd time</strong></dd>"))
            #expect(page.contains("<p>The oboe begins</p>"))
            #expect(page.contains("Next: m. 2, 2nd time, in 1 measure: Enter the trombones"))
            #expect(page.contains("in the recording 0:02 of 0:04"))
        }
    }

    @Test func anOperatorCanFindAMeasureByAWordAndJumpThereWithoutScripts() async throws {
        try await withDatabase { database in
            let tenant = try await onAir(database)
            let stage = try LiveStage(database, tenant)
            let page = await stage.load("/operator?find=trombones", of: tenant).text
            let found = try form("found", of: page)
            var fields = found.fields
            fields["to"] = try #require(found.buttons.first).value
            #expect(await stage.post(found.action, fields, to: tenant).status == 303)
            #expect(await stage.send(.get, "/api/v1/live", to: tenant).json["measure"] == 4)
            #expect(
                await stage.load("/operator?find=zzz", of: tenant).text.contains(
                    "No measure, section or note matches “zzz”"))
        }
    }

    /// Spec T4.
    @Test func anOperatorCanTakeOverFromTheAutomaticAdvance() async throws {
        try await withDatabase { database in
            let tenant = try await onAir(database)
            let stage = try LiveStage(database, tenant)
            var advance = try form("advance", of: await stage.load(of: tenant).text)
            advance.fields["action"] = "running"
            #expect(await stage.post(advance.action, advance.fields, to: tenant).status == 303)
            let page = await stage.load(of: tenant).text
            #expect(page.contains("The <strong>automatic advance</strong> leads"))
            #expect(page.contains("at <strong>100 %</strong>"))
            var lead = try form("lead", of: page)
            lead.fields["leader"] = "person"
            #expect(await stage.post(lead.action, lead.fields, to: tenant).status == 303)
            #expect(
                await stage.load(of: tenant).text.contains(
                    "<strong>You</strong> lead; programs cannot move the position"))
        }
    }

    @Test func theLeadCanBeHandedOnlyToAnOperatorWithAnOpenPage() async throws {
        try await withDatabase { database in
            let tenant = try await onAir(database)
            let stage = try LiveStage(database, tenant)
            let lead = try form("lead", of: await stage.load(of: tenant).text)
            var fields = lead.fields
            fields["colleague"] = "bob"
            #expect(await stage.post(lead.action, fields, to: tenant).status == 422)
            _ = await stage.post("/operator/presence", ["csrf": LiveStage.csrf, "page": "p1"], to: tenant, by: "bob")
            let page = await stage.load(of: tenant).text
            #expect(page.contains("Hand over to bob"))
            #expect(await stage.post(lead.action, fields, to: tenant).status == 303)
            #expect(await stage.load(of: tenant).text.contains("<strong>bob</strong> leads"))
        }
    }

    @Test func theOperatorPageShowsThatAConsoleHoldsThePosition() async throws {
        try await withDatabase { database in
            let tenant = try await onAir(database)
            let stage = try LiveStage(database, tenant)
            #expect(await stage.load(of: tenant).text.contains("<strong>Nobody</strong> leads"))
            _ = await stage.send(.put, "/api/v1/live", #"{"measure":2,"source":"osc"}"#, to: tenant)
            _ = try await LiveStore(database: database.tenants).step(
                LiveStep(by: 1), in: tenant.id, by: LiveAttribution(source: .osc))
            #expect(await stage.load(of: tenant).text.contains("<strong>A console</strong> leads"))
        }
    }

    @Test func theAutomaticAdvanceCanUseTheTempoOfThreePresses() async throws {
        try await withDatabase { database in
            let tenant = try await onAir(database)
            let stage = try LiveStage(database, tenant)
            let advance = try form("advance", of: await stage.load(of: tenant).text)
            var fields = advance.fields
            fields["action"] = "tapped"
            let refused = await stage.post(advance.action, fields, to: tenant)
            #expect(refused.status == 409)
            #expect(refused.text.contains("press Next at the beginning of at least three measures"))
            for _ in 0..<3 { _ = await stage.send(.post, "/api/v1/live/steps", #"{"by":1}"#, to: tenant) }
            // The presses are 800 ms apart, for measures of one second. Their times are in the future, so that a slow machine still counts them.
            try await database.sql(
                "update app.live_change set at = clock_timestamp() + interval '1 hour' - (4 - revision) * interval '800 ms' where revision > 1"
            )
            #expect(await stage.post(advance.action, fields, to: tenant).status == 303)
            #expect(await stage.load(of: tenant).text.contains("at <strong>125 %</strong>"))
        }
    }

    @Test func theOperatorPageWarnsWhenTheScoreFollowerIsLost() async throws {
        try await withDatabase { database in
            let tenant = try await onAir(database)
            let stage = try LiveStage(database, tenant)
            _ = await stage.send(.put, "/api/v1/live/sources/leader", #"{"leader":"follower"}"#, to: tenant)
            try await database.sql(
                """
                update app.live
                   set arbiter = arbiter || '{"leader":"follower","follower":{"ordinal":2,"confidence":0.9,"readAt":1000,
                                              "isLost":false,"losses":0}}'
                """)
            let page = await stage.load(of: tenant).text
            #expect(page.contains("role=\"status\" class=\"notice bad\">The follower has lost its place in the music"))
        }
    }

    /// Spec T19.
    @Test func theOperatorLogListsEveryMoveWithItsSourceAndDelay() async throws {
        try await withDatabase { database in
            let tenant = try await onAir(database)
            try await database.sql(
                "insert into app.user_account (tenant_id, user_id, login, password_hash, role) overriding system value "
                    + "values (\(tenant.id), 7, 'anna', 'x', 'operator')")
            let stage = try LiveStage(database, tenant)
            let presses = [
                "csrf": LiveStage.csrf, "revision": "1", "presses": "a:1,b:1", "ages": "120,35",
            ]
            #expect(await stage.post("/operator/presses", presses, to: tenant).status == 303)
            _ = await stage.send(.put, "/api/v1/live", #"{"measure":5,"source":"follower"}"#, to: tenant)
            let page = await stage.load("/operator/log", of: tenant).text
            func row(_ source: String, _ delay: String) -> String {
                """
                <td role="cell" data-column="Changed by">\(source)</td><td role="cell" data-column="Delay">\(delay)</td>
                """
            }
            #expect(page.contains(row("anna", "120 ms")))
            #expect(page.contains(row("anna", "35 ms")))
            #expect(page.contains(row("follower", "–")))
            let table = await stage.load("/operator/log.csv", of: tenant)
            #expect(table.fields["Content-Type"] == CSV.mediaType)
            let lines = table.text.split(separator: "\r\n")
            #expect(lines.count == 5)
            #expect(lines[2].hasSuffix(",\"Composer, Work: Round\",2,2,1,running,operator,anna,120"), "\(lines)")
        }
    }

    /// Spec T19.
    @Test func theOperatorLogLinksToOlderEntriesOnlyIfThereAreAny() async throws {
        try await withDatabase { database in
            let tenant = try await onAir(database)
            let stage = try LiveStage(database, tenant)
            // Going on the air is the first entry; these are the entries 2 to 200.
            let copy = { (revisions: String) in
                "insert into app.live_change (tenant_id, revision, concert_id, piece, measure, state, source) "
                    + "select tenant_id, r, concert_id, piece, measure, state, source "
                    + "from app.live_change, generate_series(\(revisions)) r where revision = 1"
            }
            try await database.sql(copy("2, 200"))
            #expect(!(await stage.load("/operator/log", of: tenant).text.contains("Older entries")))
            try await database.sql(copy("201, 201"))
            let page = await stage.load("/operator/log", of: tenant).text
            #expect(page.contains("href=\"/operator/log?before=2\">Older entries</a>"))
            let last = await stage.load("/operator/log?before=2", of: tenant).text
            #expect(last.contains("<div id=\"log\">") && !last.contains("Older entries"))
        }
    }

    /// Spec T19.
    @Test func theLogAndTheReportOfAnEarlierConcertCanBeOpened() async throws {
        try await withDatabase { database in
            let tenant = try await onAir(database)
            let other = try await LiveFixture.onAir(in: database, slug: "other", port: 1002)
            try await LiveFixture.concert(in: database, for: other, slug: "secret")
            let stage = try LiveStage(database, tenant, other)
            _ = await stage.send(.put, "/api/v1/live", #"{"measure":4}"#, to: tenant)
            try await database.sql(
                """
                insert into app.live_measurement (tenant_id, concert_id, kind, label, number, count)
                select tenant_id, concert_id, 'track', 'History', 0, 5 from app.concert where tenant_id = \(tenant.id);
                """)
            for slug in ["encore", "unheard"] {
                try await LiveFixture.concert(in: database, for: tenant, slug: slug)
            }
            try await database.sql("update app.concert set title = 'Encore' where slug = 'encore'")
            _ = await stage.send(.put, "/api/v1/live/concert", #"{"concert":"encore"}"#, to: tenant)

            let newest = await stage.load("/operator/log", of: tenant).text
            #expect(newest.contains("<p><strong>Encore</strong>"))
            #expect(newest.contains("<li><a href=\"/operator/log?concert=evening\"><strong>Evening</strong>"))
            #expect(!newest.contains("concert=encore\"") && !newest.contains("unheard"))
            let earlier = await stage.load("/operator/log?concert=evening", of: tenant).text
            #expect(earlier.contains("href=\"/operator/log.csv?concert=evening\""))
            #expect(earlier.contains("href=\"/operator/report?concert=evening\""))
            let beforeAll = await stage.load("/operator/log?concert=evening&before=1", of: tenant).text
            #expect(beforeAll.contains("href=\"/operator/log?concert=evening\">Newest entries"))
            #expect(earlier.contains("measure 4 as heard"))
            let table = await stage.load("/operator/log.csv?concert=evening", of: tenant).text
            #expect(table.split(separator: "\r\n").count >= 3 && table.contains(",4,"))

            let report = await stage.load("/operator/report?concert=evening", of: tenant).text
            #expect(report.contains("History") && report.contains("href=\"/operator/report.csv?concert=evening\""))
            #expect(
                await stage.load("/operator/report.csv?concert=evening", of: tenant).text.contains("track,History,5"))
            let json = await stage.send(.get, "/api/v1/live/report?concert=evening", to: tenant)
            #expect(json.json["concert"] == "evening" && json.text.contains("History"))
            #expect(await stage.send(.get, "/api/v1/live/report", to: tenant).json["concert"] == "encore")

            for slug in ["secret", "none"] {
                for path in ["log", "log.csv", "report", "report.csv"] {
                    let answer = await stage.load("/operator/\(path)?concert=\(slug)", of: tenant)
                    #expect(answer.status == 404, "\(path) \(slug)")
                }
                let answer = await stage.send(.get, "/api/v1/live/report?concert=\(slug)", to: tenant)
                #expect(answer.status == 404 && answer.json["code"] == "no-such-concert")
            }
        }
    }

    /// Spec T19.
    @Test func theLinkToOlderLogEntriesKeepsTheChosenConcert() async throws {
        try await withDatabase { database in
            let tenant = try await onAir(database)
            let stage = try LiveStage(database, tenant)
            try await database.sql(
                "insert into app.live_change (tenant_id, revision, concert_id, piece, measure, state, source) "
                    + "select tenant_id, r, concert_id, piece, measure, state, source "
                    + "from app.live_change, generate_series(2, 201) r where revision = 1")
            let page = await stage.load("/operator/log?concert=evening", of: tenant).text
            #expect(page.contains("href=\"/operator/log?concert=evening&amp;before=2\">Older entries</a>"))
        }
    }

    @Test(arguments: ["1", "x,2", "1,2,3", "1,99999999999"])
    func pressesWithoutOneValidAgeForEachPressAreRefused(ages: String) async throws {
        try await withDatabase { database in
            let tenant = try await onAir(database)
            let stage = try LiveStage(database, tenant)
            let presses = ["csrf": LiveStage.csrf, "revision": "1", "presses": "a:1,b:1", "ages": ages]
            #expect(await stage.post("/operator/presses", presses, to: tenant).status == 422)
            #expect(await stage.send(.get, "/api/v1/live", to: tenant).json["revision"] == 1)
        }
    }

    /// Spec T16.
    @Test func aRehearsalDoesNotMoveTheConcertOnTheAir() async throws {
        try await withDatabase { database in
            let tenant = try await onAir(database)
            let stage = try LiveStage(database, tenant)
            #expect(await stage.load("/operator/rehearsal", of: tenant).text.contains("concert=evening"))
            let page = await stage.load("/operator/rehearsal?concert=evening&position=1.5", of: tenant).text
            #expect(page.contains("<strong>Rehearsal, off the air</strong>"))
            #expect(page.contains("m. <strong>3</strong>"))
            #expect(page.contains("href=\"/operator/rehearsal?concert=evening&amp;position=2.1\""))
            #expect(page.contains("href=\"/operator/rehearsal?concert=evening&amp;position=1.4\""))
            #expect(await stage.send(.get, "/api/v1/live", to: tenant).json["revision"] == 1)
        }
    }

    @Test(arguments: ["0.1", "3.1", "1.6", "1", "1.x", "-1.1"])
    func aRehearsalAtAnUnknownPositionIsRefused(position: String) async throws {
        try await withDatabase { database in
            let tenant = try await onAir(database)
            let stage = try LiveStage(database, tenant)
            let answer = await stage.load("/operator/rehearsal?concert=evening&position=\(position)", of: tenant)
            #expect(answer.status == 422)
        }
    }
}
