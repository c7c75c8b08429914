/// The SQL functions in the test's database that store the state of every table as digests, and restore the state. The functions read the catalogue,
/// so a new table is included automatically.
enum StageFunctions {
    static let script = """
        create schema stage;
        create schema kept;
        create sequence stage.identifier start 1000;
        create table stage.start (number bigint);

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

        -- Writes the functions that visit every table, with one static statement for each table, so that PostgreSQL plans a statement once.
        --
        -- `picture`: one digest a table, of a tenant's rows; tables of nobody's are in every tenant's picture.
        -- `last_seen_at` is left out: whoever may ask is noted there, though what it asked for was refused.
        -- A shape leaves out what is new each time something is made: keys, instants, hashes, numbers of requests, and the session of a
        -- player, which contains times.
        --
        -- `put_back`: everything as it was kept, keys and all. A table that has not changed is not written.
        --
        -- `rewind`: numbers go on from the highest that is there, so that what is made anew has the same ones each time.
        create function stage.compile() returns void language plpgsql as $$
        declare
            t record;
            listed record;
            digest text := 'md5(coalesce(string_agg(r::text, '','' order by r::text collate "C"), ''''))';
            whole text := '';
            shape text := '';
            back text := '';
            numbers text := '';
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
                whole := whole || format('return query select %L::text, %s from (select %s from %s%s) r; ',
                                         t.rel, digest, coalesce(listed.pictured, '1'), t.rel, t.rows);
                shape := shape || format('return query select %L::text, %s from (select %s from %s%s) r; ',
                                         t.rel, digest, coalesce(listed.shaped, '1'), t.rel, t.rows);
                back := back || format(
                    'if (select %1$s from %2$s r) <> (select %1$s from %3$s r) then
                         delete from %2$s;
                         insert into %2$s (%4$s) overriding system value select %4$s from %3$s;
                     end if; ',
                    digest, t.rel, t.copy, listed.written);
            end loop;
            for t in select s.rel, a.attname as name
                       from stage.tables s
                       join pg_attribute a on a.attrelid = s.rel
                      where a.attidentity <> '' loop
                numbers := numbers || format(
                    'perform setval(pg_get_serial_sequence(%L, %L), (select coalesce(max(%I), 0) + 1 from %s), false); ',
                    t.rel, t.name, t.name, t.rel);
            end loop;
            execute format(
                'create function stage.picture(p_tenant integer, p_shape boolean) returns table (name text, digest text)
                 language plpgsql as %L',
                '#variable_conflict use_column' || chr(10) || 'begin if p_shape then ' || shape || 'else ' || whole || 'end if; end');
            execute format('create function stage.rewind() returns void language plpgsql as %L',
                           'begin ' || numbers
                           || 'perform setval(''stage.identifier'', (select number from stage.start), false); end');
            execute format('create function stage.put_back() returns void language plpgsql as %L',
                           'begin set local session_replication_role = replica; ' || back || 'perform stage.rewind(); end');
        end
        $$;

        create function stage.keep() returns void language plpgsql as $$
        declare
            t record;
        begin
            insert into stage.start values (nextval('stage.identifier'));
            perform stage.compile();
            perform stage.rewind();
            for t in select * from stage.tables loop
                execute format('create table %s as table %s', t.copy, t.rel);
            end loop;
        end
        $$;

        -- One value of a tenant, or of one of its accounts, by a question in $1 and $2.
        create function stage.value(p_question text, p_tenant integer, p_caller bigint) returns text
        language plpgsql as $$
        declare
            found text;
        begin
            execute p_question into found using p_tenant, p_caller;
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
