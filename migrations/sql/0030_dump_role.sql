-- Why: a plain `pg_dump` as `app_dump` is the backup (docs/decisions/0048-backups-are-logical.md). pg_dump locks every
-- table and reads every sequence; without these grants it stopped at the schema `control`. The role reads and writes
-- nothing else: it has no INSERT, UPDATE or DELETE, and no function of `control` but the one below.

grant usage on schema app, control to app_dump;
grant select on all tables in schema app, control to app_dump;
grant select on all sequences in schema app, control to app_dump;
alter default privileges in schema app grant select on tables to app_dump;
alter default privileges in schema app grant select on sequences to app_dump;
alter default privileges in schema control grant select on tables to app_dump;
alter default privileges in schema control grant select on sequences to app_dump;

-- Every table of the two schemas, partitioned ones once.
create function control.dumped_tables() returns table (name text)
language sql stable set search_path = pg_catalog, pg_temp
as $$
    select n.nspname || '.' || c.relname
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('app', 'control')
       and c.relkind in ('r', 'p')
       and not c.relispartition
     order by 1
$$;

-- How many rows a table has, and a number that changes with any of them: the sum of the first 56 bits of each row's
-- SHA-256. A sum needs no order, and so no sorting of a large table. Runs as whoever calls it; the caller's settings of
-- the session decide how values are written, so they are fixed here.
create function control.table_digest(p_table text) returns table (rows bigint, digest text)
language plpgsql stable
set search_path = pg_catalog, pg_temp set timezone = 'UTC' set datestyle = 'ISO, YMD' set intervalstyle = 'postgres'
set extra_float_digits = 1 set bytea_output = 'hex'
as $$
begin
    if not exists (select from control.dumped_tables() t where t.name = p_table) then
        raise exception 'no such table' using errcode = 'undefined_table';
    end if;
    return query execute format(
        'select count(*),
                coalesce(sum((''x'' || encode(substr(sha256(convert_to(t::text, ''UTF8'')), 1, 7), ''hex''))::bit(56)::bigint),
                         0)::text
           from %s t', p_table::regclass);
end
$$;

grant execute on function control.dumped_tables(), control.table_digest(text) to app_dump;
