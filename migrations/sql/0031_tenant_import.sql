-- Why: a tenant's export is imported into a server that has other tenants (docs/decisions/0049-a-tenant-moves-whole.md).
-- Keys are per tenant, so a row keeps its number, and no sequence counts them.
-- For app_owner alone: nothing here is granted. The wall stands: rows go in as the tenant of the transaction.

-- The tables of `app`, each after those that it refers to.
create function control.import_tables() returns setof text
language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
declare
    v_left oid[] := array(select c.oid
                            from pg_class c
                           where c.relnamespace = 'app'::regnamespace
                             and c.relkind in ('r', 'p')
                             and not c.relispartition
                           order by c.relname);
    v_next oid[];
begin
    while cardinality(v_left) > 0 loop
        v_next := array(select t.t
                          from unnest(v_left) as t (t)
                         where not exists (select from pg_constraint f
                                            where f.contype = 'f'
                                              and f.conrelid = t.t
                                              and f.confrelid <> t.t
                                              and f.confrelid = any (v_left)));
        if cardinality(v_next) = 0 then
            raise exception 'the tables of app point at each other in a circle';
        end if;
        return query select c.relname::text from pg_class c where c.oid = any (v_next) order by c.relname;
        v_left := array(select t.t from unnest(v_left) as t (t) where t.t <> all (v_next));
    end loop;
end
$$;

-- Puts in lines of one table as control.open_export wrote them: all with the same members, none of them unknown, all of
-- the tenant that was exported. How many rows went in: 0 where a secret is missing that the table cannot be without (a
-- session without its hash), since what such rows stand for ended with the move. A password that is missing becomes one
-- that nobody has. `p_contents` are the bytes of the lines of a table whose column `content` lies in files.
create function control.import_rows(p_table text, p_exported integer, p_lines text[], p_contents bytea[])
returns bigint
language plpgsql set search_path = pg_catalog, pg_temp
as $$
declare
    v_table   oid := (select c.oid
                        from pg_class c
                       where c.relnamespace = 'app'::regnamespace
                         and c.relkind in ('r', 'p')
                         and not c.relispartition
                         and c.relname = p_table);
    v_members text[];
    v_other   text[];
    v_missing text;
    v_columns text;
    v_values  text;
    v_count   bigint;
begin
    if v_table is null then
        raise exception 'there is no table %', p_table using errcode = 'undefined_table';
    end if;
    v_members := array(select k from json_object_keys(p_lines[1]::json) k order by k);
    if exists (select from unnest(p_lines) l
                where array(select k from json_object_keys(l::json) k order by k) <> v_members) then
        raise exception 'the lines have different members' using errcode = 'data_exception';
    end if;
    v_other := array(select m
                       from unnest(v_members) m
                      where not (m = 'bytes' and p_contents is not null)
                        and not exists (select from pg_attribute a
                                         where a.attrelid = v_table
                                           and a.attnum > 0
                                           and not a.attisdropped
                                           and a.attname = m)
                      union all
                     select m from unnest(v_members) m group by m having count(*) > 1);
    if cardinality(v_other) > 0 then
        raise exception 'unknown or repeated member "%"', v_other[1] using errcode = 'undefined_column';
    end if;
    if exists (select from unnest(p_lines) l
                where (l::json ->> 'tenant_id') is distinct from p_exported::text) then
        raise exception 'a row belongs to another tenant than the archive says' using errcode = 'data_exception';
    end if;
    -- What is missing of the table's columns, but for what has bytes in files and what PostgreSQL computes.
    for v_missing, v_count in
        select a.attname, case when a.attname ~ '_hash$' and a.atttypid = 'text'::regtype then 1
                               when a.attnotnull and not a.atthasdef and a.attidentity = ''
                                    and (a.atttypid = 'bytea'::regtype or a.attname ~ '(secret|token|verifier|_key|_hash)$') then 2
                               when a.atttypid = 'bytea'::regtype or a.attname ~ '(secret|token|verifier|_key|_hash)$' then 0
                               else 3 end
          from pg_attribute a
         where a.attrelid = v_table
           and a.attnum > 0
           and not a.attisdropped
           and a.attgenerated = ''
           and a.attname <> all (v_members)
           and not (a.attname = 'content' and p_contents is not null)
    loop
        if v_count = 2 then
            return 0;
        elsif v_count = 3 then
            raise exception 'the member "%" is missing', v_missing using errcode = 'undefined_column';
        end if;
    end loop;
    select string_agg(quote_ident(a.attname), ', ' order by a.attnum),
           string_agg(case when a.attname = 'tenant_id' then 'app.tenant_id()'
                           when a.attname = 'content' and p_contents is not null then 'l.content'
                           when a.attname = any (v_members) then 'r.' || quote_ident(a.attname)
                           else quote_literal('!') end, ', ' order by a.attnum)
      into v_columns, v_values
      from pg_attribute a
     where a.attrelid = v_table
       and a.attnum > 0
       and not a.attisdropped
       and a.attgenerated = ''
       and (a.attname = any (v_members)
            or a.attname = 'content' and p_contents is not null
            or a.attname ~ '_hash$' and a.atttypid = 'text'::regtype);
    execute format(
        'insert into %s (%s) overriding system value
         select %s
           from unnest($1, coalesce($2, array_fill(null::bytea, array[cardinality($1)]))) as l (line, content)
          cross join lateral json_populate_record(null::%s, l.line::json) r',
        v_table::regclass, v_columns, v_values, v_table::regclass)
      using p_lines, p_contents;
    get diagnostics v_count = row_count;
    return v_count;
