import Postgres

/// A check of the rules of row-level security (spec O2.5) in the catalogue, for every table of the schema `app`, including later tables.
enum CatalogueLint {
    /// A violation of a rule by an object.
    struct Violation: RowDecodable, Hashable, CustomStringConvertible {
        let subject: String
        let rule: String

        init(row: Row) throws(PostgresError) {
            subject = try row("subject")
            rule = try row("rule")
        }

        var description: String { "\(subject) \(rule)" }
    }

    /// Returns all violations, sorted. `ask` runs a statement as the superuser.
    static func violations(_ ask: (SQL) async throws -> [Row]) async throws -> [Violation] {
        var violations: [Violation] = []
        for statement in [tables, keys, policies, grants, views, functions, roles] {
            violations += try await ask(statement).map { try Violation(row: $0) }
        }
        return violations.sorted { $0.description < $1.description }
    }

    private static let tables: SQL = """
        with app_table as (
            select c.oid, c.oid::regclass::text as name, c.relrowsecurity, c.relforcerowsecurity
              from pg_class c
             where c.relnamespace = 'app'::regnamespace
               and c.relkind in ('r', 'p')
        )
        select name as subject, 'has row-level security off' as rule
          from app_table
         where not relrowsecurity
        union all
        select name, 'does not force row-level security'
          from app_table
         where not relforcerowsecurity
        union all
        select name, 'lacks a tenant_id that is never null'
          from app_table t
         where not exists (select from pg_attribute a
                            where a.attrelid = t.oid and a.attname = 'tenant_id' and a.attnotnull)
        union all
        select name, 'has a trigger'
          from app_table t
         where exists (select from pg_trigger g where g.tgrelid = t.oid and not g.tgisinternal)
        """

    private static let keys: SQL = """
        select c.oid::regclass::text as subject, 'has no primary key led by tenant_id' as rule
          from pg_class c
         where c.relnamespace = 'app'::regnamespace
           and c.relkind in ('r', 'p')
           and not exists (select from pg_index i
                             join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
                            where i.indrelid = c.oid and i.indisprimary and a.attname = 'tenant_id')
        union all
        select i.indexrelid::regclass::text, 'is unique but not led by tenant_id'
          from pg_index i
          join pg_class c on c.oid = i.indrelid
         where c.relnamespace = 'app'::regnamespace
           and i.indisunique
           and not exists (select from pg_attribute a
                            where a.attrelid = c.oid and a.attnum = i.indkey[0] and a.attname = 'tenant_id')
        union all
        select a.attrelid::regclass || '.' || a.attname, 'is counted by a sequence for all tenants'
          from pg_attribute a
          join pg_class c on c.oid = a.attrelid
          left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
         where c.relnamespace = 'app'::regnamespace
           and c.relkind in ('r', 'p')
           and (a.attidentity <> '' or pg_get_expr(d.adbin, d.adrelid) like '%nextval%')
        union all
        select conrelid::regclass || '.' || conname, 'is a foreign key without tenant_id'
          from pg_constraint f
         where f.connamespace = 'app'::regnamespace
           and f.contype = 'f'
           and not exists (select from pg_attribute a
                            where a.attrelid = f.conrelid and a.attnum = any (f.conkey) and a.attname = 'tenant_id')
        union all
        select conrelid::regclass || '.' || conname, 'sets its key null'
          from pg_constraint f
         where f.connamespace = 'app'::regnamespace
           and f.contype = 'f'
           and (f.confdeltype = 'n' or f.confupdtype = 'n')
        """

    private static let policies: SQL = """
        select c.oid::regclass::text as subject, 'has no whole tenant_wall' as rule
          from pg_class c
         where c.relnamespace = 'app'::regnamespace
           and c.relkind in ('r', 'p')
           and not exists (select from pg_policy p
                            where p.polrelid = c.oid
                              and p.polname = 'tenant_wall'
                              and p.polcmd = '*'
                              and p.polpermissive
                              and pg_get_expr(p.polqual, c.oid) = '(tenant_id = app.tenant_id())'
                              and pg_get_expr(p.polwithcheck, c.oid) = '(tenant_id = app.tenant_id())')
        union all
        select c.oid::regclass || '.' || p.polname, 'is a policy beside the wall'
          from pg_policy p
          join pg_class c on c.oid = p.polrelid
         where c.relnamespace = 'app'::regnamespace
           and p.polname <> 'tenant_wall'
        union all
        select p.polrelid::regclass || '.' || p.polname, 'is restrictive'
          from pg_policy p
         where not p.polpermissive
        """

