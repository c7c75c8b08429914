-- Tutti on Citus: the tables of migration 0048, between it and 0049. See distribute.sql for when and as whom.

select create_distributed_table(name, 'tenant_id', colocate_with => 'app.user_account')
  from unnest(array['app.player', 'app.player_device', 'app.player_history', 'app.player_request']) as name;