end
$$;

-- Refuses keys of this transaction's tenant that control.next_identifier never makes: the Show Finder counts with four times
-- a key, which must fit.
create function control.check_imported_keys() returns void
language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
declare
    v_column record;
    v_max    bigint;
begin
    for v_column in
        select d.adrelid::regclass as relation, a.attname as name
          from pg_attrdef d
          join pg_class c on c.oid = d.adrelid
          join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
         where c.relnamespace = 'app'::regnamespace
           and c.relkind in ('r', 'p')
           and not c.relispartition
           and pg_get_expr(d.adbin, d.adrelid) like '%next_identifier()'
         order by 1
    loop
        execute format('select max(%I) from %s where tenant_id = app.tenant_id()', v_column.name, v_column.relation)
           into v_max;
        if v_max >= 1::bigint << 61 then
            raise exception '%.% has the number %, larger than any that is ever made',
                v_column.relation, v_column.name, v_max using errcode = 'numeric_value_out_of_range';
        end if;
    end loop;
end
$$;

-- The tenant itself, from the archive's tenant.json, under the names that are to hold here.
create function control.import_tenant(p_tenant json, p_slug text, p_hosts text[], p_group text, p_port integer)
returns integer
language plpgsql set search_path = pg_catalog, pg_temp
as $$
declare
    v_tenant integer;
begin
    insert into control.tenant (slug, name, locale, time_zone, integer_seconds, active, accent_colour, logo_sha256,
                                multicast_group, multicast_port, multicast_interface, multicast_ttl)
    select p_slug, t.name, t.locale, t.time_zone, t.integer_seconds, t.active, t.accent_colour, decode(t.logo, 'hex'),
           coalesce(p_group, t.multicast_group)::inet, coalesce(p_port, t.multicast_port),
           t.multicast_interface::inet, t.multicast_ttl
      from json_to_record(p_tenant) as t (
               name text, locale text, time_zone text, integer_seconds boolean, active boolean, accent_colour text,
               logo text, multicast_group text, multicast_port integer, multicast_interface text, multicast_ttl integer)
    returning tenant_id into v_tenant;
    insert into control.tenant_host (host, tenant_id) select h, v_tenant from unnest(p_hosts) h;
    insert into control.tenant_limit (tenant_id, requests_per_second, request_burst, connections, streams,
                                      stored_bytes, accounts)
    select v_tenant, t.*
      from json_to_record(p_tenant) as t (
               limit_requests_per_second integer, limit_request_burst integer, limit_connections integer,
               limit_streams integer, limit_stored_bytes bigint, limit_accounts integer)
     where num_nonnulls(t.limit_requests_per_second, t.limit_request_burst, t.limit_connections, t.limit_streams,
                        t.limit_stored_bytes, t.limit_accounts) > 0;
    execute format('set local app.tenant_id = %L', v_tenant::text);
    return v_tenant;
end
$$;
