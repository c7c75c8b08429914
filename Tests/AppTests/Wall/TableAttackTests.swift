import Postgres
import Tenancy
import TestSupport
import Testing

@testable import Accounts

/// The attacks of the tenancy rig (spec O2.4) on every table, key, sequence and function of the current schema. The service's role performs the
/// attacks, in B's transactions on A. `ProbeChecks` lists the test for each check of the rig.
struct TableAttackTests {
    @Test func noTableRevealsOrChangesRowsOfAnotherTenant() async throws {
        try await Self.onStage { stage in
            let (mine, other) = (stage.b.tenant.id, stage.a.tenant.id)
            let before = try await stage.picture(of: stage.a)
            let rows = try await stage.database.tenants.rows(
                in: mine,
                """
                select subject, attack, outcome, expected
                  from stage.attacks(\(mine.rawValue), \(other.rawValue))
                """)
            #expect(rows.count > 500)
            for row in rows {
                let (outcome, expected) = (try row("outcome", as: String.self), try row("expected", as: String.self))
                let (attack, table) = (try row("attack", as: String.self), try row("subject", as: String.self))
                #expect(outcome == expected, "\(attack) of \(table)")
            }
            #expect(WallStage.changes(before, try await stage.picture(of: stage.a)) == [])
        }
    }

    @Test func noTableCanBeReadOrChangedWithoutATenant() async throws {
        try await Self.onStage { stage in
            let rows = try await stage.database.runtime.rows(
                """
                select rel::text as subject, a.attack, stage.attempt(format(a.statement, rel)) as outcome, a.expected
                  from stage.tables,
                       (values ('select', 'select from %s', 'rows:0'),
                               ('select naming a tenant', 'select from %s where tenant_id = 1', 'rows:0'),
                               ('insert', 'insert into %s default values', '42501'),
                               ('delete', 'delete from %s', 'rows:0')) as a (attack, statement, expected)
                 where rel::text like 'app.%'
                """)
            #expect(rows.count > 100)
            for row in rows {
                let subject = "\(try row("attack", as: String.self)) of \(try row("subject", as: String.self))"
                let (outcome, expected) = (try row("outcome", as: String.self), try row("expected", as: String.self))
                // A missing value without a default may be refused first (23502). Rows of an audit table are never deleted.
                let isRefused = outcome.hasPrefix("42501") || (expected == "42501" && outcome.hasPrefix("23502"))
                #expect(outcome == expected || isRefused, "\(subject)")
            }
        }
    }

    @Test func noKeyReferencesOrRevealsARowOfAnotherTenant() async throws {
        try await Self.onStage { stage in
            _ = try await stage.database.superuser.rows("select stage.prepare_thefts(\(stage.a.tenant.id.rawValue))")
            let rows = try await stage.database.tenants.rows(
                in: stage.b.tenant.id,
                "select subject, kind, stage.steal(rel, stolen) as outcome from stage.thefts order by kind, subject")
            for row in rows {
                let (subject, outcome) = (try row("subject", as: String.self), try row("outcome", as: String.self))
                switch try row("kind", as: String.self) {
                // If one key has all columns of another key and further columns, the shorter key may be violated first.
                case "foreign key":
                    #expect(outcome.hasPrefix("23503 ") && outcome.hasSuffix("_fkey"), "\(subject): \(outcome)")
                    #expect(subject.hasPrefix(outcome.dropFirst(6).dropLast(5)), "\(subject): \(outcome)")
                // The error 23505 would reveal that another tenant has the value. A key that is also a foreign key reveals nothing either.
                default: #expect(outcome == "inserted" || outcome.hasPrefix("23503 "), "\(subject)")
                }
            }
            #expect(rows.count > 40)
        }
    }

    @Test func sequencesControlTablesAndStatisticsAreNotAccessible() async throws {
        try await Self.onStage { stage in
            try await stage.database.psql("analyze;")
            let rows = try await stage.database.tenants.rows(
                in: stage.b.tenant.id,
                """
                select c.oid::regclass::text as subject, stage.attempt(format(a.statement, c.oid::regclass)) as outcome
                  from pg_class c
                  join (values ('S', 'select last_value from %s'), ('S', 'select nextval(%L)'),
                               ('r', 'select from %s'), ('r', 'delete from %s')) as a (kind, statement)
                    on a.kind = c.relkind
                 where (c.relkind = 'S' and c.relnamespace = 'app'::regnamespace)
                    or c.relnamespace = 'control'::regnamespace
                """)
            #expect(rows.count > 20)
            for row in rows {
                let (subject, outcome) = (try row("subject", as: String.self), try row("outcome", as: String.self))
                #expect(outcome == "42501", "\(subject)")
            }
            let told = try await stage.database.tenants.rows(
                in: stage.b.tenant.id,
                """
                select (select count(*) from pg_stats where schemaname in ('app', 'control'))
                       + (select count(*) from pg_stats_ext where schemaname in ('app', 'control')) as v
                """)
            #expect(try told.first?("v", as: Int64.self) == 0)
        }
    }

