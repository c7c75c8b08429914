-- Tutti on Citus: the tables of migration 0004, between it and 0005. See distribute.sql for when and as whom.

select create_reference_table('control.tenant_limit');
select create_reference_table('control.platform_account');
select create_reference_table('control.platform_session');
select create_reference_table('control.platform_audit');

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
  from unnest(array[
       'app.tenant_profile',
       'app.account_link',
       'app.known_device',
       'app.stream_lease',
       'app.account_setting',
       'app.notice',
       'app.upgrade_rule',
       'app.content_update',
       'app.content_acknowledgement',
       'app.notice_dismissal',
       'app.audit_event'
       ]) as name;
