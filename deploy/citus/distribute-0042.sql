-- Tutti on Citus: the tables of migration 0042, between it and 0043. See distribute.sql for when and as whom.

select create_distributed_table(name, 'tenant_id', colocate_with => 'app.user_account')
  from unnest(array[
       'app.concert_draft',
       'app.piece_draft',
       'app.draft_image',
       'app.draft_asset',
       'app.concert_revision',
       'app.revision_file',
       'app.edit_request'
       ]) as name;
