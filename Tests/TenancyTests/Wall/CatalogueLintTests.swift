import Postgres
import TestSupport
import Testing

/// The lint holds for our schema, and it bites: each case is a mistake that must be noticed.
struct CatalogueLintTests {
    @Test func theSchemaIsBehindTheWall() async throws {
        try await withDatabase { database in
            let complaints = try await CatalogueLint.complaints(database.superuser)
            #expect(complaints == [])
        }
    }

    /// A table as it should be, made by the owner, for the mistakes to be made on.
    private static let table = """
        create table app.note (
            tenant_id integer not null default app.tenant_id(), note_id bigint generated always as identity,
            work_id bigint, code text, primary key (tenant_id, note_id));
        select control.raise_wall('app.note', '{code}');

        """

    @Test(arguments: [
        ("alter table app.note disable row level security", "app.note has row-level security off"),
        ("alter table app.note no force row level security", "app.note does not force row-level security"),
        ("drop policy tenant_wall on app.note", "app.note has no whole tenant_wall"),
        (
            "alter policy tenant_wall on app.note with check (true)", "app.note has no whole tenant_wall"
        ),
        (
            "create policy careless on app.note for select to app_rt using (true)",
            "app.note.careless is a policy beside the wall"
        ),
        (
            "create policy strict on app.note as restrictive to app_rt using (true)", "app.note.strict is restrictive"
        ),
        (
            "create unique index note_code_key on app.note (code)",
            "app.note_code_key is unique but not led by tenant_id"
        ),
        (
            "alter table app.note add constraint single foreign key (tenant_id) references control.tenant, "
                + "add constraint note_work foreign key (work_id) references app.other (work_id)",
            "app.note.note_work is a foreign key without tenant_id"
        ),
        (
            "alter table app.note add foreign key (tenant_id, work_id) references app.work on delete set null (work_id)",
            "app.note.note_tenant_id_work_id_fkey sets its key null"
        ),
        ("grant update on app.note to app_rt", "app.note lets app_rt change tenant_id"),
        ("grant update (tenant_id) on app.note to app_rt", "app.note lets app_rt change tenant_id"),
        (
            "grant truncate on app.note to app_rt",
            "app.note lets app_rt past the policies (truncate, references or trigger)"
        ),
        ("grant select on app.note to public", "app.note grants something to everybody"),
        ("grant select on control.tenant to app_rt", "control.tenant of control is open to app_rt"),
        ("grant select (slug) on control.tenant to app_rt", "control.tenant of control is open to app_rt"),
        ("grant usage on sequence app.note_note_id_seq to app_rt", "app.note_note_id_seq is a sequence open to app_rt"),
        ("create view app.notes as select * from app.note", "app.notes is a view without security_invoker"),
        ("create materialized view app.old_notes as select * from app.note", "app.old_notes is a materialized view"),
        (
            "create function app.count() returns bigint language sql security definer as 'select 1::bigint'",
            "app.count() is a definer function with an open search_path"
        ),
        (
            "create function app.open() returns integer language sql as 'select 1'; "
                + "grant execute on function app.open() to public",
            "app.open() may be called by everybody"
        ),
        ("create table app.bare (n integer)", "app.bare lacks a tenant_id that is never null"),
        (
            "create table app.last (n integer, tenant_id integer not null, primary key (n, tenant_id))",
            "app.last has no primary key led by tenant_id"
        ),
    ])
    func aMistakeIsNoticed(mistake: String, complaint: String) async throws {
        try await withDatabase { database in
            let other = """
                create table app.other (tenant_id integer not null default app.tenant_id(), work_id bigint unique,
                                        primary key (tenant_id, work_id));
                select control.raise_wall('app.other');

                """
            let helped = mistake.contains("app.other") ? other : ""
            try await database.psql(Self.table + helped + mistake + ";", user: "app_owner")
            let complaints = try await CatalogueLint.complaints(database.superuser).map(\.description)
            #expect(complaints.contains(complaint), "\(complaints)")
        }
    }

    @Test func aGoodTableIsNoMistake() async throws {
        try await withDatabase { database in
            try await database.psql(
                Self.table + "create view app.notes with (security_invoker = true) as select * from app.note;",
                user: "app_owner")
            let complaints = try await CatalogueLint.complaints(database.superuser)
            #expect(complaints == [])
        }
    }

    @Test(arguments: [
        (
            "create function app.leak(integer) returns integer language sql leakproof as 'select 1'",
            "is declared leakproof"
        ),
        ("create table public.mine (n integer); alter table public.mine owner to app_rt", "app_rt owns pg_class"),
        ("grant create on schema app to app_rt", "app_rt may create in app"),
        (
            "create function app.touch() returns trigger language plpgsql as 'begin return new; end'; "
                + "create trigger touch before update on app.work for each row execute function app.touch()",
            "app.work has a trigger"
        ),
    ])
    func aMistakeOfTheSuperuserIsNoticed(mistake: String, complaint: String) async throws {
        try await withDatabase { database in
            try await database.psql(mistake + ";")
            let complaints = try await CatalogueLint.complaints(database.superuser).map(\.description)
            #expect(complaints.contains { $0.contains(complaint) }, "\(complaints)")
        }
    }
}