    @Test func copyReadsOnlyRowsOfTheTenantAndCannotWrite() async throws {
        try await Self.onStage { stage in
            let listed = try await stage.database.psql(
                "select string_agg(rel::text, ' ') from stage.tables where rel::text like 'app.%';")
            let tables = listed.split(separator: " ")
            #expect(tables.count > 30)
            let mine = stage.b.tenant.id
            let out = tables.map { "copy (select distinct tenant_id from \($0)) to stdout;" }.joined(separator: "\n")
            let copied = try await stage.database.psql(
                "begin;\nset local app.tenant_id = '\(mine)';\n\(out)\ncommit;", user: "app_rt")
            let tenants: [String] = copied.split(separator: "\n").map(String.init)
            #expect(tenants == Array(repeating: "\(mine)", count: tables.count))
            let into = tables.map {
                "begin; set local app.tenant_id = '\(mine)';\ncopy \($0) from stdin;\n\\.\nrollback;"
            }.joined(separator: "\n")
            let refused = try await stage.database.psql(
                "\\set ON_ERROR_STOP 0\n\\set VERBOSITY sqlstate\n" + into, user: "app_rt")
            #expect(refused.components(separatedBy: "0A000").count - 1 == tables.count, "\(refused)")
        }
    }

    /// A call of each function of `control` that the service may call, in B's transaction. The calls may change only B.
    private static let doors: [String: String] = [
        "resolve_host": "select from control.resolve_host('alphamark.example')",
        "primary_host": "select control.primary_host(1)",
        "allowed_origins": "select control.allowed_origins(1)",
        "set_allowed_origins": "select control.set_allowed_origins('{https://taken.example}')",
        "active_tenants": "select from control.active_tenants()",
        "go_on_air": "select control.go_on_air('239.1.0.9', 5009)",
        "go_off_air": "select control.go_off_air()",
        "describe_tenant": "select control.describe_tenant('Taken', 'de', 'UTC', '#ffffff')",
        "set_tenant_logo": "select control.set_tenant_logo(null)",
        "own_tenant": "select from control.own_tenant()",
        "schema_version": "select control.schema_version()",
        "schema_history": "select control.schema_history()",
        "open_export": "select control.open_export('user_account')",
        "login_key": "select control.login_key('Eva')",
        "is_left_out": "select control.is_left_out('token_hash')",
        "left_out_columns": "select from control.left_out_columns()",
        "next_identifier": "select control.next_identifier()",
    ]

    /// The functions that affect other tenants or the platform, each with the reason why this effect is correct.
    private static let crossings: [String: String] = [
        "add_channel_counts": "adds to counts of channels, of those that are the named tenants' own, and tells nothing",
        "add_requests": "adds to counts of requests by the tenants' short names, and tells nothing",
        "platform_salt": "tells cost and salt of a log-in's hash, and nothing that opens",
        "open_platform_session": "asks for the hash of the right password",
        "platform_caller": "asks for the hash of a live session",
        "end_platform_session": "asks for the hash of the session that it ends",
        "platform_tenants": "opens to a live session of the platform only (PlatformDoorsTests)",
        "platform_add_tenant": "opens to a live session of the platform only (PlatformDoorsTests)",
        "platform_change_tenant": "opens to a live session of the platform only (PlatformDoorsTests)",
        "platform_add_host": "opens to a live session of the platform only (PlatformDoorsTests)",
        "platform_remove_host": "opens to a live session of the platform only (PlatformDoorsTests)",
        "platform_administrator": "opens to a live session of the platform only (PlatformDoorsTests)",
        "platform_invite_administrator": "opens to a live session of the platform only (PlatformDoorsTests)",
        "platform_erase_tenant": "opens to a live session of the platform only (PlatformDoorsTests)",
    ]

    @Test func controlFunctionsChangeOnlyTheTenantOfTheCaller() async throws {
        try await Self.onStage { stage in
            let rows = try await stage.database.superuser.rows(
                """
                select p.proname::text as name, has_function_privilege('app_rt', p.oid, 'execute') as is_open
                  from pg_proc p
                 where p.pronamespace = 'control'::regnamespace
                """)
            let open = Set(try rows.filter { try $0("is_open", as: Bool.self) }.map { try $0("name", as: String.self) })
            let known = Set(Self.doors.keys).union(Self.crossings.keys)
            #expect(open.subtracting(known) == [], "TableAttackTests.doors lacks a call of these functions")
            #expect(known.subtracting(open) == [], "these functions are not in TableAttackTests.doors")
            let untouched = try await stage.picture(of: stage.a)
            let before = try await stage.picture(of: stage.b)
            for (name, statement) in Self.doors {
                try await stage.database.psql(
                    "begin;\nset local app.tenant_id = '\(stage.b.tenant.id)';\n\(statement);\ncommit;", user: "app_rt")
                #expect(WallStage.changes(untouched, try await stage.picture(of: stage.a)) == [], "\(name)")
            }
            // The functions must have had an effect. Otherwise the test would pass if none of them worked.
            #expect(
                WallStage.changes(before, try await stage.picture(of: stage.b)) == ["control.on_air", "control.tenant"])
            // A call cannot take a scope that A uses.
            await #expect(throws: TestFailure.self) {
                try await stage.database.psql(
                    """
                    begin;
                    set local app.tenant_id = '\(stage.b.tenant.id)';
                    select control.go_on_air('239.1.0.1', 5004);
                    commit;
                    """, user: "app_rt")
            }
        }
    }

    private static func onStage(_ body: (WallStage) async throws -> Void) async throws {
        try await WallStage.with { stage in
            try await stage.database.psql(AttackFunctions.script)
            try await body(stage)
        }
    }
}
