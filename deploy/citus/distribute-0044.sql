-- Tutti on Citus: the tables of migration 0044, between it and 0045. See distribute.sql for when and as whom.

select create_distributed_table(name, 'tenant_id', colocate_with => 'app.user_account')
  from unnest(array['app.draft_import', 'app.draft_import_file']) as name;
