import Tenancy
import TestSupport
import Testing
import Web

@testable import ConcertNotes

/// Several presses in one request of the page's script (decision 0052).
@Suite struct OperatorPressesTests {
    private func post(
        _ presses: String, at revision: Int, _ stage: LiveStage, _ tenant: Tenant, by login: String = "anna"
    ) async -> (status: Int, notice: Notice) {
        let answer = await stage.post(
            "/operator/presses", ["csrf": LiveStage.csrf, "revision": String(revision), "presses": presses], to: tenant,
            by: login, fields: ["Tutti-Regions": "page-1"])
        return (answer.status, Notice(answer.text))
    }

    /// The part of an answer that the script reads.
    struct Notice: Hashable {
        let made: String?
        let revision: String?
        let refusal: String?
        let text: String

        init(_ page: String) {
            let tag = page.firstMatch(of: /<p id="notice"([^>]*)>([^<]*)</)
            let attributes = String(tag?.1 ?? "")
            func attribute(_ name: String) -> String? {
                attributes.split(separator: " ").first { $0.hasPrefix("\(name)=\"") }.map {
                    String($0.dropFirst(name.count + 2).dropLast())
                }
            }
            (made, revision) = (attribute("data-made"), attribute("data-revision"))
            (refusal, text) = (attribute("data-refusal"), String(tag?.2 ?? ""))
        }
    }

    /// In the opposite order, the first press would be refused: no measure precedes the first.
    @Test func allPressesOfOneRequestAreAppliedInOrder() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            let (status, notice) = await post("a:1,b:1,c:1,d:-1", at: 1, stage, tenant)
            #expect(status == 200)
            #expect(notice.made == "4")
            #expect(notice.revision == "5")
            #expect(notice.refusal == nil)
            #expect(await stage.send(.get, "/api/v1/live", to: tenant).json["measure"] == 3)
        }
    }

    @Test func pressesThatAreSentAgainCountOnce() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            _ = await post("a:1,b:1", at: 1, stage, tenant)
            // The response was lost: the same presses are sent again, with a new one.
            let (status, notice) = await post("a:1,b:1,c:1", at: 1, stage, tenant)
            #expect(status == 200)
            #expect(notice.made == "3")
            #expect(notice.revision == "4")
            #expect(await stage.send(.get, "/api/v1/live", to: tenant).json["measure"] == 4)
        }
    }

    @Test func thePressesOfIdenticalSimultaneousRequestsCountOnce() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            let notices = await withTaskGroup(of: Notice.self) { group in
                for _ in 0..<6 { group.addTask { await post("a:1,b:1,c:1,d:1", at: 1, stage, tenant).notice } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(notices.map(\.made)) == ["4"])
            #expect(Set(notices.map(\.revision)) == ["5"])
            #expect(await stage.send(.get, "/api/v1/live", to: tenant).json["measure"] == 5)
        }
    }

    @Test func pressesAfterAnotherOperatorsMoveAreNotApplied() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            try await database.sql(
                """
                insert into app.user_account (tenant_id, user_id, login, password_hash, role) overriding system value
                values (\(tenant.id), 8, 'bob', 'x', 'operator');
                """)
            let stage = try LiveStage(database, tenant)
            _ = await post("a:1", at: 1, stage, tenant)
            _ = await post("x:1", at: 2, stage, tenant, by: "bob")
            // The first press is found by its key; the others were made before the page knew the new position.
            let (status, notice) = await post("a:1,b:1,c:1", at: 1, stage, tenant)
            #expect(status == 412)
            #expect(notice.made == "1")
            #expect(notice.revision == "2")
            #expect(notice.refusal == "position-moved")
            #expect(notice.text.hasPrefix("Not done: bob has moved the concert to m. 1, 2nd time."))
            #expect(await stage.send(.get, "/api/v1/live", to: tenant).json["measure"] == 3)
            // A refused press stays refused when it is sent again.
            #expect(await post("b:1", at: 2, stage, tenant).status == 412)
        }
    }

    @Test func pressesAfterARefusedPressAreNotApplied() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            let (status, notice) = await post("a:1,b:-1,c:-1,d:1,e:1", at: 1, stage, tenant)
            #expect(status == 409)
            #expect(notice.made == "2")
            #expect(notice.refusal == "beyond-programme")
            #expect(await stage.send(.get, "/api/v1/live", to: tenant).json["measure"] == 1)
        }
    }

    @Test func theIdempotencyKeyOfANextPressCannotBeReusedForABackPress() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            _ = await post("a:1", at: 1, stage, tenant)
            let (status, notice) = await post("a:-1", at: 2, stage, tenant)
            #expect(status == 422)
            #expect(notice.refusal == "idempotency-key-reused")
        }
    }

    @Test(arguments: [
        "", "a", "a:", "a:2", "a:+1", ":1", "a:1,", "a:1:1", "a b:1", "a:1,a:1",
        (0...OperatorPresses.limit).map { "k\($0):1" }.joined(separator: ","),
    ])
    func aMalformedListOfPressesIsRefusedAsAWhole(presses: String) async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            let (status, notice) = await post(presses, at: 1, stage, tenant)
            #expect(status == 422)
            #expect(notice.made == "0")
            #expect(await stage.send(.get, "/api/v1/live", to: tenant).json["revision"] == 1)
        }
    }

    /// A jump that the network delays must not override a colleague. A follower's move in between does not matter.
    @Test(arguments: [("operator", 412, 2), ("osc", 412, 2), ("follower", 200, 5)])
    func aDelayedJumpIsRefusedIfAPersonOrConsoleMovedTheConcert(
        source: String, status: Int, measure: Int
    ) async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            _ = await stage.send(.post, "/api/v1/live/steps", #"{"by":1,"source":"\#(source)"}"#, to: tenant)
            let form = [
                "csrf": LiveStage.csrf, "key": "j", "expected": "1", "piece": LiveFixture.round, "measure": "5",
                "counted": "heard",
            ]
            for _ in 0..<2 {
                #expect(
                    await stage.post("/operator/jumps", form, to: tenant, fields: ["Tutti-Regions": "page-1"]).status
                        == status)
            }
            #expect(await stage.send(.get, "/api/v1/live", to: tenant).json["measure"] == .number(measure))
        }
    }

    @Test func theNextButtonIsTheFirstControlOfTheOperatorBar() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let page = await (try LiveStage(database, tenant)).load(of: tenant).text
            let bar = try #require(page.split(separator: "<section id=\"bar\"").last)
            #expect(bar.firstMatch(of: /<(?:button|a|input type="text"|select) id="([a-z]+)"/)?.1 == "next")
            // Without the script, the order of the markup is the order of the Tab key.
            let content = try #require(page.split(separator: "<main id=\"main\"").last)
            let control = /<(?:button|a|select|textarea|summary|input(?! type="hidden"))[^>]*>/
            #expect(content.firstMatch(of: control).map { $0.0.contains("id=\"next\"") } == true)
        }
    }
}
