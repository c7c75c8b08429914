-- Why: what ties the tables of 0053 to the others and closes them, as 0016 does for those of 0015.

alter table app.bookmark
    add foreign key (tenant_id, user_id) references app.user_account (tenant_id, user_id) on delete cascade,
    add foreign key (tenant_id, track_id) references app.cloud_track (tenant_id, track_id) on delete cascade;
alter table app.saved_queue
    add foreign key (tenant_id, user_id) references app.user_account (tenant_id, user_id) on delete cascade;
alter table app.scrobble_connection
    add foreign key (tenant_id, user_id) references app.user_account (tenant_id, user_id) on delete cascade;

select control.raise_wall('app.bookmark', '{position_ms, comment, changed_at}');
select control.raise_wall('app.saved_queue', '{client, revision, saved_at}');
select control.raise_wall(
    'app.scrobble_connection',
    '{server, username, token, state, fault, failures, refused_listens, next_attempt_at, connected_at, sent_at}');
grant update (is_unsent) on app.listen to app_rt;
