-- Tutti on Citus: what each script does before it distributes its tables; they include it.
--
-- Citus drops no identity of a distributed table, and migration 0029 needs none: its keys say nothing of other tenants.
do $$
declare
    v_key record;
begin
    for v_key in
        select a.attrelid::regclass as relation, a.attname as name
          from pg_attribute a
          join pg_class c on c.oid = a.attrelid
         where c.relnamespace = 'app'::regnamespace
           and a.attidentity <> ''
    loop
        execute format('alter table %s alter column %I drop identity', v_key.relation, v_key.name);
    end loop;
end
$$;
