-- Tutti on Citus: the tables of migration 0017, between it and 0018. See distribute.sql for when and as whom.

\ir drop-identities.sql

select create_distributed_table(name, 'tenant_id', colocate_with => 'app.user_account')
  from unnest(array['app.airing_alert', 'app.show_alert', 'app.alert_firing', 'app.alert_calendar']) as name;
