-- Tutti on Citus: the tables of migration 0004, between it and 0005. See distribute.sql for when and as whom.

select create_reference_table('control.tenant_limit');
select create_reference_table('control.platform_account');
select create_reference_table('control.platform_session');
select create_reference_table('control.platform_audit');

\ir drop-identities.sql

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
