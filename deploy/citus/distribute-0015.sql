-- Tutti on Citus: the tables of migration 0015, between it and 0016. See distribute.sql for when and as whom.

-- Citus drops no identity of a distributed table, and migration 0029 needs none: its keys say nothing of other tenants.
do $$
declare
    v_key record;
begin
    for v_key in
        select a.attrelid::regclass as relation, a.attname as name
          from pg_attribute a
          join pg_class c on c.oid = a.attrelid
         where c.relnamespace = 'app'::regnamespace
           and a.attidentity <> ''
    loop
        execute format('alter table %s alter column %I drop identity', v_key.relation, v_key.name);
    end loop;
end
$$;

select create_distributed_table(name, 'tenant_id', colocate_with => 'app.user_account')
  from unnest(array[
       'app.cloud_connection',
       'app.cloud_authorization',
       'app.cloud_user',
       'app.cloud_track',
       'app.cloud_playlist',
       'app.cloud_playlist_track',
       'app.cloud_like',
       'app.cloud_following',
       'app.own_playlist',
       'app.stream_entry',
       'app.cloud_write',
       'app.library_sync',
       'app.library_sync_part',
       'app.library_artist',
       'app.library_album',
       'app.library_label',
       'app.podcast_station',
       'app.library_track',
       'app.library_credit',
       'app.library_teaching',
       'app.library_word',
       'app.discover',
       'app.discover_track',
       'app.library_view',
       'app.listen',
       'app.app_password'
       ]) as name;
