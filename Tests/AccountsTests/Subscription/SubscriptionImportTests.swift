import FoundationEssentials
import Tenancy
import Testing
import Web

@testable import Accounts

@Suite struct SubscriptionImportTests {
    private static func run(_ text: String, _ stage: Stage, dryRun: Bool = false) async throws
        -> SubscriptionImport.Report
    {
        try await SubscriptionImport(database: stage.database.tenants).run(
            Array(text.utf8), in: stage.here, dryRun: dryRun
        ) { AuditEvent("subscription.import", by: .command, detail: $0) }
    }

    private static func states(_ stage: Stage) async throws -> String {
        try await stage.database.sql(
            """
            select string_agg(concat_ws(' ', login, subscription, extract(year from subscription_until)), ', ' order by login_key)
              from app.user_account
             where role = 'listener';
            """)
    }

    @Test func anImportCountsChangedAndUnchangedSubscriptions() async throws {
        try await Stage.with { stage in
            for login in ["ann", "bob", "Cyd"] { try await stage.addListener(login) }
            let file = "login,state,until\nann,active,2030-06-01T00:00:00Z\nbob,active,\nCYD,lapsed,\n"
            #expect(try await Self.run(file, stage) == .init(changed: 2, unchanged: 1, dryRun: false))
            #expect(try await Self.states(stage) == "ann active 2030, bob active, Cyd lapsed")
            #expect(try await Self.run(file, stage) == .init(changed: 0, unchanged: 3, dryRun: false))
            #expect(
                try await stage.audit() == [
                    "command line|subscription.import||{\"changed\": \"2\", \"unchanged\": \"1\"}",
                    "command line|subscription.import||{\"changed\": \"0\", \"unchanged\": \"3\"}",
                ])
        }
    }

    @Test func aDryRunOfAnImportCountsTheChangesWithoutWriting() async throws {
        try await Stage.with { stage in
            try await stage.addListener()
            let report = try await Self.run("login,state\nann,lapsed\n", stage, dryRun: true)
            #expect(report == .init(changed: 1, unchanged: 0, dryRun: true))
            #expect(try await Self.states(stage) == "ann active")
            #expect(try await stage.audit().isEmpty)
        }
    }

    @Test func oneUnknownLoginPreventsTheWholeImport() async throws {
        try await Stage.with { stage in
            try await stage.addListener()
            // Eva is an operator, and Ole belongs to another tenant.
            let error = await #expect(throws: APIError.self) {
                try await Self.run("login,state\nann,lapsed\neva,lapsed\n\nole,lapsed\nnobody,lapsed\n", stage)
            }
            #expect(error?.status == .unprocessableContent)
            #expect(
                error?.faults.map { "\($0.field) \($0.reason)" } == [
                    "line 3, column login is not the login of a listener; only listeners have subscriptions, so remove the line",
                    "line 5, column login is not a login of this tenant; correct the login or remove the line",
                    "line 6, column login is not a login of this tenant; correct the login or remove the line",
                ])
            #expect(try await Self.states(stage) == "ann active")
            #expect(try await stage.audit().isEmpty)
        }
    }

    @Test func aSubscriptionFileOfTwentyThousandLinesIsImported() async throws {
        try await Stage.with { stage in
            try await stage.database.sql(
                """
                insert into app.user_account (tenant_id, login, password_hash, role)
                select \(stage.here.id.rawValue), 'listener' || n, 'x', 'listener' from generate_series(1, 20000) n;
                """)
            let lines = (1...20_000).map { "listener\($0),lapsed,2026-01-01T00:00:00Z\n" }.joined()
            let report = try await Self.run("login,state,until\n" + lines, stage)
            #expect(report == .init(changed: 20_000, unchanged: 0, dryRun: false))
        }
    }
}
