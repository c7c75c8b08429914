import Postgres
import TestSupport
import Testing

/// Tests that the schema passes the lint, and that the lint detects each of these mistakes.
@Suite(.serialized)
struct CatalogueLintTests {
    /// The statements that make one mistake, and the expected complaint.
    struct Mistake: Sendable, CustomTestStringConvertible {
        let violation: String
        let statements: [SQL]

        init(_ violation: String, _ statements: SQL...) {
            self.violation = violation
            self.statements = statements
        }

        var testDescription: String { violation }
    }

    /// The statements that create correct tables, to which the mistakes are added.
    private static let tables: [SQL] = [
        """
        create table app.note (
            tenant_id integer not null default app.tenant_id(), note_id bigint default control.next_identifier(),
            work_id bigint, code text, primary key (tenant_id, note_id))
        """,
        "select control.raise_wall('app.note', '{code}')",
        """
        create table app.other (
            tenant_id integer not null default app.tenant_id(), other_id bigint, primary key (tenant_id, other_id))
        """,
        "select control.raise_wall('app.other')",
        "create view app.notes with (security_invoker = true) as select * from app.note",
    ]

    /// Returns the findings after the statements. The statements are then rolled back.
    private func violations(after statements: [SQL]) async throws -> [String] {
        let database = try await TwoTenants.shared.database
        do {
            return try await database.superuser.transaction { transaction in
                for statement in statements { _ = try await transaction.rows(statement) }
                throw RolledBack(violations: try await CatalogueLint.violations { try await transaction.rows($0) })
            }
        } catch let taken as RolledBack {
            return taken.violations.map(\.description)
        }
    }

    private struct RolledBack: Error {
        let violations: [CatalogueLint.Violation]
    }

    /// Spec O2.3, O2.5, S1.4, S5.2, Decided 11.
    @Test func theLintAcceptsTheSchema() async throws {
        #expect(try await violations(after: []) == [])
    }

    @Test func theLintAcceptsACorrectTable() async throws {
        #expect(try await violations(after: Self.tables) == [])
    }

    @Test(arguments: [
        Mistake("app.note has row-level security off", "alter table app.note disable row level security"),
        Mistake("app.note does not force row-level security", "alter table app.note no force row level security"),
        Mistake("app.note has no whole tenant_wall", "drop policy tenant_wall on app.note"),
        Mistake("app.note has no whole tenant_wall", "alter policy tenant_wall on app.note with check (true)"),
        Mistake(
            "app.note.careless is a policy beside the wall",
            "create policy careless on app.note for select to app_rt using (true)"),
        Mistake(
            "app.note.strict is restrictive", "create policy strict on app.note as restrictive to app_rt using (true)"),
        Mistake(
            "app.note_code_key is unique but not led by tenant_id",
            "create unique index note_code_key on app.note (code)"
        ),
        Mistake(
            "app.note.note_other is a foreign key without tenant_id",
            "create unique index other_id_key on app.other (other_id)",
            "alter table app.note add constraint note_other foreign key (work_id) references app.other (other_id)"),
        Mistake(
            "app.note.note_work sets its key null",
            """
            alter table app.note add constraint note_work foreign key (tenant_id, work_id)
                references app.work on delete set null (work_id)
            """),
        Mistake("app.note lets app_rt change tenant_id", "grant update on app.note to app_rt"),
        Mistake("app.note lets app_rt change tenant_id", "grant update (tenant_id) on app.note to app_rt"),
        Mistake(
            "app.note lets app_rt past the policies (truncate, references or trigger)",
            "grant truncate on app.note to app_rt"),
        Mistake("app.note grants something to everybody", "grant select on app.note to public"),
        Mistake("control.tenant of control is open to app_rt", "grant select on control.tenant to app_rt"),
        Mistake("control.tenant of control is open to app_rt", "grant select (slug) on control.tenant to app_rt"),
        Mistake(
            "app.note_number is a sequence open to app_rt", "create sequence app.note_number",
            "grant usage on sequence app.note_number to app_rt"
        ),
        Mistake(
            "app.note.number is counted by a sequence for all tenants",
            "alter table app.note add column number bigint generated always as identity"),
        Mistake(
            "app.note.number is counted by a sequence for all tenants", "create sequence app.note_number",
            "alter table app.note add column number bigint default nextval('app.note_number')"),
        Mistake("app.open is a view without security_invoker", "create view app.open as select * from app.note"),
        Mistake("app.old is a materialized view", "create materialized view app.old as select * from app.note"),
        Mistake(
            "app.count() does not find pg_temp last",
            "create function app.count() returns bigint language sql security definer as 'select 1::bigint'"),
        Mistake(
            "app.count() does not find pg_temp last",
            """
            create function app.count() returns bigint language sql security definer set search_path = ''
                as 'select 1::bigint'
            """),
        Mistake(
            "app.open() may be called by everybody",
            "create function app.open() returns integer language sql as 'select 1'"),
        Mistake(
            "app.leak() is declared leakproof",
            "create function app.leak() returns integer language sql leakproof as 'select 1'"),
        Mistake("app.bare lacks a tenant_id that is never null", "create table app.bare (n integer)"),
        Mistake(
            "app.last has no primary key led by tenant_id",
            "create table app.last (n integer, tenant_id integer not null, primary key (n, tenant_id))"),
        Mistake(
            "app.note has a trigger",
            "create function app.touch() returns trigger language plpgsql as 'begin return new; end'",
            "create trigger touch before update on app.note for each row execute function app.touch()"),
        Mistake("app_rt may create in app", "grant create on schema app to app_rt"),
        Mistake("app_rt is a member of app_dump", "grant app_dump to app_rt"),
        Mistake("app_rt may do more than its work", "alter role app_rt bypassrls"),
    ])
    func theLintReportsEachSchemaViolation(mistake: Mistake) async throws {
        let violations = try await violations(after: Self.tables + mistake.statements)
        #expect(violations.contains(mistake.violation), "\(violations)")
    }

    @Test func theLintReportsObjectsOwnedByTheServicesRole() async throws {
        let violations = try await violations(after: [
            "create table public.mine (n integer)", "alter table public.mine owner to app_rt",
        ])
        #expect(violations.contains { $0.hasPrefix("app_rt owns pg_class") }, "\(violations)")
    }
}
