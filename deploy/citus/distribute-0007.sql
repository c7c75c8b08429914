-- Tutti on Citus: the tables of migration 0007, between it and 0008. See distribute.sql for when and as whom.

\ir drop-identities.sql

select create_distributed_table(name, 'tenant_id', colocate_with => 'app.user_account')
  from unnest(array[
       'app.radio_revision',
       'app.show_change',
       'app.art',
       'app.art_image',
       'app.category',
       'app.channel',
       'app.channel_number',
       'app.channel_category',
       'app.bearer',
       'app.genre',
       'app.channel_genre',
       'app.person',
       'app.show',
       'app.show_channel',
       'app.show_genre',
       'app.show_credit',
       'app.serial',
       'app.episode',
       'app.episode_genre',
       'app.episode_credit',
       'app.tag',
       'app.episode_tag',
       'app.schedule_rule',
       'app.schedule_exception',
       'app.airing',
       'app.segment',
       'app.cut',
       'app.version',
       'app.version_media',
       'app.hot_show',
       'app.featured_show',
       'app.radio_import'
       ]) as name;
