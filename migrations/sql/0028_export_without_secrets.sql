-- Why: the archive of a tenant held what lets somebody in elsewhere: sealed passwords of listeners' programs, sealed tokens of
-- their connections, and verifiers of those being made. Whoever keeps the archive may not have the key today, and have it
-- tomorrow. They are left out like hashes of secrets, and the archive names each.

-- Whether a column of this name holds a credential or the hash of one. A new column for one is named like this.
create function control.is_left_out(p_column text) returns boolean
language sql immutable strict parallel safe
return p_column ~ '(^|_)(hash|secret|token|verifier)$';

-- Every column that an archive leaves out.
create function control.left_out_columns() returns table (table_name text, column_name text)
language sql stable set search_path = pg_catalog, pg_temp
as $$
    select c.relname::text, a.attname::text
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'app'::regnamespace
       and c.relkind in ('r', 'p')
       and not c.relispartition
       and a.attnum > 0
       and not a.attisdropped
       and control.is_left_out(a.attname)
     order by c.relname, a.attnum
$$;

-- The rows of one table as JSON, in the order of its key, through the cursor `tutti_export`; see 0006.
create or replace function control.open_export(p_table text) returns refcursor
language plpgsql set search_path = pg_catalog, pg_temp
as $$
declare
    v_table   oid := (select c.oid
                        from pg_class c
                       where c.relnamespace = 'app'::regnamespace
                         and c.relkind in ('r', 'p')
                         and c.relname = p_table);
    v_columns text := (select string_agg(
                                  case when a.attname = 'content' and a.atttypid = 'bytea'::regtype
                                       then 'octet_length(content) as bytes'
                                       else quote_ident(a.attname) end, ', ' order by a.attnum)
                         from pg_attribute a
                        where a.attrelid = v_table
                          and a.attnum > 0
                          and not a.attisdropped
                          and not control.is_left_out(a.attname));
    v_key     text := (select string_agg(quote_ident(a.attname), ', ' order by k.position)
                         from pg_index i
                        cross join lateral unnest(i.indkey::smallint[]) with ordinality as k (attnum, position)
                         join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
                        where i.indrelid = v_table
                          and i.indisprimary);
    v_cursor  refcursor := 'tutti_export';
begin
    if v_table is null then
        raise exception 'no such table' using errcode = 'undefined_table';
    end if;
    -- known_device's key holds a hash; ordering by it tells nothing.
    open v_cursor no scroll for execute format(
        'select row_to_json(r)::text as line from (select %s from %s where tenant_id = app.tenant_id() order by %s) r',
        v_columns, v_table::regclass, v_key);
    return v_cursor;
end
$$;

grant execute on function control.is_left_out(text), control.left_out_columns() to app_rt;
