-- Tutti on Citus: the tables of migration 0055, between it and 0056. See distribute.sql for when and as whom.

select create_distributed_table(name, 'tenant_id', colocate_with => 'app.user_account')
  from unnest(array['app.shared_session', 'app.shared_member', 'app.shared_invitation']) as name;
