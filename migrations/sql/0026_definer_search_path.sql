-- Why: with an empty search_path a session's temporary tables and types come before those of pg_catalog, so that a caller who
-- may make them could stand `pg_timezone_names` of its own before a function that runs as its owner. Named last, they are found
-- last. Functions that these call have it as well.

do $$
declare
    v_function regprocedure;
begin
    for v_function in
        select p.oid::regprocedure
          from pg_catalog.pg_proc p
         where p.pronamespace in ('app'::regnamespace, 'control'::regnamespace)
           and p.prokind = 'f'
           and (p.prosecdef or p.proconfig is not null)
    loop
        execute format('alter function %s set search_path = pg_catalog, pg_temp', v_function);
    end loop;
end
$$;
