-- Tutti on Citus: the tables of migration 0015, between it and 0016. See distribute.sql for when and as whom.

\ir drop-identities.sql

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
