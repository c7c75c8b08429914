import Foundation
import Postgres
import TestSupport
import Testing

/// The attacks of the tenancy rig (spec O2.4) on the real schema, with the service's role.
struct WallTests {
    struct Attack: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let statement: SQL
        let outcome: TwoTenants.Outcome

        init(_ description: String, _ statement: SQL, _ outcome: TwoTenants.Outcome) {
            testDescription = description
            self.statement = statement
            self.outcome = outcome
        }
    }

    @Test(arguments: [
        Attack("select", "select count(*)::text as v from app.work", .value("0")),
        Attack("select naming a tenant", "select * from app.work where tenant_id = 1", .rows(0)),
        Attack("insert", "insert into app.work (composer, title) values ('x', 'x')", .error("42501")),
        Attack(
            "insert naming a tenant", "insert into app.work (tenant_id, composer, title) values (1, 'x', 'x')",
            .error("42501")),
        Attack("update", "update app.concert set title = 'x' returning 1", .rows(0)),
        Attack("delete", "delete from app.work returning 1", .rows(0)),
    ])
    func noRowIsReadOrWrittenWithoutATenant(attack: Attack) async throws {
        let outcome = try await TwoTenants.shared.outcome(of: attack.statement, tenant: nil)
        #expect(outcome == attack.outcome)
    }

    @Test(arguments: ["1 or 1=1", "1;2", "x", "99999999999"])
    func anInvalidTenantSettingIsAnError(tenant: String) async throws {
        let outcome = try await TwoTenants.shared.outcome(
            of: "select count(*)::text as v from app.work", tenant: tenant)
        #expect(outcome == .error(tenant.first == "9" ? "22003" : "22P02"))
    }

    @Test(arguments: ["", "0", "-1", "3"])
    func anUnknownTenantHasNoRows(tenant: String) async throws {
        let outcome = try await TwoTenants.shared.outcome(
            of: "select count(*)::text as v from app.work", tenant: tenant)
        #expect(outcome == .value("0"))
    }

    @Test(arguments: [
        Attack("own rows are there", "select count(*)::text as v from app.work", .value("5")),
        Attack("read by key", "select * from app.work where tenant_id = 1 and work_id = 1", .rows(0)),
        Attack(
            "insert into the other", "insert into app.work (tenant_id, composer, title) values (1, 'z', 'z')",
            .error("42501")),
        Attack(
            "update the other's row", "update app.concert set title = 'x' where concert_id = 1 returning 1", .rows(0)),
        Attack("delete the other's row", "delete from app.work where work_id = 1 returning 1", .rows(0)),
        Attack("move own row away", "update app.concert set tenant_id = 1", .error("42501")),
        Attack(
            "point into the other by insert",
            """
            insert into app.piece (concert_id, position, work_id, movement, name, name_key, measure_count,
                                   end_measure, end_ms)
            values (2, 2, 1, '2', 'x', 'x', 1, 1, 1)
            """, .error("23503")),
        Attack(
            "point into the other by update",
            "update app.live set piece_id = 1 where tenant_id = 2", .error("23503")),
        Attack(
            "the other's unique values are free",
            """
            insert into app.work (composer, title) values ('North', 'north 1')
            on conflict do nothing
            returning title as v
            """, .value("north 1")),
        Attack(
            "the other's login is free",
            """
            insert into app.user_account (login, password_hash, role) values ('anna', '-', 'admin')
            returning login as v
            """, .value("anna")),
        Attack(
            "returning shows own rows only",
            """
            with gone as (delete from app.user_account returning tenant_id)
            select string_agg(tenant_id::text, ',') as v from gone
            """, .value("2")),
        Attack(
            "a sub-select sees own rows only",
            """
            select count(*)::text as v
              from app.piece
             where exists (select from app.work where title like 'north%')
            """, .value("0")),
        Attack("a join sees own rows only", "select * from app.piece, app.work where composer = 'North'", .rows(0)),
        Attack(
            "a failing expression is not reached for hidden rows",
            """
            select count(*)::text as v
              from app.work
             where 1 / (case when title like 'north%' then 0 else 1 end) = 1
            """, .value("5")),
        Attack(
            "statistics are hidden",
            "select count(*)::text as v from pg_stats where schemaname = 'app' and tablename = 'work'", .value("0")),
        Attack("a sequence is not read", "select last_value from control.identifier_seq", .error("42501")),
        Attack("a sequence is not advanced", "select nextval('control.identifier_seq')", .error("42501")),
        Attack("what hides the sequence is not read", "select secret from control.identifier_secret", .error("42501")),
        Attack("hosts are not listed", "select * from control.tenant_host", .error("42501")),
        Attack("tenants are not listed", "select * from control.tenant", .error("42501")),
        Attack("who is on the air is not listed", "select * from control.on_air", .error("42501")),
        Attack("the wall cannot be raised anew", "select control.raise_wall('app.work')", .error("42501")),
        Attack("bytes cannot be read from the server", "select pg_read_file('PG_VERSION')", .error("42501")),
    ])
    func rowsOfAnotherTenantCannotBeReadOrWritten(attack: Attack) async throws {
        let outcome = try await TwoTenants.shared.outcome(of: attack.statement, tenant: "2")
        #expect(outcome == attack.outcome)
    }

    /// The attacks that need a session. `psql` prints the SQLSTATE or the result.
    @Test(arguments: [
        ("truncate app.work cascade", "42501"),
        ("set row_security = off; select count(*) from app.work", "42501"),
        ("alter table app.work disable row level security", "42501"),
        ("alter table app.work no force row level security", "42501"),
        ("drop policy tenant_wall on app.work", "42501"),
        ("set role app_owner", "42501"),
        ("set session authorization app_owner", "42501"),
        ("create function app.spy(text) returns boolean language sql as 'select true'", "42501"),
        ("create temporary table t (n integer)", "42501"),
        ("copy app.work to '/nonexistent/x'", "42501"),
        ("copy app.work to program 'cat'", "42501"),
        ("begin; set local app.tenant_id = '2'; copy (select distinct tenant_id from app.work) to stdout; commit", "2"),
        ("begin; set local app.tenant_id = '2'; copy app.work (composer, title) from '/dev/null'", "42501"),
        ("begin; set local app.tenant_id = '2'; commit; select count(*) from app.work", "0"),
        ("set local app.tenant_id = '2'; select count(*) from app.work", "0"),
        (
            "begin; set local app.tenant_id = '1'; savepoint s; set local app.tenant_id = '2'; rollback to s; "
                + "select app.tenant_id()", "1"
        ),
        (
            "prepare p as select count(*) from app.work; set plan_cache_mode = force_generic_plan; "
                + "begin; set local app.tenant_id = '1'; execute p; commit; "
                + "begin; set local app.tenant_id = '2'; execute p; commit", "10 5"
        ),
    ])
    func aSessionOfTheServiceCannotBypassRowSecurity(script: String, outcome: String) async throws {
        let database = try await TwoTenants.shared.database
        let verbose = "\\set VERBOSITY sqlstate\n"
        let printed: String
        do {
            printed = try await database.psql(verbose + script + ";", user: "app_rt")
        } catch TestFailure.psql(let output, _) {
            printed = output
        }
        let lines = printed.split(separator: "\n").filter { !$0.contains("WARNING") }
        // A line of the output is "psql:<stdin>:2: ERROR:  42501".
        let words = lines.compactMap { $0.split(separator: " ").last }
        #expect(words.joined(separator: " ") == outcome)
    }

    @Test func everyTableIsEmptyToServiceAndOwnerWithoutATenant() async throws {
        let database = try await TwoTenants.shared.database
        let script = """
            select format('select %L where exists (select from %s)', c.oid::regclass, c.oid::regclass)
              from pg_class c
             where c.relnamespace = 'app'::regnamespace
               and c.relkind in ('r', 'p') \\gexec
            """
        for role in ["app_rt", "app_owner"] {
            let filled = try await database.psql(script + "\n", user: role)
            #expect(filled == "")
        }
        let filled = try await database.psql(script + "\n", user: "app_dump")
        #expect(filled.contains("app.work"))
    }

    @Test func aDumpByTheOwnerFailsInsteadOfOmittingRows() async throws {
        let database = try await TwoTenants.shared.database
        await #expect(throws: TestFailure.self) {
            try await database.psql("set row_security = off; select count(*) from app.work;", user: "app_owner")
        }
    }

    @Test func hostsOfADisabledTenantResolveToNoTenant() async throws {
        try await withDatabase { database in
            try await database.tenant("north", host: "north.example")
            let found: SQL = "select slug as v from control.resolve_host('north.example', 'north')"
            #expect(try await database.runtime.rows(found).count == 1)
            try await database.psql("update control.tenant set active = false;")
            #expect(try await database.runtime.rows(found).isEmpty)
        }
    }

    /// The policy refuses changes that the rights of the owner would allow.
    @Test func theOwnerCannotMoveRowsToAnotherTenant() async throws {
        try await withDatabase { database in
            let (a, b) = (try await database.tenant("north"), try await database.tenant("city"))
            try await database.psql(
                "insert into app.work (tenant_id, composer, title) values (\(a.id), 'a', 'a'), (\(b.id), 'b', 'b');")
            func moved(_ setting: String) async throws -> String {
                try await database.psql(
                    """
                    \\set ON_ERROR_STOP 0
                    \\set VERBOSITY sqlstate
                    begin;
                    \(setting)
                    with moved as (update app.work set tenant_id = \(a.id) returning 1) select count(*) from moved;
                    rollback;
                    """, user: "app_owner")
            }
            #expect(try await moved("") == "0")
            #expect(try await moved("set local app.tenant_id = '\(b.id)';").contains("42501"))
        }
    }

    /// Without a security barrier, the query planner would run the cheap function before the policy.
    @Test func aFunctionOfLowCostReceivesOnlyRowsOfTheTenant() async throws {
        try await withDatabase { database in
            let (a, b) = (try await database.tenant("north"), try await database.tenant("city"))
            try await database.psql(
                """
                insert into app.work (tenant_id, composer, title) values (\(a.id), 'a', 'north'), (\(b.id), 'b', 'city');
                grant usage on schema public to app_rt;
                create table public.seen (title text);
                grant select, insert on public.seen to app_rt;
                create function public.spy(p_title text) returns boolean language plpgsql cost 0.0000001 as $$
                begin
                    insert into public.seen values (p_title);
                    return true;
                end
                $$;
                """)
            let seen = try await database.psql(
                """
                begin;
                set local app.tenant_id = '\(b.id)';
                select count(*) from app.work where public.spy(title);
                select string_agg(title, ',') from public.seen;
                commit;
                """, user: "app_rt")
            #expect(seen == "1\ncity")
        }
    }

    @Test func cascadingDeletionsStayWithinTheTenant() async throws {
        let database = try await TwoTenants.shared.database
        let counts = try await database.psql(
            """
            begin;
            set local app.tenant_id = '2';
            update app.live set concert_id = null, piece_id = null, measure = null;
            delete from app.concert;
            select count(*) from app.piece;
            set local app.tenant_id = '1';
            select count(*) from app.piece;
            rollback;
            """, user: "app_rt")
        #expect(counts == "0\n1")
    }

    /// Each check of the tenancy rig has a test in this project, or a reason why it has none.
    @Test func everyTenancyCheckHasATestOrAReason() throws {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        var text = ""
        for case let file as URL in FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil)
            ?? .init()
        where file.pathExtension == "swift" {
            text += try String(contentsOf: file, encoding: .utf8)
        }
        #expect(Set(ProbeChecks.all.map(\.check)).count == ProbeChecks.all.count)
        for (check, holder) in ProbeChecks.all {
            switch holder {
            case .test(let name): #expect(text.contains("func \(name)("), "\(check)")
            case .nothing(let reason): #expect(!reason.isEmpty, "\(check)")
            }
        }
    }
}
