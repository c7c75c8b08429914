-- Why: a server says that it is not ready when the schema is not the one that it was written for. The service's role has no
-- rights on the migrator's table; through this function it reads which migrations were applied, and with which text.
-- In plpgsql, whose body is looked at when it runs: the migrator's table is not the migrations' own.
create function control.schema_history() returns table (version integer, name text, sha256 text, applied_at text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
begin
    return query
    select m.version, m.name, m.sha256,
           to_char(m.applied_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      from control.schema_migration m
     order by m.version;
end
$$;

grant execute on function control.schema_history() to app_rt;
