-- Tutti on Citus: the table of migration 0057, after it. See distribute.sql for when and as whom.

select create_distributed_table('app.live_decision', 'tenant_id', colocate_with => 'app.user_account');
