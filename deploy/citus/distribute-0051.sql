-- Tutti on Citus: the table of migration 0051, between it and 0052. See distribute.sql for when and as whom.

select create_distributed_table('app.cloud_application', 'tenant_id', colocate_with => 'app.user_account');
