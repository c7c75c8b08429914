-- Tutti on Citus: the table of migration 0020, between it and 0021. See distribute.sql for when and as whom.

select create_distributed_table('app.podcast_feed', 'tenant_id', colocate_with => 'app.user_account');
