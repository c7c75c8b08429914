/// The SQL functions that attempt forbidden actions as their caller, and undo them. The functions read the catalogue, so a new table, key, sequence
/// or function is attacked automatically.
enum AttackFunctions {
    static let script = """
        grant usage on schema stage to app_rt;
        grant select on stage.tables to app_rt;

        -- What a statement comes to: "rows:N" or an SQLSTATE with the constraint that refused it. Nothing of it stays.
        create function stage.attempt(p_statement text) returns text language plpgsql as $$
        declare
            n bigint;
            refusal text;
        begin
            execute p_statement;
            get diagnostics n = row_count;
            raise exception using errcode = 'TU000', message = n::text;
        exception
            when sqlstate 'TU000' then return 'rows:' || sqlerrm;
            when others then
                get stacked diagnostics refusal = constraint_name;
                return sqlstate || case when refusal = '' then '' else ' ' || refusal end;
        end
        $$;

        -- Every attack on every table of `app` from the tenant of this transaction on another, and what it must come to.
        create function stage.attacks(p_mine integer, p_other integer)
        returns table (subject text, attack text, outcome text, expected text) language plpgsql as $$
        declare
            t record;
            own bigint;
            columns text;
            changed text;
            takes text;
            gone text;
        begin
            for t in select rel from stage.tables where rel::text like 'app.%' loop
                subject := t.rel::text;
                execute format('select count(*) from %s', t.rel) into own;
                select string_agg(quote_ident(a.attname), ', ') filter (where a.attname <> 'tenant_id'),
                       min(quote_ident(a.attname))
                           filter (where has_column_privilege(t.rel::oid, a.attnum, 'update'))
                  into columns, changed
                  from pg_attribute a
                 where a.attrelid = t.rel and a.attnum > 0 and not a.attisdropped and a.attgenerated = '';
                -- A table whose rows are never changed or taken away refuses that altogether.
                takes := case when changed is null then '42501' else 'rows:' end;
                gone := case when has_table_privilege(t.rel::oid, 'delete') then 'rows:' else '42501' end;
                return query
                select subject, a.attack, stage.attempt(format(a.statement, t.rel, p_other, columns, changed)), a.expected
                  from (values
                    ('own rows are there', 'select from %1$s', 'rows:' || greatest(own, 1)),
                    ('read the other', 'select from %1$s where tenant_id = %2$s', 'rows:0'),
                    ('read all others', 'select from %1$s where tenant_id <> app.tenant_id()', 'rows:0'),
                    ('insert for the other',
                     'insert into %1$s (tenant_id, %3$s) overriding system value
                      select %2$s, %3$s from %1$s limit 1', '42501'),
                    ('move own rows', 'update %1$s set tenant_id = %2$s', '42501'),
                    ('change the other', 'update %1$s set %4$s = %4$s where tenant_id = %2$s',
                     takes || case takes when 'rows:' then '0' else '' end),
                    ('change everything', 'update %1$s set %4$s = %4$s',
                     takes || case takes when 'rows:' then own::text else '' end),
                    ('delete the other', 'delete from %1$s where tenant_id = %2$s',
                     gone || case gone when 'rows:' then '0' else '' end),
                    ('merge with the other',
                     'merge into %1$s m using (select %2$s as t) o on m.tenant_id = o.t when matched then delete',
                     gone || case gone when 'rows:' then '0' else '' end),
                    ('truncate', 'truncate %1$s cascade', '42501'),
                    ('row_security off',
                     'with off as materialized (select set_config(''row_security'', ''off'', true))
                      select from off, lateral (select stage.count_of(%1$L)) n', '42501'),
                    ('switch the wall off', 'alter table %1$s disable row level security', '42501'),
                    ('let the owner through', 'alter table %1$s no force row level security', '42501'),
                    ('drop the wall', 'drop policy tenant_wall on %1$s', '42501'),
                    ('a second policy', 'create policy mine on %1$s using (true)', '42501'),
                    ('a trigger', 'create trigger spy before insert on %1$s for each row execute function stage.spy()',
                     '42501'),
                    ('a rule', 'create rule spy as on insert to %1$s do nothing', '42501'),
                    ('own it', 'alter table %1$s owner to app_rt', '42501')
                  ) as a (attack, statement, expected)
                 -- Where no column may be changed there is no statement to try; the move above is one already.
                 where changed is not null or a.attack not like 'change %';
            end loop;
        end
        $$;

        -- Planned anew, so that `row_security` counts.
        create function stage.count_of(p_table text) returns bigint language plpgsql as $$
        declare
            n bigint;
        begin
            execute 'select count(*) from ' || p_table into n;
            return n;
        end
        $$;
        create function stage.spy() returns trigger language plpgsql as $$ begin return new; end $$;

        -- Each foreign key within `app` and each unique index: a row of the one tenant with the other's values in its
        -- columns, by the names of the columns. Made by the superuser, who sees both.
        create table stage.thefts (subject text, kind text, rel regclass, stolen jsonb);
        grant select on stage.thefts to app_rt;
        create function stage.prepare_thefts(p_other integer) returns void language plpgsql as $$
        declare
            k record;
            values_of_other jsonb;
        begin
            for k in
                select f.conname::text as name, 'foreign key' as kind, f.conrelid::regclass as child,
                       f.confrelid::regclass as parent,
                       (select string_agg(format('%L, p.%I', c.attname, r.attname), ', ')
                          from unnest(f.conkey, f.confkey) as pair (mine, theirs)
                          join pg_attribute c on c.attrelid = f.conrelid and c.attnum = pair.mine
                          join pg_attribute r on r.attrelid = f.confrelid and r.attnum = pair.theirs
                         where c.attname <> 'tenant_id') as pairs
                  from pg_constraint f
                 where f.contype = 'f' and f.connamespace = 'app'::regnamespace
                   and f.confrelid in (select rel from stage.tables where rel::text like 'app.%')
                union all
                select i.indexrelid::regclass::text, 'unique', i.indrelid::regclass, i.indrelid::regclass,
                       (select string_agg(format('%L, p.%I', a.attname, a.attname), ', ')
                          from pg_attribute a
                         where a.attrelid = i.indrelid and a.attnum = any (i.indkey) and a.attname <> 'tenant_id'
                           and a.attgenerated = '')
                  from pg_index i
                  join pg_class c on c.oid = i.indrelid
                 where i.indisunique and c.relnamespace = 'app'::regnamespace
            loop
                continue when k.pairs is null;
                execute format('select v from %s p, jsonb_build_object(%s) v where tenant_id = %s
                                 order by jsonb_path_query_array(v, ''$.* ? (@ == null)''), v limit 1',
                               k.parent, k.pairs, p_other) into values_of_other;
                insert into stage.thefts values (k.name, k.kind, k.child, values_of_other);
            end loop;
        end
        $$;

        -- A copy of an own row with stolen values, where the own rows and what hangs on them are out of the way.
        create function stage.steal(p_table regclass, p_stolen jsonb) returns text language plpgsql as $$
        declare
            t record;
            columns text;
            mine jsonb;
            refusal text;
        begin
            -- One that has something there: another row may not be allowed to.
            execute format('select to_jsonb(r) from %s r
                             order by (select count(*) from jsonb_each(to_jsonb(r)) e
                                        where $1 ? e.key and e.value = ''null''), to_jsonb(r) limit 1', p_table)
               into mine using p_stolen;
            select string_agg(quote_ident(a.attname), ', ') into columns
              from pg_attribute a
             where a.attrelid = p_table and a.attnum > 0 and not a.attisdropped and a.attgenerated = '';
            for t in
                with recursive hanging (rel, depth) as (
                    select p_table::oid, 0
                    union
                    select f.conrelid, h.depth + 1
                      from hanging h
                      join pg_constraint f on f.confrelid = h.rel and f.contype = 'f' and f.conrelid <> h.rel
                     where h.depth < 6
                )
                select rel::regclass as rel from hanging group by rel order by max(depth) desc
            loop
                continue when not has_table_privilege(t.rel::oid, 'delete');
                execute format('delete from %s', t.rel);
            end loop;
            execute format('insert into %s (%s) overriding system value
                            select %2$s from jsonb_populate_record(null::%1$s, $1)', p_table, columns)
              using mine || p_stolen;
            raise exception using errcode = 'TU000', message = 'inserted';
        exception
            when sqlstate 'TU000' then return sqlerrm;
            when others then
                get stacked diagnostics refusal = constraint_name;
                return sqlstate || case when refusal = '' then '' else ' ' || refusal end;
        end
        $$;
        """
}
