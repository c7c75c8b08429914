-- Tutti on Citus: removes identity columns. Each script includes this file before it distributes its tables.
--
-- Citus cannot drop the identity of a distributed table. Migration 0029 needs no identity: its keys do not depend on other tenants.
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
