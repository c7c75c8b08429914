-- Tutti on Citus: the table of migration 0011, between it and 0012. See distribute.sql for when and as whom.

select create_distributed_table('app.radio_stage', 'tenant_id', colocate_with => 'app.user_account');
