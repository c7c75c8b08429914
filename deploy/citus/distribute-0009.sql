-- Tutti on Citus: the tables of migration 0009, between it and 0010. See distribute.sql for when and as whom.

select create_distributed_table(name, 'tenant_id', colocate_with => 'app.user_account')
  from unnest(array[
       'app.finder_state',
       'app.finder_show',
       'app.finder_window',
       'app.finder_episode',
       'app.finder_word',
       'app.finder_name',
       'app.finder_gap'
       ]) as name;
