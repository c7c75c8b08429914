import FoundationEssentials
import HTTP
import Testing

@testable import Accounts

@Suite struct SubscriptionRoutesTests {
    private struct Item: Decodable, Hashable {
        let account: String
        let login: String
        let state: String
        var until: String?
    }

    private struct List: Decodable {
        let items: [Item]
        let next: String?
    }

    private static func get(_ stage: Stage, _ token: String, _ query: String? = nil) async -> Response {
        await stage.get("/api/v1/admin/subscriptions", query: query, ["Authorization": "Bearer \(token)"])
    }

    private static func post(_ stage: Stage, _ token: String, _ csv: String, _ query: String? = nil) async -> Response {
        await stage.application.respond(
            to: Request(
                method: .post, path: "/api/v1/admin/subscriptions/imports", query: query, authority: "here",
                fields: ["Content-Type": "text/csv; charset=utf-8", "Authorization": "Bearer \(token)"],
                body: Array(csv.utf8)))
    }

    @Test func findSubscriptions() async throws {
        try await Stage.with { stage in
            let token = try await stage.adminToken()
            for number in 1...5 { try await stage.addListener("listener\(number)") }
            try await stage.subscribe("listener2", Subscription(.lapsed))
            var logins: [String] = []
            var query = "limit=2"
            var pages = 0
            while true {
                let page = try await Self.get(stage, token, query).decoded(as: List.self)
                logins += page.items.map(\.login)
                pages += 1
                guard let next = page.next else { break }
                query = "limit=2&cursor=\(next)"
            }
            #expect(logins == (1...5).map { "listener\($0)" } && pages == 3)
            let lapsed = try await Self.get(stage, token, "state=lapsed").decoded(as: List.self)
            #expect(lapsed.items.map(\.login) == ["listener2"] && lapsed.next == nil)
            for query in ["state=paid", "limit=0", "limit=201", "limit=%2B5", "cursor=x", "cursor=-1", "cursor=05"] {
                #expect(await Self.get(stage, token, query).status == .unprocessableContent, "\(query)")
            }
        }
    }

    @Test func setSubscription() async throws {
        try await Stage.with { stage in
            let token = try await stage.adminToken()
            let ann = try await stage.addListener()
            let path = "/api/v1/admin/accounts/\(ann.id.rawValue)/subscription"
            let answer = await stage.send(
                .put, path, json: "{\"state\": \"active\", \"until\": \"2099-01-31T01:00:00+01:00\"}", token: token)
            #expect(answer.status == .ok)
            let expected = Item(
                account: "\(ann.id.rawValue)", login: "ann", state: "active", until: "2099-01-31T00:00:00.000Z")
            #expect(try answer.decoded(as: Item.self) == expected)
            let ended = await stage.send(
                .put, path, json: "{\"state\": \"active\", \"until\": \"2020-01-31T00:00:00Z\"}", token: token)
            #expect(try ended.decoded(as: Item.self).state == "lapsed")
            #expect(await stage.logIn("ann").status == .forbidden)
            #expect(await stage.send(.put, path, json: "{\"state\": \"active\"}", token: token).status == .ok)
            #expect(await stage.logIn("ann").status == .created)
            #expect(
                try await stage.audit() == [
                    "root|subscription.change|ann|{\"state\": \"active\", \"until\": \"2099-01-31T00:00:00.000Z\"}",
                    "root|subscription.change|ann|{\"state\": \"active\", \"until\": \"2020-01-31T00:00:00.000Z\"}",
                    "root|subscription.change|ann|{\"state\": \"active\"}",
                ])
        }
    }

    private static func change(
        _ stage: Stage, _ token: String, _ account: String, _ json: String = "{\"state\": \"lapsed\"}"
    ) async -> Int {
        await stage.send(.put, "/api/v1/admin/accounts/\(account)/subscription", json: json, token: token).status.code
    }

    @Test func onlySubscriptionsOfListenersOfTheTenantCanBeChanged() async throws {
        try await Stage.with { stage in
            let token = try await stage.adminToken()
            func status(_ account: String) async -> Int { await Self.change(stage, token, account) }
            let eva = try #require(try await stage.users.user(login: "eva", in: stage.here.id)).id.rawValue
            let ole = try #require(try await stage.users.user(login: "ole", in: stage.there.id)).id.rawValue
            #expect(await status("\(eva)") == 409)
            #expect(await status("\(ole)") == 404)
            for account in ["999999", "0", "+1", "x", "99999999999999999999"] { #expect(await status(account) == 404) }
            #expect(try await stage.audit().isEmpty)
        }
    }

    @Test(arguments: [
        "{\"state\": \"paid\"}", "{\"state\": \"active\", \"until\": \"soon\"}",
        "{\"state\": \"active\", \"until\": \"9999-01-01T00:00:00Z\"}",
        "{\"state\": \"active\", \"until\": \"0000-01-01T00:00:00Z\"}",
    ])
    func anInvalidStateOrEndOfASubscriptionIsRefused(json: String) async throws {
        try await Stage.with { stage in
            let token = try await stage.adminToken()
            try await stage.addListener()
            let ann = try #require(try await stage.users.user(login: "ann", in: stage.here.id)).id.rawValue
            #expect(await Self.change(stage, token, "\(ann)", json) == 422)
            #expect(try await stage.audit().isEmpty)
        }
    }

    @Test func importSubscriptions() async throws {
        try await Stage.with { stage in
            struct Report: Decodable, Hashable {
                let changed: Int
                let unchanged: Int
                let dryRun: Bool
            }
            let token = try await stage.adminToken()
            try await stage.addListener()
            let csv = "login,state\r\nann,lapsed\r\n"
            let dry = try await Self.post(stage, token, csv, "dryRun=true").decoded(as: Report.self)
            #expect(dry == Report(changed: 1, unchanged: 0, dryRun: true))
            let done = try await Self.post(stage, token, csv).decoded(as: Report.self)
            #expect(done == Report(changed: 1, unchanged: 0, dryRun: false))
            #expect(await stage.logIn("ann").status == .forbidden)
            let refused = await Self.post(stage, token, "login,state\nann,\n")
            #expect(refused.status == .unprocessableContent)
            #expect(
                try refused.problem.faults == [
                    .init(
                        field: "line 2, column state", reason: "must be active, lapsed or support-required, found \"\"")
                ])
            #expect(await Self.post(stage, token, csv, "dryRun=maybe").status == .unprocessableContent)
            let json = await stage.send(.post, "/api/v1/admin/subscriptions/imports", json: "{}", token: token)
            #expect(json.status == .unsupportedMediaType)
        }
    }

    @Test func operatorsMayNotManageSubscriptions() async throws {
        try await Stage.with { stage in
            let token = try await stage.tokens.create(login: "eva", in: stage.here.id)
            #expect(await Self.get(stage, token).status == .forbidden)
            #expect(await Self.post(stage, token, "login,state\n").status == .forbidden)
        }
    }
}
