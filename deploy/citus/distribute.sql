-- Tutti on Citus: run as app_owner on the coordinator between migrations 0002 (tables) and 0003 (foreign keys and
-- row-level security), on an empty database:
--
--     tutti migrate --until 2
--     psql --file=deploy/citus/distribute.sql
--     tutti migrate --until 4
--     psql --file=deploy/citus/distribute-0004.sql
--     tutti migrate --until 7
--     psql --file=deploy/citus/distribute-0007.sql
--     tutti migrate --until 9
--     psql --file=deploy/citus/distribute-0009.sql
--     tutti migrate --until 11
--     psql --file=deploy/citus/distribute-0011.sql
--     tutti migrate --until 15
--     psql --file=deploy/citus/distribute-0015.sql
--     tutti migrate --until 17
--     psql --file=deploy/citus/distribute-0017.sql
--     tutti migrate --until 20
--     psql --file=deploy/citus/distribute-0020.sql
--     tutti migrate --until 29
--     psql --file=deploy/citus/distribute-0029.sql
--     tutti migrate --until 40
--     psql --file=deploy/citus/distribute-0040.sql
--     tutti migrate --until 41
--     psql --file=deploy/citus/distribute-0041.sql
--     tutti migrate --until 42
--     psql --file=deploy/citus/distribute-0042.sql
--     tutti migrate --until 44
--     psql --file=deploy/citus/distribute-0044.sql
--     tutti migrate --until 48
--     psql --file=deploy/citus/distribute-0048.sql
--     tutti migrate --until 50
--     psql --file=deploy/citus/distribute-0050.sql
--     tutti migrate --until 51
--     psql --file=deploy/citus/distribute-0051.sql
--     tutti migrate --until 53
--     psql --file=deploy/citus/distribute-0053.sql
--     tutti migrate --until 55
--     psql --file=deploy/citus/distribute-0055.sql
--     tutti migrate --until 57
--     psql --file=deploy/citus/distribute-0057.sql
--     tutti migrate --until 58
--     psql --file=deploy/citus/distribute-0058.sql
--     tutti migrate
--
-- After 0003 is too late: foreign keys turn tables into local tables, which Citus does not distribute.
-- tenant_id is the first column of every key, so all rows of a tenant are on one worker, and every statement of the
-- service is routed to that worker.
--
-- Needs PostgreSQL 15 with Citus 13 (`create extension citus` in the database on every node, workers added) and:
--     alter role app_rt set citus.propagate_set_commands = 'local';
-- so that the SET LOCAL which names a transaction's tenant reaches the shards. Without it queries find no rows.

-- Tables that are read before the tenant is known are on every node.
select create_reference_table('control.tenant');
select create_reference_table('control.tenant_host');
select create_reference_table('control.on_air');

\ir drop-identities.sql

select create_distributed_table('app.user_account', 'tenant_id', shard_count => 32);
select create_distributed_table(name, 'tenant_id', colocate_with => 'app.user_account')
  from unnest(array[
       'app.session',
       'app.blob',
       'app.concert',
       'app.work',
       'app.piece',
       'app.measure',
       'app.annotation_track',
       'app.annotation',
       'app.structure_section',
       'app.key_signature',
       'app.intensity',
       'app.image',
       'app.concert_image',
       'app.app_asset',
       'app.glossary',
       'app.glossary_item',
       'app.live',
       'app.live_change',
       'app.hall_message',
       'app.emitter_lease'
       ]) as name;
