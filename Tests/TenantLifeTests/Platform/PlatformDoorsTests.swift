import Postgres
import TestSupport
import Testing

/// Tests of the platform's data with the service's role: SQL without a platform session reads nothing (migration 0006).
@Suite struct PlatformDoorsTests {
    /// The invalid keys: an unknown session, no session, and a value that is not a hash.
    private static let keys = ["sha256('x')", "null", "''"]

    private static let doors = [
        "control.platform_tenants(%)",
        "control.platform_add_tenant(%, 'evil', 'Evil', '{}', '{}', null)",
        "control.platform_change_tenant(%, 'here', '{\"name\": \"Evil\"}', 'tenant.change', null)",
        "control.platform_change_tenant(%, 'here', '{\"enabled\": \"false\"}', 'tenant.disable', null)",
        "control.platform_add_host(%, 'here', 'evil.example', null)",
        "control.platform_remove_host(%, 'here', 'here', null)",
        "control.platform_administrator(%, 'here')",
        "control.platform_invite_administrator(%, 'here', sha256('link'), 'evil', null, 60, null)",
        "control.platform_erase_tenant(%, 'gone', null)",
    ]

    /// Returns the data that must not change, as one text.
    private static func contents(_ database: TestDatabase) async throws -> String {
        try await database.psql(
            """
            select (select string_agg(t::text, ';' order by tenant_id) from control.tenant t),
                   (select string_agg(h::text, ';' order by host) from control.tenant_host h),
                   (select count(*) from app.account_link), (select count(*) from control.platform_session), (select count(*) from control.platform_audit),
                   (select count(*) from app.audit_event);
            """)
    }

    private static func with(_ body: (TestDatabase) async throws -> Void) async throws {
        try await withDatabase { database in
            try await database.tenant("here", host: "here")
            try await database.tenant("gone")
            try await database.psql(
                """
                update control.tenant set active = false where slug = 'gone';
                insert into control.platform_account (login, password_hash) values ('pia', '$scrypt$ln=10,r=8,p=1$SALT$KEY');
                insert into control.platform_account (login, password_hash, disabled_at) values ('ex', '-', now());
                insert into control.platform_session (token_hash, platform_account_id, kind, expires_at, last_seen_at)
                values (sha256('over'), 1, 'token', now() - interval '1 second', now()),
                       (sha256('idle'), 1, 'browser', now() + interval '1 day', now() - interval '13 hours'),
                       (sha256('ex'), 2, 'token', now() + interval '1 day', now()),
                       (sha256('live'), 1, 'token', now() + interval '1 day', now());
                """)
            try await body(database)
        }
    }

    @Test func platformFunctionsRequireAValidSession() async throws {
        try await Self.with { (database) async throws in
            let before = try await Self.contents(database)
            let keys = Self.keys + ["sha256('over')", "sha256('idle')", "sha256('ex')"]
            for door in Self.doors {
                for key in keys {
                    let answer = try await Self.sqlState(
                        of: "select * from \(door.replacing("%", with: key))", database)
                    #expect(answer == "28000", "\(door) with \(key)")
                }
            }
            #expect(try await Self.contents(database) == before)
            // With a session the same functions succeed, so the missing session caused the refusals above.
            for door in Self.doors {
                let answer = try await Self.sqlState(
                    of: "select * from \(door.replacing("%", with: "sha256('live')"))", database)
                #expect(answer == "", "\(door)")
            }
        }
    }

    /// A function that runs with its owner's rights reads the catalogue, and not a table that its caller has created.
    @Test func aTemporaryTableDoesNotReplaceTheListOfTimeZones() async throws {
        try await Self.with { (database) async throws in
            try await database.psql("grant temporary on database \(database.name) to app_rt;")
            await #expect(throws: (any Error).self) {
                try await database.psql(
                    """
                    create temporary table pg_timezone_names (name text);
                    insert into pg_timezone_names values ('Nowhere/Land');
                    grant select on pg_timezone_names to public;
                    select control.platform_change_tenant(
                        sha256('live'), 'here', '{"timeZone": "Nowhere/Land"}', 'tenant.change', null);
                    """, user: "app_rt")
            }
            #expect(try await database.psql("select time_zone from control.tenant where slug = 'here';") == "UTC")
        }
    }

    @Test func theServiceRoleCannotUseInternalPlatformTablesAndFunctions() async throws {
        try await Self.with { (database) async throws in
            for statement in [
                "select * from control.platform_account", "select * from control.platform_session",
                "select * from control.platform_audit", "select * from control.tenant",
                "select control.platform_login(sha256('live'))",
                "select * from control.platform_session_account(sha256('live'))",
                "select * from control.registered_tenants()",
                "select control.change_tenant('here', '{}', 'tenant.change', 'platform', 'pia', null)",
                "select control.add_tenant('x', 'X', '{}', '{}', 'platform', 'pia', null)",
                "select control.add_tenant_host('here', 'x', 'platform', 'pia', null)",
                "select control.remove_tenant_host('here', 'here', 'platform', 'pia', null)",
                "select * from control.administrator_status('here')",
                "select * from control.invite_administrator('here', sha256('x'), 'x', null, 60, 'platform', 'pia', null)",
                "select control.erase_tenant('gone', 'platform', 'pia', null)",
                "select control.record_act(1, 'here', 'tenant.add', 'platform', 'pia', '{}', null)",
            ] {
                #expect(try await Self.sqlState(of: statement, database) == "42501", "\(statement)")
            }
        }
    }

    /// Only the cost and the salt of a password can be read. The hash is never returned, because it opens a session.
    @Test func onlyTheRightPasswordHashOpensAPlatformSession() async throws {
        try await Self.with { (database) async throws in
            let salt = try await database.psql("select control.platform_salt('PIA');", user: "app_rt")
            #expect(salt == "$scrypt$ln=10,r=8,p=1$SALT")
            #expect(try await database.psql("select control.platform_salt('ex');", user: "app_rt") == "")
            func opened(_ login: String, _ hash: String) async throws -> String {
                try await database.psql(
                    "select login from control.open_platform_session('\(login)', '\(hash)', sha256('n'), 'token', 60);",
                    user: "app_rt")
            }
            for hash in [salt, salt + "$", "", "%"] { #expect(try await opened("pia", hash) == "") }
            #expect(try await opened("ex", "-") == "", "a disabled account")
            #expect(try await opened("Pia", salt + "$KEY") == "pia")
        }
    }

    /// A tenant reads only the row of the tenant that its transaction names. Without a tenant, no row can be read.
    @Test func aTransactionReadsOnlyTheDescriptionOfItsOwnTenant() async throws {
        try await Self.with { (database) async throws in
            let none = try await database.psql("select count(*) from control.own_tenant();", user: "app_rt")
            #expect(none == "0")
            let own = try await database.psql(
                "begin; set local app.tenant_id = '1'; select slug from control.own_tenant(); commit;", user: "app_rt")
            #expect(own.contains("here") && !own.contains("gone"))
        }
    }

    /// Returns the SQLSTATE, or "" for a statement that succeeds.
    private static func sqlState(of statement: String, _ database: TestDatabase) async throws -> String {
        do {
            try await database.psql("\\set VERBOSITY sqlstate\n\(statement);", user: "app_rt")
            return ""
        } catch {
            let text = "\(error)"
            guard let found = text.firstMatch(of: /ERROR:\s+([0-9A-Z]{5})/) else { return text }
            return String(found.1)
        }
    }
}