    private static let grants: SQL = """
        select c.oid::regclass::text as subject, 'lets app_rt change tenant_id' as rule
          from pg_class c
          join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
         where c.relnamespace = 'app'::regnamespace
           and c.relkind in ('r', 'p')
           and has_column_privilege('app_rt', c.oid, a.attnum, 'update')
        union all
        select c.oid::regclass::text, 'lets app_rt past the policies (truncate, references or trigger)'
          from pg_class c
         where c.relnamespace = 'app'::regnamespace
           and c.relkind in ('r', 'p')
           and has_table_privilege('app_rt', c.oid, 'truncate, references, trigger')
        union all
        select c.oid::regclass::text, 'grants something to everybody'
          from pg_class c
          cross join aclexplode(c.relacl) as granted
         where c.relnamespace in ('app'::regnamespace, 'control'::regnamespace)
           and granted.grantee = 0
        union all
        select c.oid::regclass::text, 'of control is open to app_rt'
          from pg_class c
         where c.relnamespace = 'control'::regnamespace
           and c.relkind in ('r', 'p', 'v', 'm')
           and (has_any_column_privilege('app_rt', c.oid, 'select, insert, update, references')
                or has_table_privilege('app_rt', c.oid, 'delete, truncate, trigger'))
        union all
        select c.oid::regclass::text, 'is a sequence open to app_rt'
          from pg_class c
         where c.relnamespace in ('app'::regnamespace, 'control'::regnamespace)
           and case c.relkind when 'S' then has_sequence_privilege('app_rt', c.oid, 'usage, select, update') end
        """

    private static let views: SQL = """
        select c.oid::regclass::text as subject, 'is a view without security_invoker' as rule
          from pg_class c
         where c.relnamespace in ('app'::regnamespace, 'control'::regnamespace, 'public'::regnamespace)
           and c.relkind = 'v'
           and not coalesce(c.reloptions && '{security_invoker=true,security_invoker=on,security_invoker=1}', false)
        union all
        select c.oid::regclass::text, 'is a materialized view'
          from pg_class c
         where c.relnamespace in ('app'::regnamespace, 'control'::regnamespace, 'public'::regnamespace)
           and c.relkind = 'm'
        """

    private static let functions: SQL = """
        select p.oid::regprocedure::text as subject, 'does not find pg_temp last' as rule
          from pg_proc p
         where p.pronamespace in ('app'::regnamespace, 'control'::regnamespace, 'public'::regnamespace)
           and (p.prosecdef or exists (select from unnest(p.proconfig) as c (c) where c like 'search_path=%'))
           and not coalesce('search_path=pg_catalog, pg_temp' = any (p.proconfig), false)
        union all
        select p.oid::regprocedure::text, 'may be called by everybody'
          from pg_proc p
         where p.pronamespace in ('app'::regnamespace, 'control'::regnamespace)
           and has_function_privilege('public', p.oid, 'execute')
        union all
        select p.oid::regprocedure::text, 'is declared leakproof'
          from pg_proc p
         where p.pronamespace in ('app'::regnamespace, 'control'::regnamespace, 'public'::regnamespace)
           and p.proleakproof
        """

    private static let roles: SQL = """
        select rolname as subject, 'may do more than its work' as rule
          from pg_roles
         where rolname in ('app_rt', 'app_owner')
           and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication)
        union all
        select 'app_rt', 'is a member of ' || roleid::regrole
          from pg_auth_members
         where member = 'app_rt'::regrole
        union all
        select 'app_rt', 'owns ' || coalesce(classid::regclass::text, '') || ' ' || objid
          from pg_shdepend
         where refclassid = 'pg_authid'::regclass
           and refobjid = 'app_rt'::regrole
           and dbid in (0, (select oid from pg_database where datname = current_database()))
           and deptype = 'o'
        union all
        select 'app_rt', 'may create in ' || nspname
          from pg_namespace
         where nspname not like 'pg\\_temp%'
           and has_schema_privilege('app_rt', oid, 'create')
        """
}
