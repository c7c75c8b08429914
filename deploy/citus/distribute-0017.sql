-- Tutti on Citus: the tables of migration 0017, between it and 0018. See distribute.sql for when and as whom.

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

select create_distributed_table(name, 'tenant_id', colocate_with => 'app.user_account')
  from unnest(array['app.airing_alert', 'app.show_alert', 'app.alert_firing', 'app.alert_calendar']) as name;
