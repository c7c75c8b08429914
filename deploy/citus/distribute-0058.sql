-- Tutti on Citus: the table of migration 0058, between it and 0059. See distribute.sql for when and as whom.

select create_distributed_table('app.track_rating', 'tenant_id', colocate_with => 'app.user_account');
