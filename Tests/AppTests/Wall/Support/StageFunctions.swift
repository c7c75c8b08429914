/// The SQL functions in the test's database that store the state of every table as digests, and restore the state. The functions read the catalogue,
/// so a new table is included automatically.
enum StageFunctions {
    static let script = """
        create schema stage;
        create schema kept;
        create sequence stage.identifier start 1000;
        create table stage.sequence_start (sequence regclass, number bigint);
        create table stage.kept_digest (tenant integer, is_shape boolean, rel oid, name text, digest text);

        -- The tables that were written since the state was last stored or restored, one row for each statement. All other tables equal their copies, so
        -- they are neither compared nor restored. Requests only add rows, so none waits for another one here.
        create table stage.written (rel oid);
        create function stage.note_write() returns trigger language plpgsql security definer as $$
        begin
            insert into stage.written values (tg_relid);
            return null;
        end
        $$;

        -- Whether a column's values are made with the row.
        create function stage.is_key(a pg_attribute) returns boolean language sql as $$
            select a.attidentity <> ''
                or exists (select from pg_attrdef d
                            where d.adrelid = a.attrelid
                              and d.adnum = a.attnum
                              and pg_get_expr(d.adbin, d.adrelid) like '%next_identifier%')
        $$;

        -- Every table of ours, and whether its rows belong to a tenant.
        create view stage.tables as
        select c.oid::regclass as rel, 'kept.' || quote_ident(c.oid::regclass::text) as copy,
               exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id') as of_tenants
          from pg_class c
         where c.relnamespace in ('app'::regnamespace, 'control'::regnamespace)
           and c.relkind in ('r', 'p')
           -- What a migration said of itself never changes.
           and c.relname not like '%migration%';

        -- Writes the functions that visit the tables of `p_tables`, with static statements for each table, so that PostgreSQL plans a statement once.
        --
        -- `digests` returns one digest of a tenant's rows for each table; a table without tenants has the same digest for each tenant.
        -- The digests leave out `last_seen_at`, which changes even if a request is refused.
        -- A shape also leaves out values that differ each time a row is created: keys, instants, hashes, request identifiers, and the session of a
        -- player, which contains times.
        --
        -- `restore` writes only the rows that differ from their copies, with their keys.
        create function stage.compile() returns void language plpgsql as $$
        declare
            t record;
            listed record;
            digest text := 'return query select %s::oid, %L::text, md5(coalesce(string_agg(r::text, '','' order by r::text collate "C"), ''''))
                              from (select %s from %s%s) r; ';
            digests text := '';
            back text := '';
        begin
            for t in select rel, copy, case when of_tenants then ' where tenant_id = p_tenant' else '' end as rows from stage.tables loop
                select string_agg(name, ', ' order by number) filter (where not is_seen) as pictured,
                       string_agg(name, ', ' order by number) filter (where not is_seen and not is_new) as shaped,
                       string_agg(name, ', ' order by number) filter (where not is_generated) as written
                  into listed
                  from (select a.attnum as number, quote_ident(a.attname) as name, a.attname = 'last_seen_at' as is_seen,
                               a.attgenerated <> '' as is_generated,
                               stage.is_key(a) or a.attname in ('session', 'password_hash', 'request_id', 'idempotency_key')
                               or a.atttypid in ('timestamptz'::regtype, 'bytea'::regtype) as is_new
                          from pg_attribute a
                         where a.attrelid = t.rel and a.attnum > 0 and not a.attisdropped) c;
                digests := digests || format(
                    'if %s::oid = any (p_tables) then if p_shape then %s else %s end if; end if; ', t.rel::oid,
                    format(digest, t.rel::oid, t.rel, coalesce(listed.shaped, '1'), t.rel, t.rows),
                    format(digest, t.rel::oid, t.rel, coalesce(listed.pictured, '1'), t.rel, t.rows));
                back := back || format(
                    'if %1$s::oid = any (p_tables) then
                         delete from %2$s r where r::text not in (select k::text from %3$s k);
                         insert into %2$s (%4$s) overriding system value
                         select %4$s from %3$s k where k::text not in (select r::text from %2$s r);
                     end if; ',
                    t.rel::oid, t.rel, t.copy, listed.written);
            end loop;
            execute format(
                'create function stage.digests(p_tenant integer, p_shape boolean, p_tables oid[])
                 returns table (rel oid, name text, digest text) language plpgsql
                 set plan_cache_mode = force_generic_plan as %L',
                '#variable_conflict use_column' || chr(10) || 'begin ' || digests || 'end');
            execute format('create function stage.restore(p_tables oid[]) returns void language plpgsql as %L',
                           'begin ' || back || 'end');
        end
        $$;

        -- Returns one digest for each table; see `stage.compile`.
        create function stage.picture(p_tenant integer, p_shape boolean) returns table (name text, digest text) language plpgsql as $$
        #variable_conflict use_column
        declare
            tables oid[] := (select coalesce(array_agg(distinct rel), '{}') from stage.written);
        begin
            return query select name, digest from stage.digests(p_tenant, p_shape, tables);
            return query select name, digest from stage.kept_digest
                          where tenant = p_tenant and is_shape = p_shape and rel <> all (tables);
        end
        $$;

        -- Restores the stored rows and the sequences, so that new rows have the same numbers each time. The session must have no triggers: its
        -- deletions must neither cascade nor be noted as writes.
        create function stage.put_back() returns void language plpgsql as $$
        declare
            tables oid[];
        begin
            with noted as (delete from stage.written returning rel)
            select coalesce(array_agg(distinct rel), '{}') into tables from noted;
            perform stage.restore(tables);
            perform setval(sequence, number, false) from stage.sequence_start;
        end
        $$;

        create function stage.keep() returns void language plpgsql as $$
        declare
            t record;
        begin
            insert into stage.sequence_start values ('stage.identifier', nextval('stage.identifier'));
            for t in select s.rel, a.attname as name
                       from stage.tables s
                       join pg_attribute a on a.attrelid = s.rel
                      where a.attidentity <> '' loop
                execute format(
                    'insert into stage.sequence_start
                     select pg_get_serial_sequence(%L, %L)::regclass, coalesce(max(%I), 0) + 1 from %s', t.rel, t.name, t.name, t.rel);
            end loop;
            perform stage.compile();
            insert into stage.kept_digest
            select n.tenant_id, s.is_shape, d.*
              from control.tenant n,
                   (values (false), (true)) s (is_shape),
                   stage.digests(n.tenant_id, s.is_shape, (select array_agg(rel::oid) from stage.tables)) d;
            for t in select * from stage.tables loop
                execute format('create table %s as table %s', t.copy, t.rel);
                execute format(
                    'create trigger note_write after insert or update or delete or truncate on %s
                     for each statement execute function stage.note_write()', t.rel);
            end loop;
            perform setval(sequence, number, false) from stage.sequence_start;
        end
        $$;

        -- Returns the lowest number or first word that a query finds for a tenant ($1) or one of its accounts ($2). Restored rows have no fixed order.
        create function stage.value(p_question text, p_tenant integer, p_caller bigint) returns text
        language plpgsql as $$
        declare
            found text;
        begin
            execute format('select v from (%s) q (v) order by length(v), v limit 1', p_question) into found using p_tenant, p_caller;
            return found;
        end
        $$;

        -- The tables of `app` in which a tenant has no row.
        create function stage.empty_tables(p_tenant integer) returns setof text language plpgsql as $$
        declare
            t record;
            n bigint;
        begin
            for t in select * from stage.tables where rel::text like 'app.%' loop
                execute format('select count(*) from %s where tenant_id = %s', t.rel, p_tenant) into n;
                if n = 0 then return next t.rel::text; end if;
            end loop;
        end
        $$;

        -- Columns of text in which no row of a tenant says its mark. A column with a short list of values cannot.
        create function stage.unmarked_columns(p_tenant integer, p_mark text) returns setof text
        language plpgsql as $$
        declare
            c record;
            n bigint;
        begin
            for c in select t.rel, a.attname
                       from stage.tables t
                       join pg_attribute a on a.attrelid = t.rel
                      where t.rel::text like 'app.%'
                        and a.attnum > 0
                        and not a.attisdropped
                        and a.atttypid in ('text'::regtype, 'jsonb'::regtype, 'text[]'::regtype)
            loop
                execute format('select count(*) from %s where tenant_id = %s and %I::text ilike %L',
                               c.rel, p_tenant, c.attname, '%' || p_mark || '%') into n;
                if n = 0 then return next c.rel || '.' || c.attname; end if;
            end loop;
        end
        $$;

        -- Every column of ours by its name and type: what somebody may try to write who was not asked to.
        create function stage.columns() returns table (name text, type text) language sql as $$
            select distinct a.attname::text, format_type(a.atttypid, null)
              from stage.tables t
              join pg_attribute a on a.attrelid = t.rel
             where a.attnum > 0 and not a.attisdropped
             order by 1, 2
        $$;
        """

    /// SQL that counts keys, so that new items always get the same keys. The product's own keys always differ.
    static let counting = """
        grant usage on schema stage to app_owner;
        grant usage on sequence stage.identifier to app_owner;
        create or replace function control.next_identifier() returns bigint
        language sql volatile security definer set search_path = pg_catalog, pg_temp
        as $$ select nextval('stage.identifier') $$;
        """

    /// SQL that starts every sequence at a number that does not occur in a response by chance.
    static let planting = """
        do $$
        declare
            s regclass;
        begin
            for s in select q.seqrelid::regclass
                       from pg_sequence q
                       join pg_class c on c.oid = q.seqrelid
                      where c.relnamespace in ('app'::regnamespace, 'control'::regnamespace)
                        and q.seqtypid = 'bigint'::regtype loop
                perform setval(s, \(planted)000001, false);
            end loop;
        end
        $$;
        """

    /// The first digits of these numbers, which have eighteen digits.
    static let planted = "731500731500"
}
